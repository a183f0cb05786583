// SPDX-License-Identifier: Apache-2.0
// Effects on a full layer, and on a tenth of an NV12 picture, in boxes. Ours are whole frames: from
// the tracks to the drawing, the effect and compositing into NV12.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "bench/effect_timing.h"
#include "bench/peers/contest.h"
#include "bench/peers/families.h"
#include "bench/peers/tables.h"
#include "bench/rows.h"
#include "gpu/host/workers.h"
#include "gpu/replay.h"
#include "render/session.h"

namespace overlace {
namespace {

using Kind = PeerEffect::Kind;

/// The content of an opaque layer: boxes on a single colour, or dots everywhere.
enum class LayerContent : std::uint8_t { fills, dots };

/// An opaque picture with boxes on it, which an effect changes.
std::string layer_graph(LayerContent content) {
  return fmt::format(R"({{"overlace": 1, "nodes": {{
  "objects": {{"type": "track_file", "params": {{"path": "boxes"}}}},
  "paper": {{"type": "draw_fill", "params": {{"color": "#404850"}}}},
  "boxes": {{"type": "draw_boxes", "inputs": {{"tracks": "objects"}},
            "params": {{"fill": {{"map": "id", "palette": "bright"}}}}}},
  "dots": {{"type": "draw_pattern", "params": {{"kind": "dots", "amount": 1, "period": "0.4%"}}}},
  "drawing": {{"type": "composite", "inputs": {{"layers": ["paper", "boxes"{}]}}}}}},
  "composite": ["EFFECT"]}})",
                     content == LayerContent::dots ? R"(, "dots")" : "");
}
/// Boxes under which an effect changes the picture.
constexpr const char* picture_graph = R"({"overlace": 1, "nodes": {
  "objects": {"type": "track_file", "params": {"path": "boxes"}},
  "drawing": {"type": "draw_boxes", "inputs": {"tracks": "objects"},
              "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#fff"}}},
  "composite": ["EFFECT"]})";

/// The node of the effect.
Json node_of(const PeerEffect& effect, bool of_layer) {
  constexpr const char* names[] = {"blur", "pixelate", "warp", "aberration", "spectral"};
  Json params(Json::Object{}), inputs, node;
  const auto set = [&params](const char* name, float value) { params.set(name, double{value}); };
  if (effect.kind == Kind::blur) set("sigma", effect.sigma);
  if (effect.kind == Kind::pixelate) params.set("block", effect.block);
  if (effect.kind == Kind::warp) set("radius", effect.radius);
  if (effect.kind == Kind::warp || effect.kind == Kind::aberration) set("amount", effect.amount);
  if (effect.kind == Kind::spectral) set("wavelength", effect.wavelength);
  inputs.set(of_layer ? "layer" : "region", "drawing");
  node.set("type", fmt::format("{}_{}", of_layer ? "effect" : "picture",
                               names[static_cast<int>(effect.kind)]));
  node.set("inputs", std::move(inputs));
  node.set("params", std::move(params));
  return node;
}

std::shared_ptr<const Plan> plan_of(std::string text, const Json* effect,
                                    const std::vector<PixelRect>& boxes, Size size) {
  const std::string place = "EFFECT";
  text.replace(text.find(place), place.size(), effect != nullptr ? "effect" : "drawing");
  Json graph = parse_json(text, "boxes");
  if (effect != nullptr) graph.find("nodes")->set("effect", *effect);
  std::vector<TrackRow> rows;
  for (const PixelRect& box : boxes)
    rows.push_back({.frame = 0,
                    .id = static_cast<TrackId>(rows.size() + 1),
                    .box = {static_cast<float>(box.x), static_cast<float>(box.y),
                            static_cast<float>(box.width), static_cast<float>(box.height)}});
  const Session session({std::move(graph), "boxes"},
                        {.clip = {.size = size, .frame_count = 1},
                         .read_tracks = [&](const auto&) { return make_track_table(rows, {}); }});
  return session.plan(session.analyse(), {});
}

/// Two rows of boxes whose edges are at multiples of a unit.
struct BoxGrid {
  int unit = 2;  ///< px
  std::vector<PixelRect> boxes;

  /// Ten squares of 2/15 of the rows: a tenth of a 16:9 picture.
  explicit BoxGrid(Size size) : unit(std::max(2, size.height / 60 / 2 * 2)) {
    for (int i = 0; i < 10; ++i)
      boxes.push_back({(4 + i % 5 * 20) * unit, (6 + i / 5 * 30) * unit, 8 * unit, 8 * unit});
  }
};

/// The drawing on an empty picture, as RGBA.
std::vector<std::uint8_t> drawn_alone(const std::shared_ptr<const Plan>& plan, Size size) {
  std::vector<std::uint8_t> pixels(std::size_t{4} *
                                   static_cast<std::size_t>(size.width * size.height));
  ImageView view = rgb_view(size, pixels);
  view.format.alpha = true;
  view.format.components = 4;
  view.format.component_offset = {0, 1, 2, 3};
  view.planes[0].stride = std::ptrdiff_t{4} * size.width;
  make_cpu_replay(plan, {})->draw({}, view);
  return pixels;
}

class EffectContest {
 public:
  EffectContest(const PeerOptions& options, BenchReport& report)
      : options_(options),
        report_(report),
        grid_(options.size),
        fresh_(options.size, options.seed) {}

  void of_layer(const PeerEffect& effect, LayerContent content = LayerContent::fills) {
    const Json node = node_of(effect, true);
    if (!is_wanted(node)) return;
    const std::string graph = layer_graph(content);
    const auto alone = plan_of(graph, nullptr, grid_.boxes, options_.size);
    const auto plan = plan_of(graph, &node, grid_.boxes, options_.size);
    const std::vector<std::uint8_t> pixels = drawn_alone(alone, options_.size);
    const std::vector<std::uint8_t> wanted = drawn_alone(plan, options_.size);
    const std::string where = content == LayerContent::fills ? "" : ", dots everywhere";
    play(name_of(node) + where, effect, plan, layer_families(), std::as_bytes(std::span(pixels)),
         [&](const BenchPicture&, std::span<const std::byte> theirs) {
           // Each program sees something else beyond the edges.
           const int margin = static_cast<int>(std::ceil(4 * effect.sigma + effect.amount)) + 2;
           const PixelRect inner{margin, margin, options_.size.width - 2 * margin,
                                 options_.size.height - 2 * margin};
           return difference(std::as_bytes(std::span(wanted)), theirs, 4, {&inner, 1});
         });
  }
  void of_picture(PeerEffect effect) {
    effect.boxes = grid_.boxes;
    const Json node = node_of(effect, false);
    if (!is_wanted(node)) return;
    const auto plan = plan_of(picture_graph, &node, grid_.boxes, options_.size);
    play(name_of(node), effect, plan, picture_families(), fresh_.samples(),
         [&](const BenchPicture& ours, std::span<const std::byte> theirs) {
           return difference(ours.samples(), theirs, 1, effect.boxes);
         });
  }
  [[nodiscard]] int unit() const { return grid_.unit; }

 private:
  [[nodiscard]] bool is_wanted(const Json& node) const {
    const auto& wanted = options_.effects;
    return wanted.empty() || std::ranges::count(wanted, node.find("type")->as_string()) > 0;
  }

  using Difference = std::function<int(const BenchPicture&, std::span<const std::byte>)>;

  void play(const std::string& name, const PeerEffect& effect,
            const std::shared_ptr<const Plan>& plan,
            std::span<const PeerFamily<EffectPeers>> families, std::span<const std::byte> pixels,
            const Difference& difference) {
    BenchPicture ours = fresh_;
    const int threads = worker_count(options_.threads);
    const auto replay = make_cpu_replay(plan, {.threads = threads});
    // For effects that move pixels, the target is twice as fast.
    const bool moves = effect.kind == Kind::warp || effect.kind == Kind::aberration;
    std::vector<std::pair<double, std::unique_ptr<EffectPeer>>> peers;
    std::vector<Contestant> all = {
        {name, [&] { std::ranges::copy(fresh_.samples(), ours.samples().begin()); },
         [&] { replay->draw({}, ours.view()); }}};
    for (const auto& family : families)
      if (family.make != nullptr)
        for (auto& peer : family.make({options_.size, threads}))
          if (peer->knows(effect.kind))
            peers.emplace_back(moves ? std::min(family.target, 2.0) : family.target,
                               std::move(peer));
    for (auto& [target, peer] : peers) {
      const auto prepare = [&pixels, &effect, &one = *peer] { one.prepare(pixels, effect); };
      prepare();
      all.push_back({peer->name(), prepare, [&one = *peer] { one.run(); }});
    }
    contest(all, {.rounds = options_.rounds, .clock = options_.effects_clock}, [](bool) {});
    const double own = median(all[0].times);
    report_.add({name, fmt::format("{:.2f} ms", own), "", RowStatus::ok, {{"median_ms", own}}});
    for (std::size_t i = 0; i < all.size(); ++i) {  // once more, on fresh pixels
      all[i].prepare();
      all[i].run();
      if (i > 0)
        add_ratio(all, i, *peers[i - 1].second, peers[i - 1].first,
                  difference(ours, peers[i - 1].second->pixels()));
    }
  }

  void add_ratio(const std::vector<Contestant>& all, std::size_t i, const EffectPeer& peer,
                 double target, int off) {
    const double longer = times_longer(all[0], all[i]);
    report_.add({fmt::format("faster than {}", all[i].name),
                 fmt::format("{:.2f} times, at most {} codes apart", longer, off),
                 target > 0 ? fmt::format(">= {:g} times", target) : "",
                 off > peer.tolerance() ? RowStatus::failed : at_least(longer, target),
                 {{"ratio", longer}, {"difference", off}}});
  }

  /// "picture_blur, sigma 4".
  static std::string name_of(const Json& node) {
    std::string name = node.find("type")->as_string();
    for (const auto& [key, value] : node.find("params")->as_object())
      name += fmt::format(", {} {:g}", key, value.as_number());
    return name;
  }

  /// The largest difference of two pictures, in code values, inside boxes without chroma's rim.
  int difference(std::span<const std::byte> a, std::span<const std::byte> b, int components,
                 std::span<const PixelRect> boxes) const {
    int largest = 0;
    for (const PixelRect& box : boxes)
      for (int y = box.y + 2; y < box.bottom() - 2; ++y) {
        const std::ptrdiff_t row = std::ptrdiff_t{y} * options_.size.width;
        for (std::ptrdiff_t x = (row + box.x + 2) * components;
             x < (row + box.right() - 2) * components; ++x) {
          const auto at = static_cast<std::size_t>(x);
          largest = std::max(largest, std::abs(static_cast<int>(a[at]) - static_cast<int>(b[at])));
        }
      }
    return largest;
  }

  const PeerOptions& options_;
  BenchReport& report_;
  BoxGrid grid_;
  BenchPicture fresh_;
};

}  // namespace

void print_effects(const PeerOptions& options, BenchReport& report) {
  check_effect_names(options.effects);
  EffectContest contest(options, report);
  const auto rows = static_cast<float>(options.size.height);
  const PeerEffect push{.kind = Kind::warp, .sigma = 0, .amount = rows / 50, .radius = rows / 10};
  for (const float sigma : {4.0F, 10.0F, 43.0F}) contest.of_picture({.sigma = sigma});
  contest.of_picture({.kind = Kind::pixelate, .block = contest.unit()});
  contest.of_picture(push);
  for (const float sigma : {2.0F, 10.0F, 40.0F}) contest.of_layer({.sigma = sigma});
  contest.of_layer({.sigma = 2}, LayerContent::dots);
  contest.of_layer(push);
  contest.of_layer(push, LayerContent::dots);
  contest.of_layer({.kind = Kind::aberration, .sigma = 0, .amount = rows / 400});
  // With mirror images around it, this is a transform of 1024 x 1024.
  PeerOptions square = options;
  square.size = {960, 960};
  EffectContest(square, report).of_layer({.kind = Kind::spectral, .sigma = 8});
}

}  // namespace overlace
