// SPDX-License-Identifier: Apache-2.0
// Keeps the samples that the tile kernels painted, so that they are the same to the last bit.
#include "gpu/cpu/tiles/scrolled_image.h"

#include <algorithm>
#include <cstring>

#include "gpu/kernels/affine_image.h"

namespace overlace {
namespace {

constexpr int slack_rows = 16;  ///< that samples scroll through before they are moved back
/// Columns at the right end whose chroma was painted before the columns after them were known.
constexpr int unsure_columns = 2;

int sample_bytes(const Target& target) {
  return target.sample == SampleType::u8 ? 1 : 2;
}
bool is_in_turn(const Target& target) {
  return target.component[2].data == target.component[1].data + sample_bytes(target);
}

/// Whether rows of the picture's components are runs of samples, or of pairs of chroma. Shifted
/// samples will not do: the bits below them have to stay as they were.
bool has_plain_rows(const Target& target) {
  const bool integers = target.sample == SampleType::u8 || target.sample == SampleType::u16;
  if (!integers || target.shift != 0 || target.is_layer() || target.straight ||
      target.alpha.data != nullptr || target.held != whole(target.size) ||
      target.component[0].step != sample_bytes(target))
    return false;
  if (target.component[1].data == nullptr) return true;
  const int step = target.component[1].step;
  if (step != target.component[2].step) return false;
  return step == sample_bytes(target) || (step == 2 * sample_bytes(target) && is_in_turn(target));
}

bool is_opaque(const std::uint16_t* ramp) {
  for (std::size_t i = 0; i < ramp_size; ++i)
    if (ramp[4 * i + 3] != 65535) return false;
  return true;
}

/// Whether an image hides all that is under it, with one value for each pixel.
bool is_whole_cover(const Item& item, const ScrollingValues& values) {
  if (item.kind != ItemKind::image || item.group != no_group) return false;
  const TextureView& texture = *item.image.texture;
  return texture.texels == values.values && is_aligned(texture, item.image) && item.fill.a == 1 &&
         !(item.stroke.a > 0) && is_opaque(texture.ramp);
}

ScrollLook look_of(const Item& item, const ScrollingValues& values, std::uint64_t textures,
                   const Target& target) {
  const Size size = item.image.texture->size;
  const int left = -static_cast<int>(item.image.m[2]), top = -static_cast<int>(item.image.m[5]);
  ScrollLook look{values.source,
                  values.version,
                  left,
                  top,
                  left + size.width,
                  top + size.height,
                  textures,
                  target.size,
                  target.sample,
                  {},
                  target.is_subsampled(),
                  target.has_half_rows(),
                  target.siting};
  for (int i = 0; i < 3; ++i) look.steps[i] = target.component[i].step;
  std::memcpy(look.matrix, target.matrix, sizeof look.matrix);
  std::memcpy(look.offset, target.offset, sizeof look.offset);
  return look;
}

/// a / b, rounded up. Preconditions: a >= 0, b > 0.
int ceil_ratio(int a, int b) {
  return (a + b - 1) / b;
}
/// The first pixel from x on that begins a block. Precondition: x >= 0.
int next_block(int x) {
  return ceil_ratio(x, block_width) * block_width;
}

}  // namespace

void ScrolledSamples::reset(const Target& like, int top, int bottom) {
  like_ = like;
  is_valid = false;
  const auto bytes = static_cast<std::size_t>(sample_bytes(like));
  const int components = like.component[1].data == nullptr ? 1 : is_in_turn(like) ? 2 : 3;
  runs_.resize(static_cast<std::size_t>(components));
  for (int i = 0; i < components; ++i) {
    Run& run = runs_[static_cast<std::size_t>(i)];
    run.component = i;
    run.step = components == 2 && i == 1 ? 2 * bytes : bytes;
    run.across = i > 0 && like.is_subsampled() ? 2 : 1;
    run.down = i > 0 && like.has_half_rows() ? 2 : 1;
    run.top = top / run.down;
    run.stride = static_cast<std::size_t>(ceil_ratio(like.size.width, run.across)) * run.step;
    run.size = run.stride * static_cast<std::size_t>(ceil_ratio(bottom, run.down) - run.top);
    run.begin = 0;
    run.bytes.resize(run.size + slack_rows * run.stride);
  }
}

void ScrolledSamples::scroll(int columns) {
  for (Run& run : runs_) {
    run.begin += static_cast<std::size_t>(columns / run.across) * run.step;
    if (run.begin + run.size <= run.bytes.size()) continue;
    // What lies beyond the end belongs to columns that are painted anew.
    const std::size_t kept = run.bytes.size() - std::min(run.begin, run.bytes.size());
    std::memmove(run.bytes.data(), run.bytes.data() + run.bytes.size() - kept, kept);
    run.begin = 0;
  }
}

Target ScrolledSamples::target(int left) {
  Target target = like_;
  int bottom = 0, top = 0;
  for (Run& run : runs_) {
    const auto rows = static_cast<int>(run.size / run.stride);
    if (run.component == 0) {
      top = run.top;
      bottom = run.top + rows;
    }
    TargetPlane& plane = target.component[run.component];
    plane.data = run.bytes.data() + run.begin - static_cast<std::ptrdiff_t>(run.stride) * run.top;
    plane.stride = static_cast<std::ptrdiff_t>(run.stride);
    plane.left = left / run.across;
    plane.top = run.top;
    plane.bottom = run.top + rows;
  }
  if (runs_.size() == 2) {
    target.component[2] = target.component[1];
    target.component[2].data += sample_bytes(like_);
  }
  target.held = {left, top, like_.size.width - left, bottom - top};
  return target;
}

std::size_t ScrolledSamples::copy(const Target& to, const PixelRect& area) const {
  std::size_t bytes = 0;
  for (const Run& run : runs_) {
    const TargetPlane& plane = to.component[run.component];
    const int x = area.x / run.across, y = area.y / run.down;
    const auto width = static_cast<std::size_t>(area.width / run.across) * run.step;
    const std::byte* from = run.bytes.data() + run.begin +
                            run.stride * static_cast<std::size_t>(y - run.top) +
                            static_cast<std::size_t>(x) * run.step;
    std::byte* into = plane.data + y * plane.stride + std::ptrdiff_t{x} * plane.step;
    for (int row = 0; row < ceil_ratio(area.height, run.down); ++row) {
      std::memcpy(into, from, width);
      from += run.stride;
      into += plane.stride;
      bytes += width;
    }
  }
  return bytes;
}

bool ScrolledImage::place(const Item& item, SegmentRef ref, const ScrollingValues& values,
                          std::uint64_t textures, const Target& target) {
  if (!has_plain_rows(target) || !is_whole_cover(item, values)) return false;
  const ScrollLook look = look_of(item, values, textures, target);
  // Pixels that are wholly known: the column to their left is the image's, too, and they are not at
  // the picture's own edge, beyond which chroma repeats it.
  const int above = chroma_sees_above(target) ? 1 : 0;
  const int right = std::min(look.right, look.size.width);
  const int bottom = std::min(look.bottom, look.size.height);
  const bool to_the_end = bottom == look.size.height;  // the last row of tiles may be cut there
  rows_ = {ceil_ratio(std::max(look.top, 0) + above, tile_height),
           (to_the_end ? ceil_ratio(bottom, tile_height) : bottom / tile_height) - 1};
  kept_ = {next_block(std::max(look.left, 0) + 1), right / block_width * block_width};
  if (rows_.size() <= 0 || kept_.is_empty()) return false;

  ref_ = ref;
  if (!(look == look_)) {
    look_ = look;
    for (ScrolledSamples& samples : std::span(samples_).first(target.is_subsampled() ? 2 : 1))
      samples.reset(target, rows_.first * tile_height,
                    std::min((rows_.last + 1) * tile_height, bottom));
  }
  // Chroma lies on even columns of the picture, so it differs once the image has moved by one.
  phase_ = target.is_subsampled() ? static_cast<int>((values.first_column - look.left) & 1) : 0;
  ScrolledSamples& samples = samples_[phase_];
  const std::int64_t moved = values.first_column - samples.first_column;
  const bool goes_on = samples.is_valid && moved >= 0 && moved < kept_.size();
  if (goes_on) samples.scroll(static_cast<int>(moved));
  const int unknown =
      goes_on ? right - static_cast<int>(moved) - unsure_columns : std::max(look.left, 0);
  const int first = std::max(unknown, 0) / block_width * block_width;
  samples.first_column = values.first_column;
  samples.is_valid = true;
  canvas_ = samples.target(first);
  new_tiles_ =
      goes_on && moved == 0 ? TileRange{} : tiles_with(std::max(first - 1, 0), right, tile_width);
  return true;
}

BlockColumns ScrolledImage::kept_columns(TileRange pure) const {
  return {std::max(pure.first * tile_width + block_width, kept_.left),
          std::min((pure.last + 1) * tile_width, kept_.right)};
}

std::size_t ScrolledImage::copy(const Target& to, int row, BlockColumns columns) const {
  const int top = row * tile_height;
  return samples_[phase_].copy(
      to, {columns.left, top, columns.size(), std::min(tile_height, canvas_.held.bottom() - top)});
}

}  // namespace overlace
