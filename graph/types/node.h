// SPDX-License-Identifier: Apache-2.0
// The only header that a node author needs: a node type declares its ports, its parameters and what
// it does, once.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/types/node_builder.h"
#include "graph/types/node_type.h"

namespace overlace {

/// Builds a NodeType: one call per port and parameter, ended by what the node does.
template <class Params>
class Node {
 public:
  Node(std::string_view name, Stage stage, std::string_view doc) : rows_(name, stage, doc) {
    rows_.type().make_params = [] { return std::make_shared<Params>(); };
    rows_.type().clone_params = [](const void* p) {
      return std::make_shared<Params>(*static_cast<const Params*>(p));
    };
  }

  Node& input(std::string_view name, Stage stage, std::string_view doc) {
    rows_.port(name, stage, false, doc);
    return *this;
  }
  Node& inputs(std::string_view name, Stage stage, std::string_view doc) {
    rows_.port(name, stage, true, doc);
    return *this;
  }

  /// An input that may be omitted. `needed_by(const Params&)` names what in the parameters needs it
  /// anyway ("{count} in the text"), or returns ""; it may throw Error(usage).
  Node& optional_input(std::string_view name, Stage stage, std::string_view doc,
                       std::string (*needed_by)(const Params&)) {
    rows_.port(name, stage, false, doc).needed_by = [needed_by](const void* p) {
      return needed_by(*static_cast<const Params*>(p));
    };
    return *this;
  }

  /// A number that can be animated and, in curve and draw nodes that have elements to draw, also
  /// mapped.
  Node& number(std::string_view name, Number Params::*member, Range range, std::string_view doc) {
    rows_.number(name, Field<Number>(member), range, rows_.varies(), doc);
    return *this;
  }
  /// A per-object number in a link node, whose other numbers are per frame.
  Node& number_of_objects(std::string_view name, Number Params::*member, Range range,
                          std::string_view doc) {
    rows_.number(name, Field<Number>(member), range, detail::Varies::with_object, doc);
    return *this;
  }
  /// A number that is the same for the whole clip: neither animated nor mapped.
  Node& fixed_number(std::string_view name, Number Params::*member, Range range,
                     std::string_view doc) {
    rows_.number(name, Field<Number>(member), range, detail::Varies::never, doc);
    return *this;
  }
  /// Numbers and colours declared from here on belong to the frame, not to its objects: they can be
  /// animated but not mapped.
  Node& per_frame() {
    rows_.per_frame();
    return *this;
  }
  Node& color(std::string_view name, Paint Params::*member, std::string_view doc) {
    rows_.color(name, Field<Paint>(member), rows_.varies(), doc);
    return *this;
  }
  /// A colour that is the same for the whole clip.
  Node& fixed_color(std::string_view name, Paint Params::*member, std::string_view doc) {
    rows_.color(name, Field<Paint>(member), detail::Varies::never, doc);
    return *this;
  }
  /// A whole number that is the same for the whole clip.
  Node& integer(std::string_view name, int Params::*member, Range range, std::string_view doc) {
    rows_.integer(name, Field<int>(member), range, doc);
    return *this;
  }
  /// The same for numbers that may be large, such as ids.
  Node& integer(std::string_view name, std::int64_t Params::*member, Range range,
                std::string_view doc) {
    rows_.integer(name, Field<std::int64_t>(member), range, doc);
    return *this;
  }
  /// Frames over which something comes or goes; 0 if the tracks have only one frame.
  Node& transition(std::string_view name, int Params::*member, Range range, std::string_view doc) {
    rows_.transition(name, Field<int>(member), range, doc);
    return *this;
  }
  Node& boolean(std::string_view name, bool Params::*member, std::string_view doc) {
    rows_.boolean(name, Field<bool>(member), doc);
    return *this;
  }
  Node& text(std::string_view name, std::string Params::*member, std::string_view doc) {
    rows_.text(name, Field<std::string>(member), doc);
    return *this;
  }
  Node& text_list(std::string_view name, std::vector<std::string> Params::*member,
                  std::string_view doc) {
    rows_.text_list(name, Field<std::vector<std::string>>(member), doc);
    return *this;
  }
  /// Points of the picture, none or at least `least` of them; the member holds each as "10% 25%".
  Node& points(std::string_view name, std::vector<std::string> Params::*member, std::size_t least,
               std::string_view doc) {
    rows_.points(name, Field<std::vector<std::string>>(member), least, doc);
    return *this;
  }
  /// A text that is an expression over attributes and series.
  Node& expression(std::string_view name, std::string Params::*member, std::string_view doc) {
    text(name, member, doc);
    rows_.last().meaning = TextMeaning::expression;
    return *this;
  }
  /// The name of a series, attributes or a shape that another node makes; or a list of such names.
  template <class Text>
  Node& names_made_by_others(std::string_view name, Text Params::*member, std::string_view doc) {
    if constexpr (std::is_same_v<Text, std::string>)
      text(name, member, doc);
    else
      text_list(name, member, doc);
    rows_.last().meaning = TextMeaning::name;
    return *this;
  }
  /// The path of a file that the node reads; "" for none.
  Node& file(std::string_view name, std::string Params::*member, FileContent content,
             std::string_view doc) {
    return files(name, member, detail::file_itself, content, doc);
  }
  /// A text that stands for several files: `files_of` lists the existing ones.
  Node& files(std::string_view name, std::string Params::*member,
              std::vector<std::string> (*files_of)(const std::string&), FileContent content,
              std::string_view doc) {
    rows_.files(name, Field<std::string>(member), files_of, content, doc);
    return *this;
  }
  /// A text: the path of a file where `is_file` returns true for it, otherwise a name.
  Node& name_or_file(std::string_view name, std::string Params::*member,
                     bool (*is_file)(const std::string&), std::string_view doc) {
    rows_.name_or_file(name, Field<std::string>(member), is_file, doc);
    return *this;
  }
  /// One of several names.
  template <class Enum>
  Node& choice(std::string_view name, Enum Params::*member, NamedValues<Enum> values,
               std::string_view doc) {
    detail::Choices choices;
    for (const Named<Enum>& named : values)
      choices.push_back({named.name, static_cast<unsigned char>(named.value)});
    rows_.choice(name, Field<unsigned char>(member), choices, doc);
    return *this;
  }

  /// How the objects that it draws come and go, for expressions that read their presence.
  Node& shows(PresenceOp (Params::*presence)() const) {
    rows_.type().presence = [presence](const void* p) {
      return (static_cast<const Params*>(p)->*presence)();
    };
    return *this;
  }
  /// Parameters with which a picture shows what the node does, as a JSON object.
  Node& shown_with(std::string_view params) { return shown_with("", params); }
  /// The same for one parameter that needs others to show.
  Node& shown_with(std::string_view param, std::string_view params) {
    rows_.type().examples.push_back({param, params});
    return *this;
  }
  /// The same for a parameter that several node types share: these are added to the node's own, as
  /// far as it has them.
  Node& also_shown_with(std::string_view param, std::string_view params) {
    rows_.type().examples.push_back({param, params, true});
    return *this;
  }
  /// A parameter that changes no picture by itself, and why.
  Node& never_seen(std::string_view param, std::string_view why) {
    rows_.type().unseen.emplace_back(param, why);
    return *this;
  }
  /// Adds rows that several node types share: `add_rows(Node<Params>&)`.
  template <class F>
  Node& with(F add_rows) {
    add_rows(*this);
    return *this;
  }

  /// Ends a track node: `make(const Params&, TrackContext&)` returns the whole clip's table.
  /// An audio node ends the same way: its table has no rows, but `audio` and series.
  NodeType makes(TrackTable (*make)(const Params&, TrackContext&)) { return makes_from(make); }
  /// Ends a track node that looks at pixels: `observe(const Params&, TrackContext&)` returns the
  /// observer that makes the table.
  NodeType observes(std::unique_ptr<ClipObserver> (*observe)(const Params&, TrackContext&)) {
    return makes_from(observe);
  }
  /// Ends a track node that does either, depending on its parameters.
  NodeType makes_or_observes(TrackSource (*make)(const Params&, TrackContext&)) {
    return makes_from(make);
  }
  /// Ends a frame node: `lower(const Params&, const FrameTime&)` returns the frame's operation
  /// (LinkOp, CurveOp, DrawOp, EffectOp, PictureOp or SoundOp alternatives). It runs once a frame
  /// and must not allocate.
  template <class Op>
  NodeType lowers(Op (*lower)(const Params&, const FrameTime&)) {
    return prepares<Op>([lower](std::shared_ptr<const Params> params, PrepareContext&) {
      return Lower<Op>([lower, params](const FrameTime& t) { return lower(*params, t); });
    });
  }
  /// Ends a frame node that keeps something for the clip (a font, a table): `prepare` runs once and
  /// returns the per-frame function.
  template <class Op, class F>
  NodeType prepares(F prepare) {
    if constexpr (std::is_same_v<Op, EffectOp>) add_region();
    rows_.type().behaviour =
        Prepare<Op>([prepare](std::shared_ptr<const void> p, PrepareContext& c) {
          return prepare(std::static_pointer_cast<const Params>(p), c);
        });
    return std::move(rows_.type());
  }
  /// Ends a node that draws with its own code on the host: `prepare(shared_ptr<const Params>,
  /// PrepareContext&)` runs once and returns a HostDraw, which keeps nothing from frame to frame.
  template <class F>
  NodeType draws(F prepare) {
    return draws_with_memory([prepare](std::shared_ptr<const Params> params,
                                       PrepareContext& context) -> MakeHostDraw {
      return [draw = HostDraw(prepare(std::move(params), context))](const auto&) { return draw; };
    });
  }
  /// The same for a node that keeps memory between frames, without visible effect: `prepare`
  /// returns a MakeHostDraw, from which every replay gets its own HostDraw.
  template <class F>
  NodeType draws_with_memory(F prepare) {
    return prepares<DrawOp>(
        [prepare](std::shared_ptr<const Params> params, PrepareContext& context) {
          auto make = std::make_shared<const MakeHostDraw>(prepare(std::move(params), context));
          return Lower<DrawOp>([make](const FrameTime&) { return DrawOp(HostDrawOp{make.get()}); });
        });
  }
  /// Ends a node that changes the picture under regions that it draws itself: `prepare(shared_ptr<
  /// const Params>, PrepareContext&)` runs once and returns a DrawnPicture.
  NodeType changes_picture(DrawnPicture (*prepare)(std::shared_ptr<const Params>,
                                                   PrepareContext&)) {
    rows_.type().behaviour =
        PrepareDrawnPicture([prepare](std::shared_ptr<const void> p, PrepareContext& c) {
          return prepare(std::static_pointer_cast<const Params>(p), c);
        });
    return std::move(rows_.type());
  }
  /// Ends the composite node.
  NodeType groups(const GroupParams& (*group)(const Params&)) {
    rows_.type().behaviour = GroupOf([group](const void* p) -> const GroupParams& {
      return group(*static_cast<const Params*>(p));
    });
    return std::move(rows_.type());
  }

  /// Ends the echo node.
  NodeType echoes(const EchoParams& (*echo)(const Params&)) {
    add_region();
    rows_.type().behaviour = EchoOf([echo](const void* p) -> const EchoParams& {
      return echo(*static_cast<const Params*>(p));
    });
    return std::move(rows_.type());
  }

 private:
  template <class T>
  using Field = detail::Field<T>;

  void add_region() {
    optional_input("region", Stage::layer,
                   "Where the effect applies: fully where this has alpha 1, not at all where 0.",
                   [](const Params&) { return std::string(); });
  }
  template <class Made>
  NodeType makes_from(Made (*make)(const Params&, TrackContext&)) {
    rows_.type().behaviour = MakeTracks([make](const void* p, TrackContext& c) {
      return TrackSource(make(*static_cast<const Params*>(p), c));
    });
    return std::move(rows_.type());
  }

  detail::NodeBuilder rows_;
};

/// Names of the modes in which a group blends with what is below it, including the picture, and of
/// the operators that change the layers below in a composite node: plus, erase, inside.
inline constexpr Named<BlendMode> blend_modes_and_operators[] = {
    {"normal", BlendMode::normal},
    {"add", BlendMode::add},
    {"screen", BlendMode::screen},
    {"multiply", BlendMode::multiply},
    {"difference", BlendMode::difference},
    {"lighten", BlendMode::lighten},
    {"darken", BlendMode::darken},
    {"overlay", BlendMode::overlay},
    {"hard_light", BlendMode::hard_light},
    {"soft_light", BlendMode::soft_light},
    {"color_dodge", BlendMode::color_dodge},
    {"color_burn", BlendMode::color_burn},
    {"exclusion", BlendMode::exclusion},
    {"plus", BlendMode::plus},
    {"erase", BlendMode::erase},
    {"inside", BlendMode::inside}};
/// Those that a group may have outside a composite node.
inline constexpr std::span<const Named<BlendMode>> blend_modes(blend_modes_and_operators, 13);

/// Rows of an entry in a document's "composite" list.
inline constexpr auto entry_rows = [](Node<GroupParams>& node) {
  node.per_frame()
      .choice<BlendMode>("blend", &GroupParams::blend, blend_modes,
                         "How the layer blends with what is below it.")
      .number("opacity", &GroupParams::opacity, {0, 1, Unit::ratio},
              "Opacity of the layer as a whole.");
};
/// Rows of the composite node.
inline constexpr auto group_rows = [](Node<GroupParams>& node) {
  node.per_frame()
      .choice<BlendMode>(
          "blend", &GroupParams::blend, blend_modes_and_operators,
          "How the layer blends with what is below it. In another composite node: plus adds, "
          "erase takes away, inside keeps only what is within this layer.")
      .number("opacity", &GroupParams::opacity, {0, 1, Unit::ratio},
              "Opacity of the layer as a whole.")
      .number("clip_left", &GroupParams::clip_left, {0, 1, Unit::ratio},
              "The layer is hidden left of this fraction of the picture's width.")
      .number("clip_top", &GroupParams::clip_top, {0, 1, Unit::ratio},
              "It is hidden above this fraction of the picture's height.")
      .number("clip_right", &GroupParams::clip_right, {0, 1, Unit::ratio},
              "It is hidden right of this fraction of the width.")
      .number("clip_bottom", &GroupParams::clip_bottom, {0, 1, Unit::ratio},
              "It is hidden below this fraction of the height.");
};

/// A composite node that no document names; its parameters are GroupParams.
[[nodiscard]] NodeType group_type();

/// Rows of PlaceParams.
inline constexpr auto place_rows = []<class P>(Node<P>& node) {
  constexpr Range offset{-1e4, 1e4, Unit::px};
  node.number("x", &P::x, offset, "How far each copy is moved to the right of the one before.")
      .number("y", &P::y, offset, "How far down.")
      .number("scale", &P::scale, {0.1, 10, Unit::ratio},
              "How much larger each copy is, about the picture's centre.")
      .number("angle", &P::angle, {-360, 360},
              "Degrees by which each copy is turned clockwise about the picture's centre.");
};
/// The effect that places a drawing.
[[nodiscard]] NodeType place_type();

}  // namespace overlace
