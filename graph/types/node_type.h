// SPDX-License-Identifier: Apache-2.0
// A node type as the compiler, the schema and the help see it: ports, parameters, and what it does.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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
#include "graph/plan/effect_ops.h"
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
/// Lengths and lengths per second: they may be given in percent of the frame height, and scale with
/// the clip.
[[nodiscard]] constexpr bool is_length(Unit unit) {
  return unit == Unit::px || unit == Unit::px_per_second;
}

/// Allowed values of a number, both ends inclusive.
struct Range {
  double min = -1e9, max = 1e9;
  Unit unit = Unit::none;
  [[nodiscard]] Limits limits() const { return {min, max}; }
  /// The context for binding a number of this range.
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
  /// Set for an optional port: what in these parameters needs it anyway, or "". Throws Error(usage)
  /// for invalid parameters.
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
  file,    ///< a text that is the path of a file to read; "" for none
  points,  ///< places in the picture, see read_points
};

/// The contents of a file that a parameter names.
enum class FileContent : std::uint8_t {
  tracks,   ///< read by the node when it makes its table
  audio,    ///< the same, by an audio node
  picture,  ///< see PrepareContext::texture
  lut,      ///< see PrepareContext::lut
};

/// What a text is about, for what renames a name that texts contain.
enum class TextMeaning : std::uint8_t {
  words,       ///< words, with names in braces, such as {door.in}
  expression,  ///< over attributes and series
  name,        ///< of a node's series, attributes or shape
};

/// "number", "color" … as documents and docs spell it.
[[nodiscard]] std::string_view kind_name(ParamKind kind);

/// One parameter of a node type: everything that validation, schema, help and docs need, and how it
/// is stored in the node's own Params struct.
struct ParamRow {
  std::string name;
  ParamKind kind = ParamKind::number;
  Range range;                                ///< number and integer
  std::vector<std::string> choices;           ///< choice
  bool animatable = false;                    ///< takes keyframes and series (number and colour)
  bool mappable = false;                      ///< takes an attribute map (number and colour)
  FileContent content = FileContent::tracks;  ///< file
  TextMeaning meaning = TextMeaning::words;   ///< text and text_list
  std::string doc;

  /// Reads `value` into `params`; throws Error(usage) with pointers relative to the value.
  std::function<void(void* params, const Json& value)> read;
  /// The current value as JSON; for a default-constructed Params, the default.
  std::function<Json(const void* params)> write;
  /// Binds a property or a transition to a clip; does nothing for other kinds.
  std::function<void(void* params, const BindContext& context)> bind;
  /// The files that the current value makes the node read. Empty for parameters that never name
  /// any.
  std::function<std::vector<std::string>(const void* params)> files{};
};

/// Decodes sound (graph/data/clip_audio.h).
struct AudioRequest;
using ReadAudio = std::function<std::shared_ptr<const ClipAudio>(const AudioRequest&)>;

/// What a track node may use while it makes its table, before the first frame is drawn.
struct TrackContext {
  std::string node{};  ///< its name in the document, for advice
  ClipInfo clip;
  /// Tables of the input ports, in port order; null for an unwired optional port.
  std::vector<const TrackTable*> inputs;
  /// Reads a track file in any known format. Throws Error.
  std::function<TrackTable(const std::string& path)> read_tracks;
  /// Decodes the sound of a file or of the clip. Throws Error. Empty if there can be no sound.
  ReadAudio read_audio;
  /// Whether a ClipObserver would see the pixels of the clip.
  bool has_pixels = false;
  /// Tells the user something worth knowing (an assumption, a repaired oddity), once.
  LogSink log;
  std::uint64_t max_boxes = default_max_boxes;  ///< see `require_room`
};

/// Throws Error(limit) if tables would have more boxes than `max_boxes`. A node that makes many
/// rows of few calls it before it takes memory for them.
void require_room(std::uint64_t boxes, std::uint64_t max_boxes);

/// A texture in a plan.
struct PlanTexture {
  std::uint32_t index = 0;
  Size size;  ///< texels
};

class NodeMemory;  // graph/types/live_memory.h

/// What a frame node may use while it is prepared, once per plan.
struct PrepareContext {
  ClipInfo clip;
  const TrackTable* tracks = nullptr;  ///< null if there are no tracks upstream
  /// For each port, the table of its first wire, or the one that its links and curves refer to;
  /// null if it is not wired or has none.
  std::vector<const TrackTable*> inputs{};
  const SeriesList* series = nullptr;  ///< of all track nodes
  /// A picture file that a parameter names (FileContent::picture), ready to paint with.
  std::function<PlanTexture(const std::string& path)> texture;
  /// The same picture unchanged, for a node that makes its own texture from it.
  std::function<std::shared_ptr<const Texture>(const std::string& path)> picture;
  /// A texture that the node makes itself.
  std::function<PlanTexture(std::shared_ptr<const Texture> texture)> own_texture;
  /// The index in the plan of a colour look-up table that a parameter names.
  std::function<std::uint32_t(const std::string& path)> lut;
  LogSink log;
  Memo* memo = nullptr;  ///< shared by the plans of one session; null = nothing is kept
  /// Keeps what is made from `tracks` without the columns that expressions add.
  SourceMemo of_tracks{};
  /// What this node remembers of earlier frames of a live clip; null for any other clip.
  std::shared_ptr<NodeMemory> live{};
};

/// A track node makes its table at once, or returns an observer that makes it from the clip's
/// pixels. The observer may keep what the context refers to, but not the context itself.
using TrackSource = std::variant<TrackTable, std::unique_ptr<ClipObserver>>;
using MakeTracks = std::function<TrackSource(const void* params, TrackContext& context)>;
template <class Op>
using Prepare = std::function<Lower<Op>(std::shared_ptr<const void> params, PrepareContext&)>;
/// What a sound node plays in a frame (graph/plan/sound_plan.h).
struct SoundOp;
using PrepareDrawnPicture =
    std::function<DrawnPicture(std::shared_ptr<const void> params, PrepareContext&)>;
/// Composite has no operation of its own: the compiler turns it into a group around its inputs.
struct GroupParams {
  BlendMode blend = BlendMode::normal;
  Number opacity{1.0F};
  int times = 1;  ///< how often the opacity applies
  /// The rectangle to which the group is clipped, in fractions of the displayed picture from its
  /// left and top.
  Number clip_left{0.0F}, clip_top{0.0F}, clip_right{1.0F}, clip_bottom{1.0F};

  /// Whether the rectangle differs from the whole picture in some frame.
  [[nodiscard]] bool is_clipped() const;
};
using GroupOf = std::function<const GroupParams&(const void* params)>;
/// How a drawing is moved, enlarged and turned around the picture's middle.
struct PlaceParams {
  Number x{0.0F}, y{0.0F};
  Number scale{1.0F};
  Number angle{0.0F};
  int times = 1;  ///< how often, in a row

  /// Whether nothing moves in any frame.
  [[nodiscard]] bool is_nothing() const {
    const auto is = [](const Number& number, float value) {
      return number.is_constant() && number.constant.value == value;
    };
    return is(x, 0) && is(y, 0) && is(scale, 1) && is(angle, 0);
  }
};
/// An echo has no operation either: the compiler draws its input again, as it was in earlier
/// frames. Each copy is placed relative to the one before it.
struct EchoParams : PlaceParams {
  int copies = 8;
  int spacing = 2;  ///< frames between copies
  Number decay{0.8F};
};
using EchoOf = std::function<const EchoParams&(const void* params)>;
inline constexpr int most_echo_copies = 32, most_copies_of_echoes = 256;

/// A node type. Build one with `Node<Params>` (graph/types/node.h).
struct NodeType {
  std::string name;
  Stage stage = Stage::tracks;
  std::string doc;
  std::vector<Port> inputs;
  std::vector<ParamRow> params;
  std::function<std::shared_ptr<void>()> make_params;
  std::function<std::shared_ptr<void>(const void*)> clone_params;
  /// Parameters that show what the node does in a picture, as JSON objects: for documentation, and
  /// for the test that no parameter is ignored. Literals.
  struct Example {
    std::string_view param;  ///< that shows with them; "" = the node as a whole
    std::string_view params;
    bool is_added = false;  ///< to those of the node, as far as it has them; else they replace them
  };
  std::vector<Example> examples;
  /// Parameters that change nothing in a picture of this node with the objects of a test, and why.
  std::vector<std::pair<std::string_view, std::string_view>> unseen;
  /// How the objects that it draws come and go; empty if they do not.
  std::function<PresenceOp(const void* params)> presence;
  std::variant<MakeTracks, Prepare<LinkOp>, Prepare<CurveOp>, Prepare<DrawOp>, Prepare<EffectOp>,
               Prepare<PictureOp>, PrepareDrawnPicture, GroupOf, EchoOf, Prepare<SoundOp>>
      behaviour;

  [[nodiscard]] const ParamRow* find_param(std::string_view param) const;
};

}  // namespace overlace
