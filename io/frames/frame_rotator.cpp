// SPDX-License-Identifier: Apache-2.0
// Walks over the stored samples in display order.
#include "io/frames/frame_rotator.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <utility>

#include "io/frames/pixel_format.h"

namespace overlace {
namespace {

/// One plane: the picture as shown, and where its first sample is stored.
struct PlaneRotation {
  const std::uint8_t* from;
  std::ptrdiff_t step_x, step_y;  ///< bytes to the next displayed sample to the right, and below
  std::uint8_t* to;
  std::ptrdiff_t to_stride;
  Size shown;
};

// In tiles, because the samples of a column are far apart in memory.
template <std::size_t bytes>
void rotate_plane(const PlaneRotation& turn) {
  constexpr int tile = 64;
  const auto rotate_row = [&turn](int y, int first, int end) {
    const std::uint8_t* from = turn.from + turn.step_y * y + turn.step_x * first;
    std::uint8_t* to = turn.to + turn.to_stride * y + std::ptrdiff_t{bytes} * first;
    for (int x = first; x < end; ++x, from += turn.step_x, to += bytes)
      std::memcpy(to, from, bytes);
  };
  for (int top = 0; top < turn.shown.height; top += tile) {
    const int bottom = std::min(top + tile, turn.shown.height);
    for (int left = 0; left < turn.shown.width; left += tile) {
      const int right = std::min(left + tile, turn.shown.width);
      for (int y = top; y < bottom; ++y) rotate_row(y, left, right);
    }
  }
}

void rotate_plane(const PlaneRotation& turn, int bytes) {
  switch (bytes) {
    case 1:
      return rotate_plane<1>(turn);
    case 2:
      return rotate_plane<2>(turn);
    case 3:
      return rotate_plane<3>(turn);
    case 4:
      return rotate_plane<4>(turn);
    case 6:
      return rotate_plane<6>(turn);
    case 8:
      return rotate_plane<8>(turn);
    case 12:
      return rotate_plane<12>(turn);
    case 16:
      return rotate_plane<16>(turn);
    default:
      throw Error(ErrorCode::internal, "a picture of this format cannot be rotated");
  }
}

/// A format that can be rotated sample by sample and loses nothing of `format`.
AVPixelFormat rotatable(AVPixelFormat format, Orientation stored) {
  if (stored == Orientation{}) return format;
  const AVPixelFormat drawable = drawable_format(format);
  const AVPixFmtDescriptor& d = *av_pix_fmt_desc_get(drawable);
  const bool subsampled_one_way = d.log2_chroma_w != d.log2_chroma_h;
  if (!stored.transposed || !subsampled_one_way) return drawable;
  constexpr std::array whole{AV_PIX_FMT_YUV444P,    AV_PIX_FMT_YUV444P10,  AV_PIX_FMT_YUV444P12,
                             AV_PIX_FMT_YUV444P16,  AV_PIX_FMT_YUVA444P,   AV_PIX_FMT_YUVA444P10,
                             AV_PIX_FMT_YUVA444P12, AV_PIX_FMT_YUVA444P16, AV_PIX_FMT_NONE};
  const int alpha = (d.flags & AV_PIX_FMT_FLAG_ALPHA) != 0 ? 1 : 0;
  return avcodec_find_best_pix_fmt_of_list(whole.data(), drawable, alpha, nullptr);
}

Size plane_size(const AVFrame& frame, int plane) {
  const AVPixFmtDescriptor& d = *av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
  const bool chroma = (plane == 1 || plane == 2) && (d.flags & AV_PIX_FMT_FLAG_RGB) == 0;
  return chroma ? Size{AV_CEIL_RSHIFT(frame.width, d.log2_chroma_w),
                       AV_CEIL_RSHIFT(frame.height, d.log2_chroma_h)}
                : Size{frame.width, frame.height};
}

PlaneRotation plane_rotation(const AVFrame& stored, AVFrame& shown, int plane, int bytes,
                             Orientation orientation) {
  const Size size = plane_size(stored, plane);
  const std::uint8_t* from = stored.data[plane];
  std::ptrdiff_t along = bytes, down = stored.linesize[plane];
  if (orientation.flip_x) {
    from += along * (size.width - 1);
    along = -along;
  }
  if (orientation.flip_y) {
    from += down * (size.height - 1);
    down = -down;
  }
  if (orientation.transposed) std::swap(along, down);
  return {from, along, down, shown.data[plane], shown.linesize[plane], turned(size, orientation)};
}

}  // namespace

FrameRotator::FrameRotator(AVPixelFormat format, Orientation stored, const ColorSpec& color)
    : stored_(stored), color_(color), format_(rotatable(format, stored)) {
  if (format_ != format) converter_.emplace(ConvertTarget{format_, color});
}

// Chroma sited between rows at the left column moves to between columns at the top row. Other edges
// have no name.
AVChromaLocation FrameRotator::siting(AVChromaLocation stored) const {
  if (stored == AVCHROMA_LOC_CENTER) return stored;
  if (stored != AVCHROMA_LOC_LEFT || stored_.flip_x) return AVCHROMA_LOC_UNSPECIFIED;
  return stored_.transposed ? AVCHROMA_LOC_TOP : stored;
}

FramePtr FrameRotator::rotate(FramePtr frame) {
  if (stored_ == Orientation{}) return frame;
  if (converter_) frame = converter_->convert(*frame, color_);
  const auto format = static_cast<AVPixelFormat>(frame->format);
  FramePtr shown = pool_.get(format, turned({frame->width, frame->height}, stored_));
  check_av(av_frame_copy_props(shown.get(), frame.get()), ErrorCode::internal, "turning a picture");
  shown->chroma_location = siting(frame->chroma_location);
  std::array<int, 4> bytes{};
  av_image_fill_max_pixsteps(bytes.data(), nullptr, av_pix_fmt_desc_get(format));
  for (int plane = 0; plane < av_pix_fmt_count_planes(format); ++plane) {
    const int step = bytes[static_cast<std::size_t>(plane)];
    rotate_plane(plane_rotation(*frame, *shown, plane, step, stored_), step);
  }
  return shown;
}

}  // namespace overlace
