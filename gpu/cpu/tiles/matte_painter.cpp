// SPDX-License-Identifier: Apache-2.0
// Runs the steps of a plan with the alpha of each owner's primitives in place of their colours:
// each run of one owner is a group, and the rasteriser hands out what groups have painted.
#include "gpu/matte_painter.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "gpu/cpu/tiles/owner_tile.h"
#include "gpu/host/stages.h"
#include "gpu/host/workers.h"
#include "gpu/raster.h"
#include "graph/core/orientation.h"

namespace overlace {
namespace {

/// The beginning or the end of a group that is blended normally over what is below it.
Primitive edge_of_run(PrimitiveKind kind) {
  Primitive edge;
  edge.kind = kind;
  if (kind == PrimitiveKind::group_begin) edge.group = {BlendMode::normal, 1};
  return edge;
}

class CpuMattePainter final : public MattePainter {
 public:
  CpuMattePainter(std::shared_ptr<const Plan> plan, const ReplayOptions& options);

  const OwnerMatte& paint(const FrameTime& time) override;
  std::span<const PrimitiveOwner> owners() const override { return owners_; }

 private:
  /// Gives an effect's output layer the matte of its input drawing.
  void hand_on(const EffectStep& work);
  /// Paints what was drawn since the last raster step, and clears the list.
  void take_list(OwnerMatte& into);
  void begin_group(const GroupGeometry& geometry);
  void end_group();
  [[nodiscard]] OwnerMatte& open() { return depth_ == 0 ? *target_ : groups_[depth_ - 1].matte; }
  /// Adds a primitive to the run of its owner, or begins a new run.
  void add(const Primitive& primitive, const PrimitiveOwner& owner);
  /// Paints the runs collected so far, all in one pass.
  void paint_runs();
  /// As OwnerTaker::take.
  static void take(void* painter, int column, int row, std::uint32_t group, const TileValues& alpha,
                   TileRows rows);
  [[nodiscard]] std::uint32_t number_of(const PrimitiveOwner& owner);

  /// An open group, and how it will be laid over the one around it.
  struct OpenGroup {
    OwnerMatte matte;
    GroupGeometry geometry{};
  };

  std::shared_ptr<const Plan> plan_;
  Workers workers_;
  HostStages stages_;
  Rasterizer rasterizer_;
  Size size_;
  DisplayList list_;  ///< since the last raster step
  DisplayList runs_;  ///< groups of one owner each, with all that the list refers to
  std::vector<PrimitiveOwner> run_owners_;    ///< by group
  std::vector<std::uint32_t> owner_numbers_;  ///< by group
  std::vector<OwnerMatte> layers_;            ///< by buffer
  OwnerMatte frame_;
  OwnerMatte* target_ = nullptr;   ///< what the list is painted into
  std::vector<OpenGroup> groups_;  ///< the first `depth_` are open
  std::size_t depth_ = 0;
  std::vector<PrimitiveOwner> owners_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  ///< by step and row
};

CpuMattePainter::CpuMattePainter(std::shared_ptr<const Plan> plan, const ReplayOptions& options)
    : plan_(std::move(plan)),
      workers_(worker_count(options.threads)),
      stages_(plan_, workers_.arena(), options.simd, options.link_memory),
      rasterizer_(options, workers_),
      size_(stored_size(plan_->clip)),
      layers_(plan_->layer_buffers, OwnerMatte(size_)),
      frame_(size_) {
  list_.owners.emplace();
  list_.atlas = runs_.atlas = &stages_.atlas();
  list_.textures = runs_.textures = &plan_->textures;
  runs_.stored = plan_->clip.stored;
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
  runs_.outlines = list_.outlines;
  runs_.values = list_.values;
  runs_.scrolling = list_.scrolling;
  for (std::size_t i = 0; i < list_.primitives.size(); ++i) {
    const Primitive& primitive = list_.primitives[i];
    switch (primitive.kind) {
      case PrimitiveKind::group_begin:
        paint_runs();
        begin_group(primitive.group);
        break;
      case PrimitiveKind::group_end:
        paint_runs();
        end_group();
        break;
      case PrimitiveKind::layer:
        paint_runs();
        open().lay(layers_[primitive.layer.layer], BlendMode::normal, 1);
        break;
      default:
        add(primitive, list_.owners->of(i));
    }
  }
  paint_runs();
  list_.clear();
}

void CpuMattePainter::begin_group(const GroupGeometry& geometry) {
  if (depth_ == groups_.size()) groups_.push_back({OwnerMatte(size_), {}});
  groups_[depth_].matte.clear();
  groups_[depth_].geometry = geometry;
  ++depth_;
}

void CpuMattePainter::end_group() {
  const OpenGroup& group = groups_[--depth_];
  open().lay(group.matte, group.geometry.blend, group.geometry.opacity);
}

void CpuMattePainter::add(const Primitive& primitive, const PrimitiveOwner& owner) {
  const bool goes_on = primitive.kind == PrimitiveKind::curve && primitive.joined;
  if (run_owners_.empty() || (owner != run_owners_.back() && !goes_on)) {
    if (!run_owners_.empty()) runs_.primitives.push_back(edge_of_run(PrimitiveKind::group_end));
    runs_.primitives.push_back(edge_of_run(PrimitiveKind::group_begin));
    run_owners_.push_back(owner);
  }
  runs_.primitives.push_back(primitive);
}

void CpuMattePainter::paint_runs() {
  if (run_owners_.empty()) return;
  runs_.primitives.push_back(edge_of_run(PrimitiveKind::group_end));
  owner_numbers_.clear();
  for (const PrimitiveOwner& owner : run_owners_) owner_numbers_.push_back(number_of(owner));
  rasterizer_.draw_owners(runs_, size_, {this, take});
  runs_.primitives.clear();
  run_owners_.clear();
}

void CpuMattePainter::take(void* painter, int column, int row, std::uint32_t group,
                           const TileValues& alpha, TileRows rows) {
  auto& self = *static_cast<CpuMattePainter*>(painter);
  const std::size_t tile = static_cast<std::size_t>(row) * layer_tiles(self.size_.width) + column;
  self.open().paint(tile, self.owner_numbers_[group], alpha, rows);
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
