// SPDX-License-Identifier: Apache-2.0
// Text templates: "{class} {id} {score:.2f}", checked once and filled in for each object.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/attributes.h"
#include "graph/data/series.h"
#include "text/number_style.h"

namespace overlace {

/// What a template describes: one tracked object, a link and the object that it begins at, or the
/// frame as a whole.
enum class TemplateScope : std::uint8_t { object, link, frame };

/// Fields that are not attributes.
enum class BuiltinField : std::uint8_t {
  class_name,
  frame,
  frames,
  time,
  timecode,
  progress,
  rate,
  wall,
  count
};

/// What fields are filled from.
struct TemplateInput {
  FrameTime time;
  const TrackView* tracks = nullptr;  ///< may be null in frame scope
  Element object{};                   ///< unused in frame scope
};

/// How a template writes its values.
struct TemplateOptions {
  bool upper_case = false;             ///< literal text, class names and attributes in capitals
  const SeriesList* series = nullptr;  ///< null if not known yet: any name with a dot is accepted
  std::int64_t clock_start = 0;        ///< for {wall}, see parse_wall_clock
  NumberStyle numbers = NumberStyle::plain;
  bool markup = false;                   ///< brackets in values are doubled, see read_markup
  std::span<const std::string> names{};  ///< "person=Mensch": new names of classes
};

/// A parsed template. A field is `{name}`, `{name:spec}` with a format specification as in
/// std::format, or `{name?}`, which prints nothing if the value is missing (otherwise "–").
/// Doubled braces are literal braces.
///
/// Fields of a frame: frame, frames (of the clip), time (seconds), timecode (HH:MM:SS:FF,
/// non-drop), progress (0 to 100), rate (frames per second), wall (time of day, with a format of
/// strftime's directives: see wall_clock.h), count (objects in this frame), and the series of the
/// graph by their names (which have a dot). Fields of an object: those, class (its name, nothing
/// if not known), and every attribute, whether numbers or texts. Without a specification, numbers
/// print with at most two decimals.
class TextTemplate {
 public:
  /// `table` (may be null) supplies attribute columns and class names. Lengths are written in
  /// document pixels; timecode counts from the first frame of `clip`. Throws Error(usage) with the
  /// position and the nearest name, or with all wrong entries of `names`, each at "names/INDEX".
  TextTemplate(std::string_view text, TemplateScope scope, const TrackTable* table,
               const ClipInfo& clip, const TemplateOptions& options = {});

  /// Replaces `out` with the filled-in text. Does not allocate once `out` is large enough.
  void format(const TemplateInput& input, std::string& out) const;

  /// Whether the name is that of a built-in field, which hides any attribute of the same name.
  [[nodiscard]] static bool is_builtin(std::string_view name);
  /// Whether the template contains that field.
  [[nodiscard]] bool has(BuiltinField field) const;

  /// Every literal text, class name and attribute text that it may write: all that may be drawn
  /// except numbers.
  [[nodiscard]] std::vector<std::string_view> known_texts() const;

 private:
  struct Field {
    std::variant<BuiltinField, AttributeRef, SharedSeries> value;
    std::string spec;                  ///< "{:…}"
    bool plain = true;                 ///< no specification given
    bool whole = false;                ///< printed as an integer
    bool silent = false;               ///< prints nothing when missing
    AttributeRef text_column{};        ///< the column with an object's text
    std::vector<std::string> texts{};  ///< the texts that this column's values index
  };
  using Segment = std::variant<std::string, Field>;

  /// Names that fields may have.
  struct Names {
    TemplateScope scope;
    const TrackTable* table;
    const SeriesList* series;
  };
  [[nodiscard]] static Field parse_field(std::string_view body, const Names& names);
  /// Binds a field to an attribute. Returns whether it writes texts.
  static bool set_attribute(AttributeRef attribute, const TrackTable* table, Field& field);
  /// Rejects a specification that does not fit the field's value; its type decides whether numbers
  /// are whole. `body` is everything between the braces.
  static void read_format(std::string_view body, bool writes_text, Field& field);
  void capitalise();
  /// An object's text for a field; none if it has no text.
  [[nodiscard]] static std::optional<std::string_view> text_of(const Field& field,
                                                               const TemplateInput& input);
  void append_number(std::string& out, const Field& field, double value) const;
  static void append_missing(std::string& out, const Field& field);
  void append_attribute(AttributeRef attribute, const Field& field, const TemplateInput& input,
                        std::string& out) const;
  void append_series(const Series* series, const Field& field, const FrameTime& time,
                     std::string& out) const;
  /// Throws Error(usage) for tags that do not exist or are not open.
  void check_markup() const;
  void append_field(const Field& field, const TemplateInput& input, std::string& out) const;
  void append_builtin(BuiltinField builtin, const Field& field, const TemplateInput& input,
                      std::string& out) const;

  std::vector<Segment> segments_;
  std::vector<std::string> class_names_;
  ClipInfo clip_;
  std::int64_t clock_start_ = 0;
  NumberStyle numbers_ = NumberStyle::plain;
  bool markup_ = false;
};

}  // namespace overlace
