// SPDX-License-Identifier: Apache-2.0
// A picture in someone else's memory: format, colour description and planes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "graph/core/pixel_rect.h"
#include "graph/core/vec.h"

namespace overlace {

enum class ColorModel : std::uint8_t { ycbcr, rgb, gray };
enum class PlaneLayout : std::uint8_t {
  planar,       ///< one component per plane: Y,Cb,Cr[,A] or G,B,R[,A]
  semi_planar,  ///< Y and interleaved CbCr (NV12, P010)
  packed,       ///< all components in plane 0, order given by `component_offset`
};
enum class SampleType : std::uint8_t { u8, u16, f16, f32 };
/// Bytes of a sample.
[[nodiscard]] constexpr int sample_bytes(SampleType sample) {
  return sample == SampleType::u8 ? 1 : sample == SampleType::f32 ? 4 : 2;
}

/// How samples lie in memory. Samples are native-endian; integer values sit in bits
/// [shift, shift + bits) of the sample (P010: shift 6).
struct PixelFormat {
  ColorModel model = ColorModel::ycbcr;
  PlaneLayout layout = PlaneLayout::planar;
  SampleType sample = SampleType::u8;
  std::uint8_t bits = 8;
  std::uint8_t shift = 0;
  std::uint8_t chroma_shift_x = 0, chroma_shift_y = 0;  ///< log2 subsampling
  bool alpha = false;
  std::array<std::uint8_t, 4> component_offset{};  ///< packed: R,G,B,A sample index within a pixel
  std::uint8_t components = 3;  ///< packed: samples per pixel (may include padding)
  friend constexpr bool operator==(const PixelFormat&, const PixelFormat&) = default;
};

enum class ColorMatrix : std::uint8_t { bt601, bt709, bt2020 };
enum class ColorRange : std::uint8_t { limited, full };
enum class Transfer : std::uint8_t {
  sdr,
  pq,
  hlg,
  linear,  ///< scene-linear light, 1 being overlay white
};
/// Where a subsampled chroma sample sits relative to its luma samples.
enum class ChromaSiting : std::uint8_t {
  left,      ///< horizontally on the even luma column, vertically between rows (MPEG-2, H.264)
  center,    ///< between columns and rows (JPEG, MPEG-1)
  top_left,  ///< on the even column and even row (BT.2020, BT.2100)
};

/// CIE 1931 chromaticity.
struct Chromaticity {
  float x = 0, y = 0;
  friend constexpr bool operator==(const Chromaticity&, const Chromaticity&) = default;
};
/// The chromaticities of R, G and B, and of white.
struct Primaries {
  Chromaticity red{0.640F, 0.330F}, green{0.300F, 0.600F}, blue{0.150F, 0.060F};
  Chromaticity white{0.3127F, 0.3290F};
  friend constexpr bool operator==(const Primaries&, const Primaries&) = default;
};
/// ITU-R BT.709, also sRGB's.
inline constexpr Primaries bt709_primaries{};
inline constexpr Primaries bt2020_primaries{{0.708F, 0.292F}, {0.170F, 0.797F}, {0.131F, 0.046F}};

/// What colours code values stand for.
struct ColorSpec {
  ColorMatrix matrix = ColorMatrix::bt709;
  ColorRange range = ColorRange::limited;
  Transfer transfer = Transfer::sdr;
  ChromaSiting siting = ChromaSiting::left;
  Primaries primaries = bt709_primaries;  ///< overlay colours (BT.709) are converted to these
  friend constexpr bool operator==(const ColorSpec&, const ColorSpec&) = default;
};

struct PlaneView {
  std::byte* data = nullptr;
  std::ptrdiff_t stride = 0;  ///< bytes from one row to the next; may be negative
};

/// How a picture's alpha relates to its colours.
enum class AlphaKind : std::uint8_t {
  premultiplied,  ///< colours are already multiplied by alpha
  straight,       ///< colours are those of an opaque pixel; those under alpha 0 mean nothing
  opaque,         ///< alpha means nothing: pixels count as opaque, and their alpha is left alone
};

/// Which memory plane pointers refer to.
enum class Memory : std::uint8_t { host, cuda };

/// A writable picture, or a part of one. Borrows the memory; planes beyond the format's are unset.
struct ImageView {
  Size size;  ///< of the whole picture
  PixelFormat format;
  ColorSpec color;
  std::array<PlaneView, 4> planes;
  Memory memory = Memory::host;
  /// For pictures with alpha. Premultiplied Y'CbCr is painted as if it were opaque, while its alpha
  /// increases; so it is, with any kind of alpha, by effects on the picture.
  AlphaKind alpha = AlphaKind::premultiplied;
  /// The part of the stored picture that the planes hold, row 0 being the window's first; empty
  /// means all of it. It may reach beyond the picture, where pixels are left alone. Where chroma is
  /// subsampled, it begins at an even pixel, and at an even row if rows are halved.
  PixelRect window{};
  /// If set, the planes hold nothing yet, and drawing begins by filling them: each row of plane i
  /// is a copy of ground[i]. Only for whole pictures in host memory.
  std::array<const std::byte*, 4> ground{};

  /// The part of the picture that the planes hold.
  [[nodiscard]] constexpr PixelRect held() const {
    return window.is_empty() ? whole(size) : window;
  }
  [[nodiscard]] constexpr bool has_ground() const { return ground[0] != nullptr; }
};

/// A view of packed 8-bit R'G'B' rows without padding, full range. `pixels` holds width x height
/// x 3.
[[nodiscard]] inline ImageView rgb_view(Size size, std::span<std::uint8_t> pixels) {
  ImageView image;
  image.size = size;
  image.format.model = ColorModel::rgb;
  image.format.layout = PlaneLayout::packed;
  image.format.component_offset = {0, 1, 2, 0};
  image.color.range = ColorRange::full;
  image.planes[0] = {reinterpret_cast<std::byte*>(pixels.data()), std::ptrdiff_t{size.width} * 3};
  return image;
}

}  // namespace overlace
