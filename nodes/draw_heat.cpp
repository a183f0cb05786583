// SPDX-License-Identifier: Apache-2.0
// draw_heat: shows where objects have been, and for how long, as colours over the picture.
#include <algorithm>
#include <cmath>
#include <vector>

#include "graph/data/frame_tracks.h"
#include "graph/data/heat_sums.h"
#include "graph/plan/paint.h"
#include "node_list.h"
#include "nodes/parts/ramp_params.h"
#include "nodes/parts/shared_params.h"

namespace overlace {
namespace {

/// What the hottest colour stands for.
enum class HeatScale : std::uint8_t { clip, frame, number };
/// How heat, as a share of the hottest, becomes a share of the ramp.
enum class HeatCurve : std::uint8_t { linear, root };

struct Params {
  HeatShape shape = HeatShape::point;
  Anchor anchor = Anchor::bottom;
  Number radius{percent(4)};
  HeatMode mode = HeatMode::total;
  Number seconds{10};
  HeatScale scale = HeatScale::clip;
  Number full{5};
  HeatCurve curve = HeatCurve::linear;
  std::vector<std::string> ramp{"turbo"};
  Number floor{0.02F};
  Number soft{0.2F};
  Number weight{1};
  Number opacity{0.6F};
};

/// What a plan holds for the heat map.
struct PlannedHeat {
  std::shared_ptr<const HeatSums> sums;
  PlanTexture ramp;
  std::uint64_t full = 0;  ///< value of the hottest colour; 0: the largest of each frame
};

/// The weight of each row of the table in its frame.
std::vector<float> weights(const Params& p, const PrepareContext& context) {
  const TrackTable& table = *context.tracks;
  const FrameTracks tracks(table);
  std::vector<float> weights(table.row_count(), 0.0F);
  for (std::int32_t i = 0; i < table.frame_count(); ++i) {
    const std::int32_t frame = table.first_frame + i;
    const TrackView view = tracks.at(frame);
    const FrameNumber weight = p.weight.at(time_of(context.clip, frame));
    if (!weight.mapped) {
      std::fill(weights.begin() + view.rows.begin, weights.begin() + view.rows.end,
                weight.constant);
      continue;
    }
    for (std::uint32_t row = view.rows.begin; row < view.rows.end; ++row)
      weights[row] = weight.at(view, {.row = row});
  }
  return weights;
}

/// The ramp's colours: transparent up to the floor, then fading in over the soft range above it.
std::array<Color, ramp_size> heat_colors(const Params& p) {
  const std::vector<Color> colors = needed_ramp_colors("ramp", p.ramp);
  const float floor = p.floor.constant.value, soft = std::max(p.soft.constant.value, 1e-6F);
  std::array<Color, ramp_size> out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const float at = static_cast<float>(i) / static_cast<float>(out.size() - 1);
    const float t = std::clamp((at - floor) / soft, 0.0F, 1.0F);
    out[i] = color_between(colors, at);
    out[i].a *= t * t * (3 - 2 * t);
  }
  return out;
}

/// The sums, as kept from an earlier plan if nothing has changed that they depend on.
std::shared_ptr<const HeatSums> sums_of(HeatRule rule, const PrepareContext& context) {
  Digest key;
  key.add("heat sums");
  const double numbers[] = {static_cast<double>(rule.shape), static_cast<double>(rule.anchor),
                            rule.radius, static_cast<double>(rule.mode),
                            static_cast<double>(rule.window)};
  key.add(numbers, sizeof numbers);
  key.add(rule.weight.data(), rule.weight.size() * sizeof(float));
  return context.of_tracks.get<HeatSums>(
      std::move(key),
      [&] { return HeatSums(*context.tracks, HeatGrid(context.clip.size), std::move(rule)); },
      [](const HeatSums& sums) { return sums.kept_bytes(); });
}

std::shared_ptr<const PlannedHeat> plan(const Params& p, PrepareContext& context) {
  const double rate = context.clip.frame_rate.value();
  const auto frames = std::lround(std::clamp(p.seconds.constant.value * rate, 1.0, 1e6));
  HeatRule rule{.shape = p.shape,
                .anchor = p.anchor,
                .radius = p.radius.at(time_of(context.clip, 0)).constant,
                .mode = p.mode,
                .window = static_cast<std::int32_t>(frames),
                .weight = weights(p, context),
                .clip = context.clip};
  std::shared_ptr<const HeatSums> sums = sums_of(std::move(rule), context);
  std::uint64_t full = 0;
  if (p.scale == HeatScale::clip) full = std::max(sums->peak(), std::uint64_t{1});
  if (p.scale == HeatScale::number)
    full = static_cast<std::uint64_t>(std::max(
        std::llround(static_cast<double>(sums->unit()) * p.full.constant.value * rate), 1LL));
  const std::uint16_t none = 0;
  const PlanTexture ramp = context.own_texture(
      std::make_shared<const Texture>(make_value_texture({1, 1}, {&none, 1}, heat_colors(p))));
  return std::make_shared<const PlannedHeat>(PlannedHeat{std::move(sums), ramp, full});
}

/// One replay's memory.
struct Scratch {
  HeatSums::Memory sums;
  std::vector<std::uint64_t> values;
  std::vector<std::uint16_t> shares;  ///< values relative to the hottest, in 1/65535
};

constexpr double most = 65535;  ///< a share of 1

/// Cells [left, right) x [top, bottom).
struct CellBox {
  int left, top, right, bottom;
};

/// The cells that have values, and one more on each side; nothing is painted beyond them.
CellBox cells_with_values(std::span<const std::uint16_t> shares, Size cells) {
  CellBox box{cells.width, cells.height, 0, 0};
  for (int y = 0; y < cells.height; ++y) {
    const auto row =
        shares.subspan(static_cast<std::size_t>(y) * static_cast<std::size_t>(cells.width),
                       static_cast<std::size_t>(cells.width));
    const auto first = std::ranges::find_if(row, [](std::uint16_t v) { return v > 0; });
    if (first == row.end()) continue;
    int end = cells.width;
    while (row[static_cast<std::size_t>(end - 1)] == 0) --end;
    box.left = std::min(box.left, static_cast<int>(first - row.begin()));
    box.right = std::max(box.right, end);
    box.top = std::min(box.top, y);
    box.bottom = y + 1;
  }
  return {std::max(box.left - 1, 0), std::max(box.top - 1, 0), std::min(box.right + 1, cells.width),
          std::min(box.bottom + 1, cells.height)};
}

/// Paints some of the cells as a picture of values, each at the centre of its cell.
void paint(const PlannedHeat& heat, std::span<const std::uint16_t> shares, const CellBox& box,
           float opacity, DisplayList& out) {
  const HeatGrid& grid = heat.sums->grid();
  const float per_px = 1 / grid.cell;
  Primitive image;
  image.kind = PrimitiveKind::image;
  image.image = {.to_texture = {per_px, 0, -static_cast<float>(box.left), 0, per_px,
                                -static_cast<float>(box.top)},
                 .texture = heat.ramp.index,
                 .values = {{box.right - box.left, box.bottom - box.top},
                            static_cast<std::uint32_t>(out.values.size())}};
  image.fill = {0, 0, 0, opacity};
  for (int y = box.top; y < box.bottom; ++y) {
    const auto* row = shares.data() + std::size_t(y) * std::size_t(grid.cells.width);
    out.values.insert(out.values.end(), row + box.left, row + box.right);
  }
  out.primitives.push_back(image);
}

void draw(const Params& p, const PlannedHeat& heat, Scratch& scratch, const HostInputs& in,
          DisplayList& out) {
  const float opacity = p.opacity.at(in.time).constant;
  if (!(opacity > 0)) return;
  heat.sums->at(*in.table, in.time.frame, scratch.sums, scratch.values);
  const std::uint64_t full = heat.full > 0 ? heat.full : std::ranges::max(scratch.values);
  if (full == 0) return;
  const auto floor = static_cast<double>(p.floor.at(in.time).constant);
  std::ranges::transform(scratch.values, scratch.shares.begin(), [&](std::uint64_t value) {
    const double heat = static_cast<double>(value) / static_cast<double>(full);
    const double share = p.curve == HeatCurve::root ? std::sqrt(heat) : heat;
    return static_cast<std::uint16_t>(share < floor ? 0 : std::min(share * most + 0.5, most));
  });
  const CellBox box = cells_with_values(scratch.shares, heat.sums->grid().cells);
  if (box.left < box.right && box.top < box.bottom) paint(heat, scratch.shares, box, opacity, out);
}

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  if (context.tracks == nullptr)
    return [](const auto&) { return HostDraw([](const auto&, auto&) {}); };
  return [params, heat = plan(*params, context)](const std::shared_ptr<GlyphAtlas>&) -> HostDraw {
    const std::size_t cells = heat->sums->grid().count();
    auto scratch = std::make_shared<Scratch>(Scratch{heat->sums->make_memory(),
                                                     std::vector<std::uint64_t>(cells),
                                                     std::vector<std::uint16_t>(cells)});
    return [params, heat, scratch](const HostInputs& in, DisplayList& out) {
      draw(*params, *heat, *scratch, in, out);
    };
  };
}

}  // namespace

NodeType draw_heat() {
  return Node<Params>("draw_heat", Stage::drawing,
                      "Shows where objects have been, and for how long, as a heat map.")
      .input("tracks", Stage::tracks, "The objects that leave heat.")
      .choice<HeatShape>("shape", &Params::shape,
                         {{"point", HeatShape::point}, {"box", HeatShape::box}},
                         "Where an object leaves heat: in a spot around its anchor, or in its box.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names, "Centre of the spot.")
      .fixed_number("radius", &Params::radius, {0, 1e4, Unit::px}, "Radius of the spot.")
      .choice<HeatMode>(
          "mode", &Params::mode,
          {{"total", HeatMode::total}, {"window", HeatMode::window}, {"fade", HeatMode::fade}},
          "What counts: all frames so far, those of the last seconds, or all with weights that "
          "fade with age.")
      .fixed_number("seconds", &Params::seconds, {0, 1e5, Unit::seconds},
                    "How long heat lasts in modes window and fade.")
      .choice<HeatScale>(
          "scale", &Params::scale,
          {{"clip", HeatScale::clip}, {"frame", HeatScale::frame}, {"number", HeatScale::number}},
          "What the hottest colour stands for: the maximum of the whole clip, so that colours keep "
          "their meaning; that of the frame; or a number.")
      .fixed_number("full", &Params::full, {1e-3, 1e9, Unit::seconds},
                    "That number: seconds that one object spends in a place.")
      .choice<HeatCurve>("curve", &Params::curve,
                         {{"linear", HeatCurve::linear}, {"root", HeatCurve::root}},
                         "How heat becomes colour: in proportion, or by its square root, so that "
                         "quiet places show beside a busy one.")
      .text_list("ramp", &Params::ramp, "Name of a ramp, or colours from cold to hot.")
      .fixed_number("floor", &Params::floor, {0, 1, Unit::ratio},
                    "Colours below this share of the ramp are not shown.")
      .fixed_number("soft", &Params::soft, {0, 1, Unit::ratio},
                    "Share above that over which the colours fade in.")
      .number("weight", &Params::weight, {0, HeatSums::most_weight},
              "How much an object counts; map it to count only some of them.")
      .per_frame()
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of the hottest colours.")
      .shown_with("seconds", R"({"mode": "window", "seconds": 0.3})")
      .shown_with("full", R"({"scale": "number", "full": 0.2})")
      .shown_with("weight", R"({"scale": "number", "full": 0.2})")
      .draws_with_memory(prepare);
}

}  // namespace overlace
