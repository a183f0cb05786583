// SPDX-License-Identifier: Apache-2.0
// The only header a node author needs: a node type declares its ports, parameters and what it does,
// once.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "graph/core/error.h"
#include "graph/core/json.h"
#include "graph/core/log.h"
#include "graph/core/memo.h"
#include "graph/data/clip_observer.h"
#include "graph/data/stage.h"
#include "graph/plan/drawn_picture.h"
#include "graph/plan/effects.h"
#include "graph/plan/ops.h"
#include "graph/values/property.h"

namespace overlace {

/// Unit of a number, shown to users and used to read percentages.
enum class Unit : std::uint8_t {
  none,
  px,
  ratio,
  frames,
  seconds,
  count,
  px_per_second,
  hertz,
  frames_per_second,
  decibel
};
/// "px", "px/s", "Hz", "dB" …; "" for plain numbers and ratios.
[[nodiscard]] std::string_view unit_name(Unit unit);
/// Lengths, and lengths per second: they may be given in percent of the frame height, and follow
/// the clip's scale.
[[nodiscard]] constexpr bool is_length(Unit unit) {
  return unit == Unit::px || unit == Unit::px_per_second;
}

/// Allowed values of a number, both ends inclusive.
struct Range {
  double min = -1e9, max = 1e9;
  Unit unit = Unit::none;
  [[nodiscard]] Limits limits() const { return {min, max}; }
  /// What a number of this range is bound with.
  [[nodiscard]] BindContext bound_in(BindContext context) const {
    context.unit = is_length(unit) ? context.clip.scale : 1;
    return context;
  }
};

/// An input of a node.
struct Port {
  std::string name;
  Stage stage;
  bool many = false;  ///< takes a list of nodes
  std::string doc;
  /// Set for a port that may be left out: what in these parameters needs it all the same, or "".
  /// Throws Error(usage) for parameters that are wrong.
  std::function<std::string(const void* params)> needed_by{};

  [[nodiscard]] bool optional() const { return needed_by != nullptr; }
};

enum class ParamKind : std::uint8_t {
  number,
  color,
  integer,
  boolean,
  text,
  choice,
  text_list,
  file,  ///< a text that is the path of a file to read; "" for none
};

/// What a file that a parameter names holds.
enum class FileContent : std::uint8_t {
  tracks,   ///< read by the node, when it makes its table
  audio,    ///< the same, by an audio node
  picture,  ///< see PrepareContext::texture
  lut,      ///< see PrepareContext::lut
};

/// "number", "color" … as documents and docs spell it.
[[nodiscard]] std::string_view kind_name(ParamKind kind);

/// One parameter of a node type: everything that validation, schema, help and docs need, and how it
/// gets into the node's own Params struct.
struct ParamRow {
  std::string name;
  ParamKind kind = ParamKind::number;
  Range range;                                ///< number and integer
  std::vector<std::string> choices;           ///< choice
  bool animatable = false;                    ///< takes keyframes and series (number and colour)
  bool mappable = false;                      ///< takes an attribute map (number and colour)
  FileContent content = FileContent::tracks;  ///< file
  std::string doc;

  /// Reads `value` into `params`; throws Error(usage) with pointers relative to the value.
  std::function<void(void* params, const Json& value)> read;
  /// The present value as JSON; for a default-constructed Params, the default.
  std::function<Json(const void* params)> write;
  /// Binds a property to a clip; does nothing for other kinds.
  std::function<void(void* params, const BindContext& context)> bind;
  /// The files that the present value makes the node read. Empty for parameters that never name
  /// one.
  std::function<std::vector<std::string>(const void* params)> files{};
};

/// Decodes sound (graph/data/clip_audio.h).
struct AudioRequest;
using ReadAudio = std::function<std::shared_ptr<const ClipAudio>(const AudioRequest&)>;

/// What a track node may use while it makes its table, before the first frame is drawn.
struct TrackContext {
  ClipInfo clip;
  /// Tables of the input ports, in port order; null for an optional port that is not wired.
  std::vector<const TrackTable*> inputs;
  /// Reads a track file by any known format. Throws Error.
  std::function<TrackTable(const std::string& path)> read_tracks;
  /// Decodes the sound of a file, or of the clip. Throws Error. Empty where there is nothing that
  /// could be heard.
  ReadAudio read_audio;
  /// Whether a ClipObserver would see the pixels of the clip.
  bool has_pixels = false;
  /// Says something the user should know (an assumption, a repaired oddity), once.
  LogSink log;
};

/// A texture of a plan.
struct PlanTexture {
  std::uint32_t index = 0;
  Size size;  ///< texels
};

/// What a frame node may use while it is prepared, once per plan.
struct PrepareContext {
  ClipInfo clip;
  const TrackTable* tracks = nullptr;  ///< null where there are no tracks upstream
  /// For each port the table of its first wire, or that its links and curves refer to; null when
  /// it is not wired or has none.
  std::vector<const TrackTable*> inputs{};
  const SeriesList* series = nullptr;  ///< of all track nodes
  /// A picture file that a parameter names (FileContent::picture), ready to be painted with.
  std::function<PlanTexture(const std::string& path)> texture;
  /// The same picture as it is, for a node that makes a texture of it itself.
  std::function<std::shared_ptr<const Texture>(const std::string& path)> picture;
  /// A texture that the node makes itself.
  std::function<PlanTexture(std::shared_ptr<const Texture> texture)> own_texture;
  /// A colour look-up table that a parameter names: its index among the plan's.
  std::function<std::uint32_t(const std::string& path)> lut;
  LogSink log;
  Memo* memo = nullptr;  ///< what plans of one session share; null = nothing is kept
};

/// A track node makes its table at once, or hands out an observer that makes it from the clip's
/// pixels. The observer may keep what the context holds, but not the context.
using TrackSource = std::variant<TrackTable, std::unique_ptr<ClipObserver>>;
using MakeTracks = std::function<TrackSource(const void* params, TrackContext& context)>;
template <class Op>
using Prepare = std::function<Lower<Op>(std::shared_ptr<const void> params, PrepareContext&)>;
/// What a sound node plays in a frame (graph/plan/sound.h).
struct SoundOp;
using PrepareDrawnPicture =
    std::function<DrawnPicture(std::shared_ptr<const void> params, PrepareContext&)>;
/// Composite has no operation of its own: the compiler turns it into a group around its inputs.
struct GroupParams {
  BlendMode blend = BlendMode::normal;
  Number opacity{1.0F};
  int times = 1;  ///< that the opacity applies
  /// The rectangle outside of which nothing of the group shows, in parts of the picture as shown,
  /// from its left and its top.
  Number clip_left{0.0F}, clip_top{0.0F}, clip_right{1.0F}, clip_bottom{1.0F};

  /// Whether the rectangle is, in some frame, not the whole picture.
  [[nodiscard]] bool is_clipped() const;
};
using GroupOf = std::function<const GroupParams&(const void* params)>;
/// How a drawing is moved, enlarged and turned around the picture's middle.
struct PlaceParams {
  Number x{0.0F}, y{0.0F};
  Number scale{1.0F};
  Number angle{0.0F};
  int times = 1;  ///< in a row

  /// Whether everything stays where it is in all frames.
  [[nodiscard]] bool is_nothing() const {
    const auto is = [](const Number& number, float value) {
      return number.keyframes.empty() && number.map.empty() && number.constant.value == value;
    };
    return is(x, 0) && is(y, 0) && is(scale, 1) && is(angle, 0);
  }
};
/// Nor has an echo: the compiler draws its input again, as it was in earlier frames. Each copy is
/// placed beside the one before it.
struct EchoParams : PlaceParams {
  int copies = 8;
  int spacing = 2;  ///< frames from one copy to the next
  Number decay{0.8F};
};
using EchoOf = std::function<const EchoParams&(const void* params)>;
inline constexpr int most_echo_copies = 32, most_copies_of_echoes = 256;

/// A node type. Build one with `Node<Params>`.
struct NodeType {
  std::string name;
  Stage stage = Stage::tracks;
  std::string doc;
  std::vector<Port> inputs;
  std::vector<ParamRow> params;
  std::function<std::shared_ptr<void>()> make_params;
  std::function<std::shared_ptr<void>(const void*)> clone_params;
  /// How the objects that it draws come and go; empty where they do not.
  std::function<PresenceOp(const void* params)> presence;
  std::variant<MakeTracks, Prepare<LinkOp>, Prepare<CurveOp>, Prepare<DrawOp>, Prepare<EffectOp>,
               Prepare<PictureOp>, PrepareDrawnPicture, GroupOf, EchoOf, Prepare<SoundOp>>
      behaviour;

  [[nodiscard]] const ParamRow* find_param(std::string_view param) const;
};

namespace detail {
ParamRow number_row(std::string name, Range range, bool mappable, std::string doc);
ParamRow color_row(std::string name, bool mappable, std::string doc);
void read_number(Number& out, const Json& value, const ParamRow& row);
void read_paint(Paint& out, const Json& value, const ParamRow& row);
std::int64_t read_integer(const Json& value, const ParamRow& row);
bool read_bool(const Json& value);
std::string read_text(const Json& value);
std::vector<std::string> read_text_list(const Json& value);
std::size_t read_choice(const Json& value, const std::vector<std::string>& choices);
Json write_number(const Number& value);
Json write_paint(const Paint& value);
}  // namespace detail

/// Builds a NodeType: one call per port and parameter, ended by what the node does.
template <class Params>
class Node {
 public:
  Node(std::string name, Stage stage, std::string doc) {
    type_.name = std::move(name);
    type_.stage = stage;
    type_.doc = std::move(doc);
    type_.make_params = [] { return std::make_shared<Params>(); };
    type_.clone_params = [](const void* p) {
      return std::make_shared<Params>(*static_cast<const Params*>(p));
    };
  }

  Node& input(std::string name, Stage stage, std::string doc) {
    type_.inputs.push_back({std::move(name), stage, false, std::move(doc)});
    return *this;
  }
  Node& inputs(std::string name, Stage stage, std::string doc) {
    type_.inputs.push_back({std::move(name), stage, true, std::move(doc)});
    return *this;
  }

  /// An input that may be left out. `needed_by(const Params&)` names what in the parameters needs
  /// it all the same ("{count} in the text"), or returns ""; it may throw Error(usage).
  Node& optional_input(std::string name, Stage stage, std::string doc,
                       std::string (*needed_by)(const Params&)) {
    type_.inputs.push_back(
        {std::move(name), stage, false, std::move(doc),
         [needed_by](const void* p) { return needed_by(*static_cast<const Params*>(p)); }});
    return *this;
  }

  /// A number that can be animated; those of curve and draw nodes that have elements to draw can be
  /// mapped as well.
  Node& number(std::string name, Number Params::*member, Range range, std::string doc) {
    return number(detail::number_row(std::move(name), range, maps(), std::move(doc)), member,
                  range);
  }
  /// A number of each object in a link node, whose other numbers are the frame's.
  Node& number_of_objects(std::string name, Number Params::*member, Range range, std::string doc) {
    return number(detail::number_row(std::move(name), range, true, std::move(doc)), member, range);
  }
  /// Numbers and colours declared from here on belong to the frame and not to an object in it: they
  /// can be animated, not mapped.
  Node& per_frame() {
    per_frame_ = true;
    return *this;
  }
  /// How the objects that it draws come and go, for expressions that read their presence.
  Node& shows(PresenceOp (Params::*presence)() const) {
    type_.presence = [presence](const void* p) {
      return (static_cast<const Params*>(p)->*presence)();
    };
    return *this;
  }
  /// Adds rows that several node types share: `add_rows(Node<Params>&)`.
  template <class F>
  Node& with(F add_rows) {
    add_rows(*this);
    return *this;
  }
  /// A number that is the same for the whole clip: neither animated nor mapped.
  Node& fixed_number(std::string name, Number Params::*member, Range range, std::string doc) {
    number(std::move(name), member, range, std::move(doc));
    ParamRow& row = type_.params.back();
    row.animatable = row.mappable = false;
    row.read = [member, row](void* p, const Json& v) {
      detail::read_number(static_cast<Params*>(p)->*member, v, row);
    };
    return *this;
  }
  Node& color(std::string name, Paint Params::*member, std::string doc) {
    return color(detail::color_row(std::move(name), maps(), std::move(doc)), member);
  }
  /// A colour that is the same for the whole clip.
  Node& fixed_color(std::string name, Paint Params::*member, std::string doc) {
    ParamRow row = detail::color_row(std::move(name), false, std::move(doc));
    row.animatable = false;
    return color(std::move(row), member);
  }
  /// A whole number that is the same for the whole clip.
  Node& integer(std::string name, int Params::*member, Range range, std::string doc) {
    ParamRow row = plain(std::move(name), ParamKind::integer, std::move(doc));
    row.range = range;
    row.read = [member, row](void* p, const Json& v) {
      static_cast<Params*>(p)->*member = static_cast<int>(detail::read_integer(v, row));
    };
    row.write = [member](const void* p) { return Json(static_cast<const Params*>(p)->*member); };
    return add(std::move(row));
  }
  Node& boolean(std::string name, bool Params::*member, std::string doc) {
    ParamRow row = plain(std::move(name), ParamKind::boolean, std::move(doc));
    row.read = [member](void* p, const Json& v) {
      static_cast<Params*>(p)->*member = detail::read_bool(v);
    };
    row.write = [member](const void* p) { return Json(static_cast<const Params*>(p)->*member); };
    return add(std::move(row));
  }
  Node& text(std::string name, std::string Params::*member, std::string doc) {
    ParamRow row = plain(std::move(name), ParamKind::text, std::move(doc));
    row.read = [member](void* p, const Json& v) {
      static_cast<Params*>(p)->*member = detail::read_text(v);
    };
    row.write = [member](const void* p) { return Json(static_cast<const Params*>(p)->*member); };
    return add(std::move(row));
  }
  /// The path of a file that the node reads; "" for none.
  Node& file(std::string name, std::string Params::*member, FileContent content, std::string doc) {
    text(std::move(name), member, std::move(doc));
    type_.params.back().kind = ParamKind::file;
    type_.params.back().content = content;
    type_.params.back().files = [member](const void* p) {
      const std::string& path = static_cast<const Params*>(p)->*member;
      return path.empty() ? std::vector<std::string>() : std::vector{path};
    };
    return *this;
  }
  /// A text that stands for several files: `files_of` lists those that there are.
  Node& files(std::string name, std::string Params::*member,
              std::vector<std::string> (*files_of)(const std::string&), FileContent content,
              std::string doc) {
    text(std::move(name), member, std::move(doc));
    type_.params.back().kind = ParamKind::file;
    type_.params.back().content = content;
    type_.params.back().files = [member, files_of](const void* p) {
      return files_of(static_cast<const Params*>(p)->*member);
    };
    return *this;
  }
  /// A text that `is_file` takes for the path of a file, or for the name of something else.
  Node& name_or_file(std::string name, std::string Params::*member,
                     bool (*is_file)(const std::string&), std::string doc) {
    text(std::move(name), member, std::move(doc));
    type_.params.back().files = [member, is_file](const void* p) {
      const std::string& value = static_cast<const Params*>(p)->*member;
      return is_file(value) ? std::vector{value} : std::vector<std::string>();
    };
    return *this;
  }
  Node& text_list(std::string name, std::vector<std::string> Params::*member, std::string doc) {
    ParamRow row = plain(std::move(name), ParamKind::text_list, std::move(doc));
    row.read = [member](void* p, const Json& v) {
      static_cast<Params*>(p)->*member = detail::read_text_list(v);
    };
    row.write = [member](const void* p) {
      Json list{Json::Array{}};
      for (const std::string& s : static_cast<const Params*>(p)->*member) list.push_back(Json(s));
      return list;
    };
    return add(std::move(row));
  }
  /// One of several names. `values` pairs each name with its enumerator.
  template <class Enum>
  Node& choice(std::string name, Enum Params::*member,
               std::vector<std::pair<std::string, Enum>> values, std::string doc) {
    ParamRow row = plain(std::move(name), ParamKind::choice, std::move(doc));
    for (const auto& [label, value] : values) row.choices.push_back(label);
    row.read = [member, values, names = row.choices](void* p, const Json& v) {
      static_cast<Params*>(p)->*member = values[detail::read_choice(v, names)].second;
    };
    row.write = [member, values](const void* p) {
      for (const auto& [label, value] : values)
        if (value == static_cast<const Params*>(p)->*member) return Json(label);
      return Json();
    };
    return add(std::move(row));
  }

  /// Ends a track node: `make(const Params&, TrackContext&)` returns the whole clip's table.
  /// An audio node ends the same way: its table has no rows, but `audio` and series.
  NodeType makes(TrackTable (*make)(const Params&, TrackContext&)) { return makes_from(make); }
  /// Ends a track node that looks at pixels: `observe(const Params&, TrackContext&)` returns the
  /// observer that makes the table.
  NodeType observes(std::unique_ptr<ClipObserver> (*observe)(const Params&, TrackContext&)) {
    return makes_from(observe);
  }
  /// Ends a track node that does the one or the other, as its parameters say.
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
    type_.behaviour = Prepare<Op>([prepare](std::shared_ptr<const void> p, PrepareContext& c) {
      return prepare(std::static_pointer_cast<const Params>(p), c);
    });
    return std::move(type_);
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
  /// The same for a node that keeps memory from frame to frame, though nothing that shows:
  /// `prepare` returns a MakeHostDraw, of which every replay asks its own HostDraw.
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
    type_.behaviour =
        PrepareDrawnPicture([prepare](std::shared_ptr<const void> p, PrepareContext& c) {
          return prepare(std::static_pointer_cast<const Params>(p), c);
        });
    return std::move(type_);
  }
  /// Ends the composite node.
  NodeType groups(const GroupParams& (*group)(const Params&)) {
    type_.behaviour = GroupOf([group](const void* p) -> const GroupParams& {
      return group(*static_cast<const Params*>(p));
    });
    return std::move(type_);
  }

  /// Ends the echo node.
  NodeType echoes(const EchoParams& (*echo)(const Params&)) {
    add_region();
    type_.behaviour = EchoOf([echo](const void* p) -> const EchoParams& {
      return echo(*static_cast<const Params*>(p));
    });
    return std::move(type_);
  }

 private:
  void add_region() {
    optional_input("region", Stage::layer,
                   "Where the effect shows: all of it where this has alpha 1, nothing where 0.",
                   [](const Params&) { return std::string(); });
  }
  template <class Made>
  NodeType makes_from(Made (*make)(const Params&, TrackContext&)) {
    type_.behaviour = MakeTracks([make](const void* p, TrackContext& c) {
      return TrackSource(make(*static_cast<const Params*>(p), c));
    });
    return std::move(type_);
  }
  Node& number(ParamRow row, Number Params::*member, Range range) {
    row.read = [member, row](void* p, const Json& v) {
      detail::read_number(static_cast<Params*>(p)->*member, v, row);
    };
    row.write = [member](const void* p) {
      return detail::write_number(static_cast<const Params*>(p)->*member);
    };
    row.bind = [member, range](void* p, const BindContext& c) {
      (static_cast<Params*>(p)->*member).bind(range.bound_in(c), range.limits());
    };
    return add(std::move(row));
  }
  Node& color(ParamRow row, Paint Params::*member) {
    row.read = [member, row](void* p, const Json& v) {
      detail::read_paint(static_cast<Params*>(p)->*member, v, row);
    };
    row.write = [member](const void* p) {
      return detail::write_paint(static_cast<const Params*>(p)->*member);
    };
    row.bind = [member](void* p, const BindContext& c) {
      (static_cast<Params*>(p)->*member).bind(c);
    };
    return add(std::move(row));
  }
  [[nodiscard]] bool maps() const { return type_.stage >= Stage::curves && !per_frame_; }
  static ParamRow plain(std::string name, ParamKind kind, std::string doc) {
    ParamRow row;
    row.name = std::move(name);
    row.kind = kind;
    row.doc = std::move(doc);
    row.bind = [](void*, const BindContext&) {};
    return row;
  }
  Node& add(ParamRow row) {
    type_.params.push_back(std::move(row));
    return *this;
  }
  NodeType type_;
  bool per_frame_ = false;
};

/// Names of the modes in which a group blends with what is below it, the picture too.
[[nodiscard]] std::vector<std::pair<std::string, BlendMode>> blend_modes();
/// The same, and the operators that change the layers below in a composite node.
[[nodiscard]] std::vector<std::pair<std::string, BlendMode>> blend_modes_and_operators();

/// Rows of an entry of a document's "composite" list.
inline constexpr auto entry_rows = [](Node<GroupParams>& node) {
  node.per_frame()
      .choice<BlendMode>("blend", &GroupParams::blend, blend_modes(),
                         "How the layer blends with what is below it.")
      .number("opacity", &GroupParams::opacity, {0, 1, Unit::ratio},
              "Opacity of the layer as a whole.");
};
/// Rows of the composite node.
inline constexpr auto group_rows = [](Node<GroupParams>& node) {
  node.per_frame()
      .choice<BlendMode>(
          "blend", &GroupParams::blend, blend_modes_and_operators(),
          "How the layer blends with what is below it. In another composite node: plus adds, "
          "erase takes away, inside keeps only what is within this layer.")
      .number("opacity", &GroupParams::opacity, {0, 1, Unit::ratio},
              "Opacity of the layer as a whole.")
      .number("clip_left", &GroupParams::clip_left, {0, 1, Unit::ratio},
              "Nothing of the layer shows left of this part of the picture's width.")
      .number("clip_top", &GroupParams::clip_top, {0, 1, Unit::ratio},
              "Nothing of it shows above this part of the picture's height.")
      .number("clip_right", &GroupParams::clip_right, {0, 1, Unit::ratio},
              "Nothing of it shows right of this part of the width.")
      .number("clip_bottom", &GroupParams::clip_bottom, {0, 1, Unit::ratio},
              "Nothing of it shows below this part of the height.");
};

/// A composite node that no document names: its parameters are GroupParams.
[[nodiscard]] NodeType group_type();

/// Rows of PlaceParams.
inline constexpr auto place_rows = []<class P>(Node<P>& node) {
  constexpr Range offset{-1e4, 1e4, Unit::px};
  node.number("x", &P::x, offset, "How far to the right each copy is moved beside the one before.")
      .number("y", &P::y, offset, "How far down.")
      .number("scale", &P::scale, {0.1, 10, Unit::ratio},
              "How much larger each copy is, around the picture's middle.")
      .number("angle", &P::angle, {-360, 360},
              "Degrees by which each copy is turned around the picture's middle, clockwise.");
};
/// The effect that places a drawing.
[[nodiscard]] NodeType place_type();

}  // namespace overlace
