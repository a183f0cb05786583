// SPDX-License-Identifier: Apache-2.0
// The steps of a plan, with the alpha of each owner's primitives in place of their colours.
#include "gpu/matte_painter.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "gpu/host/stages.h"
#include "gpu/host/workers.h"
#include "gpu/kernels/tiled_image.h"
#include "gpu/layer.h"
#include "gpu/raster.h"
#include "graph/core/orientation.h"

namespace overlace {
namespace {

/// The alpha of a layer's pixel, which is its last half, as half_to_float has it. It is finite, so
/// that no branch is needed and several pixels are converted at once: sign and magnitude go where a
/// float has them, and a power of two makes up for the smaller exponent.
float alpha_of(const std::uint16_t* pixel) {
  std::uint64_t halves = 0;
  std::memcpy(&halves, pixel, sizeof halves);
  const auto alpha = static_cast<std::uint32_t>(halves >> 32U);
  return std::bit_cast<float>((alpha & 0x80000000U) | (alpha & 0x7FFF0000U) >> 3U) * 0x1p112F;
}

/// The alpha of a tile. Opaque ones need not hold their pixels.
TileValues alpha_in(const Layer16& layer, std::size_t tile, const PixelRect& pixels) {
  TileValues alpha{};
  const bool opaque = is_opaque_tile(layer.occupied[tile]);
  const auto width = static_cast<std::size_t>(pixels.width);
  for (int y = 0; y < pixels.height; ++y) {
    float* const row = alpha.data() + std::size_t{layer_tile} * static_cast<std::size_t>(y);
    if (opaque) {
      std::fill_n(row, width, 1.0F);
      continue;
    }
    const auto first =
        static_cast<std::size_t>(pixels.y + y) * static_cast<std::size_t>(layer.size.width) +
        static_cast<std::size_t>(pixels.x);
    const std::uint16_t* const from = layer.pixels.data() + first * 4;
    for (std::size_t x = 0; x < width; ++x) row[x] = alpha_of(from + x * 4);
  }
  return alpha;
}

/// Appends the tiles of a layer that hold anything. Most are empty: eight are looked at together.
void list_occupied(std::span<const std::uint8_t> occupied, std::vector<std::size_t>& to) {
  std::uint64_t eight = 0;
  for (std::size_t tile = 0; tile < occupied.size(); tile += sizeof eight, eight = 0) {
    const std::span some =
        occupied.subspan(tile).first(std::min(sizeof eight, occupied.size() - tile));
    std::memcpy(&eight, some.data(), some.size());
    for (std::size_t i = 0; eight != 0 && i < some.size(); ++i)
      if (some[i] != 0) to.push_back(tile + i);
  }
}

/// Tiles of a matte that a worker takes at once, from a few microseconds on.
constexpr std::size_t tiles_at_once = 16;

class CpuMattePainter final : public MattePainter {
 public:
  CpuMattePainter(std::shared_ptr<const Plan> plan, const ReplayOptions& options);

  const OwnerMatte& paint(const FrameTime& time) override;
  std::span<const PrimitiveOwner> owners() const override { return owners_; }

 private:
  /// Gives an effect's layer the matte of its drawing.
  void hand_on(const EffectStep& work);
  /// Paints what was drawn since the last raster step, and forgets it.
  void take_list(OwnerMatte& into);
  void begin_group(const GroupGeometry& geometry);
  void end_group();
  [[nodiscard]] OwnerMatte& open() { return depth_ == 0 ? *target_ : groups_[depth_ - 1].matte; }
  /// Paints the primitives that are at hand for their owner.
  void paint_run();
  [[nodiscard]] std::uint32_t number_of(const PrimitiveOwner& owner);

  /// A group that is open, and how it will be laid over what is around it.
  struct OpenGroup {
    OwnerMatte matte;
    GroupGeometry geometry{};
  };

  std::shared_ptr<const Plan> plan_;
  tbb::task_arena arena_;
  HostStages stages_;
  Rasterizer rasterizer_;
  Layer16 alpha_;                   ///< of the run at hand
  DisplayList list_;                ///< since the last raster step
  DisplayList run_;                 ///< primitives of one owner, with all that the list refers to
  PrimitiveOwner owner_;            ///< of the run
  std::vector<OwnerMatte> layers_;  ///< by buffer
  std::vector<std::size_t> tiles_;  ///< that the run has painted
  OwnerMatte frame_;
  OwnerMatte* target_ = nullptr;   ///< what the list is painted into
  std::vector<OpenGroup> groups_;  ///< the first `depth_` are open
  std::size_t depth_ = 0;
  std::vector<PrimitiveOwner> owners_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  ///< by step and row
};

CpuMattePainter::CpuMattePainter(std::shared_ptr<const Plan> plan, const ReplayOptions& options)
    : plan_(std::move(plan)),
      arena_(worker_count(options.threads)),
      stages_(plan_, arena_, options.simd, options.link_memory),
      rasterizer_(options),
      alpha_(stored_size(plan_->clip)),
      layers_(plan_->layer_buffers, OwnerMatte(alpha_.size)),
      frame_(alpha_.size) {
  list_.owners.emplace();
  list_.atlas = run_.atlas = &stages_.atlas();
  list_.textures = run_.textures = &plan_->textures;
  run_.stored = plan_->clip.stored;
}

const OwnerMatte& CpuMattePainter::paint(const FrameTime& time) {
  owners_.clear();
  numbers_.clear();
  list_.clear();
  frame_.clear();
  stages_.begin(time);
  for (std::size_t i = 0; i < plan_->steps.size(); ++i) {
    const auto& work = plan_->steps[i].work;
    if (const auto* raster = std::get_if<RasterStep>(&work)) {
      if (!raster->layer) {
        take_list(frame_);
        continue;
      }
      OwnerMatte& layer = layers_[plan_->layers[*raster->layer].buffer];
      layer.clear();
      take_list(layer);
    } else if (const auto* effect = std::get_if<EffectStep>(&work)) {
      hand_on(*effect);
    } else {
      stages_.run(i, list_);
    }
  }
  return frame_;
}

void CpuMattePainter::hand_on(const EffectStep& work) {
  OwnerMatte& output = layers_[plan_->layers[work.output].buffer];
  const std::size_t drawing = work.inputs.empty() ? no_slot : work.inputs.front();
  if (drawing == no_slot)
    output.clear();
  else
    output = layers_[plan_->layers[drawing].buffer];
}

void CpuMattePainter::take_list(OwnerMatte& into) {
  target_ = &into;
  depth_ = 0;
  run_.outlines = list_.outlines;
  run_.values = list_.values;
  for (std::size_t i = 0; i < list_.primitives.size(); ++i) {
    const Primitive& primitive = list_.primitives[i];
    switch (primitive.kind) {
      case PrimitiveKind::group_begin:
        paint_run();
        begin_group(primitive.group);
        break;
      case PrimitiveKind::group_end:
        paint_run();
        end_group();
        break;
      case PrimitiveKind::layer:
        paint_run();
        open().lay(layers_[primitive.layer.layer], BlendMode::normal, 1);
        break;
      default: {
        const PrimitiveOwner owner = list_.owners->of(i);
        const bool goes_on = primitive.kind == PrimitiveKind::curve && primitive.joined;
        if (owner != owner_ && !goes_on) paint_run();
        if (run_.primitives.empty()) owner_ = owner;
        run_.primitives.push_back(primitive);
      }
    }
  }
  paint_run();
  list_.clear();
}

void CpuMattePainter::begin_group(const GroupGeometry& geometry) {
  if (depth_ == groups_.size()) groups_.push_back({OwnerMatte(alpha_.size), {}});
  groups_[depth_].matte.clear();
  groups_[depth_].geometry = geometry;
  ++depth_;
}

void CpuMattePainter::end_group() {
  const OpenGroup& group = groups_[--depth_];
  open().lay(group.matte, group.geometry.blend, group.geometry.opacity);
}

void CpuMattePainter::paint_run() {
  if (run_.primitives.empty()) return;
  rasterizer_.draw(run_, {}, alpha_, {}, true);
  run_.primitives.clear();
  const std::uint32_t owner = number_of(owner_);
  OwnerMatte& matte = open();
  tiles_.clear();
  list_occupied(alpha_.occupied, tiles_);
  const auto paint = [&](const tbb::blocked_range<std::size_t>& some) {
    for (std::size_t i = some.begin(); i != some.end(); ++i)
      matte.paint(tiles_[i], owner, alpha_in(alpha_, tiles_[i], matte.pixels_of(tiles_[i])));
  };
  const tbb::blocked_range<std::size_t> all(0, tiles_.size(), tiles_at_once);
  if (tiles_.size() <= tiles_at_once) return paint(all);
  arena_.execute([&] { tbb::parallel_for(all, paint); });
}

std::uint32_t CpuMattePainter::number_of(const PrimitiveOwner& owner) {
  const auto next = static_cast<std::uint32_t>(owners_.size());
  const auto [at, is_new] =
      numbers_.try_emplace(std::uint64_t{owner.step} << 32U | owner.row, next);
  if (is_new) owners_.push_back(owner);
  return at->second;
}

}  // namespace

std::unique_ptr<MattePainter> make_matte_painter(std::shared_ptr<const Plan> plan,
                                                 const ReplayOptions& options) {
  return std::make_unique<CpuMattePainter>(std::move(plan), options);
}

}  // namespace overlace
