// SPDX-License-Identifier: Apache-2.0
// lower_nodes: prepares each frame node and writes its step, in pipeline order.
#include <algorithm>
#include <iterator>
#include <utility>

#include "graph/compile/compiler_passes.h"
#include "graph/compile/link_ages.h"

namespace overlace {
namespace {

using Steps = std::vector<Step>;

Step step_of(std::string name, std::string_view stage, decltype(Step::work) work) {
  return {.name = std::move(name), .stage = std::string(stage), .work = std::move(work)};
}

/// The name of a node's step, slot or layer.
std::string label(const GraphNode& node) {
  if (node.frames_ago == 0) return node.name;
  return node.name + ", " + std::to_string(node.frames_ago) + " frames ago";
}

/// An operation that draws with a node's own code, the same in all frames.
Lower<DrawOp> host_draw(MakeHostDraw with) {
  const auto make = std::make_shared<const MakeHostDraw>(std::move(with));
  return [make](const FrameTime&) { return DrawOp(HostDrawOp{make.get()}); };
}

/// Paints the rectangle that a group is clipped to. A side at the picture's edge is moved beyond
/// it, so that no pixel there is partly covered.
Lower<DrawOp> clip_rectangle(const GroupParams& group) {
  HostDraw draw = [group](const HostInputs& in, DisplayList& out) {
    const auto width = static_cast<float>(in.clip.size.width);
    const auto height = static_cast<float>(in.clip.size.height);
    const auto place = [&](const Number& side, float length) {
      const float part = clamp(side.at(in.time).constant, 0.0F, 1.0F);
      constexpr float beyond = 4;
      return part == 0 ? -beyond : part == 1 ? length + beyond : part * length;
    };
    const Vec2 low{place(group.clip_left, width), place(group.clip_top, height)};
    const Vec2 high{place(group.clip_right, width), place(group.clip_bottom, height)};
    if (!(low.x < high.x && low.y < high.y)) return;
    Primitive rectangle;
    rectangle.kind = PrimitiveKind::shape;
    rectangle.shape = {(low + high) * 0.5F, (high - low) * 0.5F, 0, 0, ShapeKind::rounded_box};
    rectangle.fill = {1, 1, 1, 1};
    out.primitives.push_back(rectangle);
  };
  return host_draw([draw = std::move(draw)](const auto&) { return draw; });
}

/// The same links, with their ages.
Lower<LinkOp> with_age(Lower<LinkOp> lower) {
  return [lower = std::move(lower)](const FrameTime& time) {
    LinkOp op = lower(time);
    memory_of(op).tells_age = true;
    return op;
  };
}

void append(Steps& to, Steps from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

/// The contents of a file.
template <class Content>
const std::shared_ptr<const Content>& content_of(
    const std::map<std::string, std::shared_ptr<const Content>>& files, const std::string& path) {
  const auto found = files.find(path);
  if (found == files.end()) throw Error(ErrorCode::unavailable, "files cannot be read here");
  return found->second;
}

/// Takes a file's contents into the plan, once for all nodes that name it. Returns the index.
template <class Content>
std::uint32_t take(const std::map<std::string, std::shared_ptr<const Content>>& files,
                   const std::string& path, std::vector<std::shared_ptr<const Content>>& all) {
  const std::shared_ptr<const Content>& content = content_of(files, path);
  const auto at = std::ranges::find(all, content);
  const auto index = static_cast<std::uint32_t>(at - all.begin());
  if (at == all.end()) all.push_back(content);
  return index;
}

/// Nodes of the stages before drawing become steps at once. The paint order is walked twice: what
/// it needs as pixels is made first; then everything is painted in one pass, or in as many as the
/// effects on the picture divide it into.
class Lowering {
 public:
  explicit Lowering(Compilation& c)
      : c_(c), slot_(c.graph.nodes.size(), no_slot), layer_(c.graph.nodes.size(), no_slot) {
    context_.clip = c.plan.clip;
    context_.series = &c.plan.series;
    context_.texture = [&c](const std::string& path) -> PlanTexture {
      const std::uint32_t index = take(c.tables.textures, path, c.plan.textures);
      return {index, c.plan.textures[index]->size};
    };
    context_.picture = [&c](const std::string& path) {
      return content_of(c.tables.textures, path);
    };
    context_.own_texture = [&c](std::shared_ptr<const Texture> texture) -> PlanTexture {
      const Size size = texture->size;
      c.plan.textures.push_back(std::move(texture));
      return {static_cast<std::uint32_t>(c.plan.textures.size() - 1), size};
    };
    context_.lut = [&c](const std::string& path) { return take(c.tables.luts, path, c.plan.luts); };
    context_.log = [&c](const std::string& text) { c.log(text); };
    context_.memo = c.options.memo;
  }

  void geometry(Stage stage) {
    for (std::size_t i = 0; i < c_.graph.nodes.size(); ++i) {
      const GraphNode& node = c_.graph.nodes[i];
      if (!c_.live[i] || node.type->stage != stage) continue;
      const std::size_t input = input_slot(i);
      slot_[i] = c_.plan.slots.size();
      c_.plan.slots.push_back({.name = label(node), .stage = stage, .tracks = c_.tracks[i]});
      if (stage == Stage::links) {
        c_.plan.steps.push_back(
            frame_step(i, LinkStep{c_.tracks[i], slot_[i], prepare_links(i), wires(i)}));
      } else {
        c_.plan.steps.push_back(
            frame_step(i, CurveStep{c_.tracks[i], input, slot_[i], prepare<CurveOp>(i), wires(i)}));
      }
    }
  }

  /// What a node in the list of sounds plays.
  SoundPart sound(std::size_t i) {
    return {.name = c_.graph.nodes[i].name,
            .tracks = c_.tracks[i],
            .slot = input_slot(i),
            .lower = prepare<SoundOp>(i)};
  }

  /// Paints an entry of the paint order.
  void paint(const Layer& entry) {
    if (c_.graph.nodes[entry.node].type->stage == Stage::picture) return change_picture(entry.node);
    const std::string& name = c_.graph.nodes[entry.node].name;
    begin_group(name, 0, entry.group, painting_);
    paint(entry.node, painting_);
    end_group(name, painting_);
  }

  /// Ends the frame: what is still to be painted goes onto the picture in one pass.
  void finish() { raster("composite"); }

 private:
  /// Paints onto the picture what is pending.
  void raster(std::string name) {
    append(c_.plan.steps, std::exchange(painting_, {}));
    c_.plan.steps.push_back(step_of(std::move(name), "frame", RasterStep{}));
  }

  /// Changes the picture under a region, including everything painted on it before.
  void change_picture(std::size_t i) {
    const GraphNode& node = c_.graph.nodes[i];
    if (!painting_.empty()) raster("under " + node.name);
    if (std::holds_alternative<PrepareDrawnPicture>(node.type->behaviour))
      return change_and_draw(i);
    const std::size_t region = make_layer(node.inputs.front().front());
    c_.plan.steps.push_back(
        step_of(node.name, "frame", PictureStep{prepare<PictureOp>(i), region}));
  }

  /// The same for a node that draws its own regions, and something over the changed picture.
  void change_and_draw(std::size_t i) {
    const GraphNode& node = c_.graph.nodes[i];
    const DrawnPicture made = prepare<PrepareDrawnPicture, DrawnPicture>(i);
    const auto draw = [&](const MakeHostDraw& with) {
      return frame_step(i, DrawStep{c_.tracks[i], no_slot, host_draw(with), wires(i)});
    };
    const std::string name = node.name + " (region)";
    for (const DrawnPicture::Change& change : made.changes) {
      const std::size_t region = c_.plan.layers.size();
      c_.plan.layers.push_back({.name = name});
      c_.plan.steps.push_back(draw(change.region));
      c_.plan.steps.push_back(step_of(name, "tiles", RasterStep{region}));
      c_.plan.steps.push_back(step_of(node.name, "frame", PictureStep{change.how, region}));
    }
    if (made.over) painting_.push_back(draw(made.over));
  }

  /// Appends what paints a node: the layer that holds it, or its own steps.
  void paint(std::size_t i, Steps& steps) {
    if (!c_.on_layer[i]) return draw(i, steps);
    const std::string name = label(c_.graph.nodes[i]);
    const std::size_t layer = make_layer(i);
    // A group's opacity is already in its layer; its blend mode is not.
    begin_group(name, 0, opaque_group(blend_of(i)), steps);
    steps.push_back(step_of(name, "tiles", LayerStep{layer}));
    end_group(name, steps);
  }

  /// Appends a node's own steps.
  void draw(std::size_t i, Steps& steps) {
    const GraphNode& node = c_.graph.nodes[i];
    const GroupOf* group = group_of(i);
    if (group == nullptr) {
      steps.push_back(
          frame_step(i, DrawStep{c_.tracks[i], input_slot(i), prepare<DrawOp>(i), wires(i)}));
      return;
    }
    GroupParams params = (*group)(c_.params[i].get());
    if (c_.on_layer[i]) params.blend = BlendMode::normal;
    begin_group(label(node), node.frames_ago, params, steps);
    const std::size_t first = steps.size();
    for (const std::size_t input : node.inputs.front()) {
      paint(input, steps);
      if (blend_of(input) == BlendMode::inside) mask(c_.graph.nodes[input].name, first, steps);
    }
    if (params.is_clipped()) clip(i, params, steps);
    end_group(label(node), steps);
  }

  /// Groups the steps from `first` on, which end with a mask: later steps of the enclosing group
  /// are painted over them, and also outside the mask.
  void mask(const std::string& name, std::size_t first, Steps& steps) const {
    Steps masked(std::make_move_iterator(steps.begin() + static_cast<std::ptrdiff_t>(first)),
                 std::make_move_iterator(steps.end()));
    steps.resize(first);
    begin_group("inside " + name, 0, opaque_group(BlendMode::normal), steps);
    append(steps, std::move(masked));
    end_group("inside " + name, steps);
  }

  /// Ends the layers of a group with a mask: its clip rectangle.
  void clip(std::size_t i, const GroupParams& group, Steps& steps) const {
    const std::string name = label(c_.graph.nodes[i]) + " (clip)";
    begin_group(name, 0, opaque_group(BlendMode::inside), steps);
    steps.push_back(frame_step(i, DrawStep{no_tracks, no_slot, clip_rectangle(group)}));
    steps.back().name = name;
    end_group(name, steps);
  }

  /// The layer that holds a node; its steps, and those of the layers that it is made of, come
  /// before everything that is painted.
  std::size_t make_layer(std::size_t i) {
    if (layer_[i] != no_slot) return layer_[i];
    const GraphNode& node = c_.graph.nodes[i];
    const bool is_effect = std::holds_alternative<Prepare<EffectOp>>(node.type->behaviour);
    std::vector<std::size_t> inputs;
    Steps steps;
    if (!is_effect) draw(i, steps);
    for (std::size_t port = 0; is_effect && port < node.inputs.size(); ++port) {
      if (node.type->inputs[port].stage != Stage::layer) continue;
      const auto& wires = node.inputs[port];
      inputs.push_back(wires.empty() ? no_slot : make_layer(wires.front()));
    }
    append(c_.plan.steps, std::move(steps));
    layer_[i] = c_.plan.layers.size();
    c_.plan.layers.push_back({.name = label(node)});
    c_.plan.steps.push_back(
        is_effect ? frame_step(i, EffectStep{std::move(inputs), layer_[i], prepare<EffectOp>(i)})
                  : step_of(label(node) + " (layer)", "tiles", RasterStep{layer_[i]}));
    return layer_[i];
  }

  [[nodiscard]] const GroupOf* group_of(std::size_t i) const {
    return std::get_if<GroupOf>(&c_.graph.nodes[i].type->behaviour);
  }

  [[nodiscard]] BlendMode blend_of(std::size_t i) const {
    const GroupOf* group = group_of(i);
    return group == nullptr ? BlendMode::normal : (*group)(c_.params[i].get()).blend;
  }

  /// Links keep track of their age only if something reads it.
  Lower<LinkOp> prepare_links(std::size_t i) {
    Lower<LinkOp> lower = prepare<LinkOp>(i);
    return has_readers_of_age(c_.graph, c_.live, i) ? with_age(std::move(lower)) : lower;
  }

  template <class Op>
  Lower<Op> prepare(std::size_t i) {
    return prepare<Prepare<Op>, Lower<Op>>(i);
  }
  /// What a node with this behaviour makes of its parameters.
  template <class Behaviour, class Made>
  Made prepare(std::size_t i) {
    const GraphNode& node = c_.graph.nodes[i];
    context_.tracks = table(c_.tracks[i]);
    context_.of_tracks = c_.memo_of(c_.tracks[i]);
    if (c_.options.live != nullptr)
      context_.live = c_.options.live->of(label(node), node.frames_ago);
    context_.inputs.clear();
    for (const auto& port : node.inputs)
      context_.inputs.push_back(port.empty() ? nullptr : table(c_.tracks[port.front()]));
    Made made;
    at_node(c_.graph, node, "",
            [&] { made = std::get<Behaviour>(node.type->behaviour)(c_.params[i], context_); });
    return made;
  }
  [[nodiscard]] const TrackTable* table(std::size_t tracks) const {
    return tracks == no_tracks ? nullptr : c_.plan.tracks[tracks].get();
  }

  /// What the wires of a node bring, in port order.
  [[nodiscard]] std::vector<StepInput> wires(std::size_t i) const {
    std::vector<StepInput> wires;
    const auto& ports = c_.graph.nodes[i].inputs;
    for (std::size_t port = 0; port < ports.size(); ++port)
      for (const std::size_t input : ports[port])
        wires.push_back({.port = port, .tracks = c_.tracks[input], .slot = slot_[input]});
    return wires;
  }
  /// The first links or curves that a node reads; no_slot if it reads tracks or nothing.
  [[nodiscard]] std::size_t input_slot(std::size_t i) const {
    for (const StepInput& wire : wires(i))
      if (wire.slot != no_slot) return wire.slot;
    return no_slot;
  }

  [[nodiscard]] Step frame_step(std::size_t i, decltype(Step::work) work) const {
    const GraphNode& node = c_.graph.nodes[i];
    Step step = step_of(label(node), stage_name(node.type->stage), std::move(work));
    step.frames_ago = node.frames_ago;
    return step;
  }
  [[nodiscard]] GroupParams opaque_group(BlendMode blend) const {
    GroupParams group{.blend = blend};
    group.opacity.bind({.clip = c_.plan.clip});
    return group;
  }
  static void begin_group(const std::string& name, std::int32_t frames_ago,
                          const GroupParams& group, Steps& steps) {
    steps.push_back(step_of(name + " (group)", stage_name(Stage::drawing),
                            GroupBeginStep{group.blend, group.opacity, group.times}));
    steps.back().frames_ago = frames_ago;
  }
  static void end_group(const std::string& name, Steps& steps) {
    steps.push_back(step_of(name + " (end)", stage_name(Stage::drawing), GroupEndStep{}));
  }

  Compilation& c_;
  PrepareContext context_;
  std::vector<std::size_t> slot_;   ///< per node
  std::vector<std::size_t> layer_;  ///< per node, once made
  Steps painting_;                  ///< pending for the frame, since the last pass
};

}  // namespace

std::size_t lower_nodes(Compilation& c) {
  Lowering lowering(c);
  lowering.geometry(Stage::links);
  lowering.geometry(Stage::curves);
  for (const Layer& layer : c.layers) lowering.paint(layer);
  lowering.finish();
  return c.plan.steps.size();
}

std::vector<SoundPart> lower_sounds(Compilation& c) {
  Lowering lowering(c);
  lowering.geometry(Stage::links);
  std::vector<SoundPart> parts;
  for (const std::size_t node : c.graph.sound) parts.push_back(lowering.sound(node));
  return parts;
}

}  // namespace overlace
