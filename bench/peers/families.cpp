// SPDX-License-Identifier: Apache-2.0
// The lists; the build defines OVERLACE_PEER_X for each library that it found.
#include "bench/peers/families.h"

#include <cstddef>

namespace overlace {
namespace {

#ifdef OVERLACE_PEER_OPENCV
constexpr auto opencv = opencv_peers;
constexpr auto opencv_layer = opencv_layer_peers;
constexpr auto opencv_picture = opencv_picture_peers;
#else
constexpr std::nullptr_t opencv{}, opencv_layer{}, opencv_picture{};
#endif
#ifdef OVERLACE_PEER_CAIRO
constexpr auto cairo = cairo_peers;
#else
constexpr std::nullptr_t cairo{};
#endif
#ifdef OVERLACE_PEER_BLEND2D
constexpr auto blend2d = blend2d_peers;
#else
constexpr std::nullptr_t blend2d{};
#endif
#ifdef OVERLACE_PEER_FFMPEG
constexpr auto ffmpeg_overlay = ffmpeg_overlay_peers;
constexpr auto ffmpeg_drawbox = ffmpeg_drawbox_peers;
constexpr auto ffmpeg_layer = ffmpeg_layer_peers;
constexpr auto ffmpeg_picture = ffmpeg_picture_peers;
#else
constexpr std::nullptr_t ffmpeg_overlay{}, ffmpeg_drawbox{}, ffmpeg_layer{}, ffmpeg_picture{};
#endif
#ifdef OVERLACE_PEER_VIPS
constexpr auto vips_layer = vips_layer_peers;
constexpr auto vips_picture = vips_picture_peers;
#else
constexpr std::nullptr_t vips_layer{}, vips_picture{};
#endif
#ifdef OVERLACE_PEER_HALIDE
constexpr auto halide_layer = halide_layer_peers;
constexpr auto halide_picture = halide_picture_peers;
#else
constexpr std::nullptr_t halide_layer{}, halide_picture{};
#endif
#ifdef OVERLACE_PEER_FAISS
constexpr auto faiss = faiss_peers;
#else
constexpr std::nullptr_t faiss{};
#endif
#ifdef OVERLACE_PEER_NANOFLANN
constexpr auto nanoflann = nanoflann_peers;
#else
constexpr std::nullptr_t nanoflann{};
#endif

constexpr PeerFamily<DrawPeers> drawing[] = {
    {"OpenCV", "libopencv-imgproc-dev", opencv, 15},
    {"Cairo", "libcairo2-dev", cairo, 12},
    {"Blend2D", "not in Debian: blend2d.com", blend2d, 2.5},
    {"FFmpeg overlay", "libavfilter-dev", ffmpeg_overlay, 0},
    {"FFmpeg drawbox", "libavfilter-dev", ffmpeg_drawbox, 0, true},
};
constexpr PeerFamily<LinkPeers> linking[] = {
    {"FAISS flat", "libfaiss-dev", faiss, 3},
    {"nanoflann", "libnanoflann-dev", nanoflann, 3},
};
constexpr PeerFamily<EffectPeers> layers[] = {
    {"OpenCV", "libopencv-imgproc-dev", opencv_layer, 3},
    {"FFmpeg filters", "libavfilter-dev", ffmpeg_layer, 2},
    {"libvips", "libvips-dev", vips_layer, 0},
    {"Halide", "not in Debian: PyPI's halide", halide_layer, 0},
};
constexpr PeerFamily<EffectPeers> pictures[] = {
    {"OpenCV", "libopencv-imgproc-dev", opencv_picture, 3},
    {"FFmpeg filters", "libavfilter-dev", ffmpeg_picture, 8},
    {"libvips", "libvips-dev", vips_picture, 0},
    {"Halide", "not in Debian: PyPI's halide", halide_picture, 0},
};

}  // namespace

std::span<const PeerFamily<DrawPeers>> draw_families() {
  return drawing;
}

std::span<const PeerFamily<EffectPeers>> layer_families() {
  return layers;
}

std::span<const PeerFamily<EffectPeers>> picture_families() {
  return pictures;
}

std::span<const PeerFamily<LinkPeers>> link_families() {
  return linking;
}

}  // namespace overlace
