// SPDX-License-Identifier: Apache-2.0
// Shaping: FriBidi orders the parts of a line, HarfBuzz finds the glyphs of each.
#include "text/shaping.h"

#include <fribidi.h>
#include <hb.h>

#include <algorithm>
#include <list>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "graph/core/utf8.h"

namespace overlace {
namespace {

struct BufferDeleter {
  void operator()(hb_buffer_t* buffer) const { hb_buffer_destroy(buffer); }
};
using BufferPtr = std::unique_ptr<hb_buffer_t, BufferDeleter>;

/// Characters [begin, end) that are shaped together.
struct Part {
  std::size_t begin = 0, end = 0;
  FriBidiLevel level = 0;
  hb_script_t script = HB_SCRIPT_COMMON;
  std::uint16_t font = 0;
};

bool is_digit(char32_t c) {
  return c >= U'0' && c <= U'9';
}

/// Marks and invisible format characters belong to what they follow.
bool joins_previous(char32_t c) {
  switch (hb_unicode_general_category(hb_unicode_funcs_get_default(), c)) {
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_FORMAT:
      return true;
    default:
      return false;
  }
}

hb_script_t script_of(char32_t c) {
  return hb_unicode_script(hb_unicode_funcs_get_default(), c);
}

bool is_shared(hb_script_t script) {
  return script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN;
}

/// Rule L2 of the Unicode bidirectional algorithm (UAX #9): from the highest level down to the
/// lowest odd one, reverse what is at that level or above.
void order_visually(std::span<Part> parts) {
  FriBidiLevel highest = 0;
  for (const Part& part : parts) highest = std::max(highest, part.level);
  for (FriBidiLevel level = highest; level > 0; --level) {
    const auto above = [level](const Part& part) { return part.level >= level; };
    for (auto first = parts.begin(); first != parts.end();) {
      first = std::find_if(first, parts.end(), above);
      const auto last = std::find_if_not(first, parts.end(), above);
      std::reverse(first, last);
      first = last;
    }
  }
}

/// Numbers letters in visual order; the glyphs of one cluster are one letter.
void number_letters(std::span<ShapedGlyph> glyphs, int& letters) {
  int cluster = -1;
  for (ShapedGlyph& glyph : glyphs) {
    if (glyph.letter != cluster) ++letters;
    cluster = std::exchange(glyph.letter, letters - 1);
  }
}

}  // namespace

struct Shaper::State {
  State(FontStack& stack, TextDirection way, std::size_t most_lines)
      : fonts(stack), direction(way), capacity(most_lines) {
    float widest = 0;
    for (const char digit : std::string_view("0123456789")) {
      ShapedLine line;
      shape_line({&digit, 1}, line);
      widest = std::max(widest, line.width);
    }
    digit_width = widest;
  }

  [[nodiscard]] bool is_vertical() const { return direction == TextDirection::vertical; }
  [[nodiscard]] hb_direction_t direction_of(const Part& part) const;
  [[nodiscard]] FriBidiParType paragraph_direction() const;
  void decode(std::string_view text);
  void find_levels();
  void find_parts();
  void shape_part(const Part& part, ShapedLine& line);
  void append_upright(const Part& part, ShapedLine& line);
  void append_beside(const Part& part, ShapedLine& line);
  void shape_line(std::string_view text, ShapedLine& line);

  struct Entry {
    std::string text;
    ShapedLine line;
  };

  FontStack& fonts;
  TextDirection direction;
  std::size_t capacity;
  float digit_width = 0;  ///< em; 0 while it is being measured
  BufferPtr buffer{hb_buffer_create()};
  std::list<Entry> lines;  ///< most recent first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_text;

  // Of the current line.
  std::vector<std::uint32_t> characters;
  std::vector<FriBidiLevel> levels;
  std::vector<FriBidiCharType> types;
  std::vector<FriBidiBracketType> brackets;
  std::vector<Part> parts;
};

void Shaper::State::decode(std::string_view text) {
  characters.clear();
  while (!text.empty()) {
    const char32_t c = take_code_point(text);
    if (hb_unicode_general_category(hb_unicode_funcs_get_default(), c) !=
        HB_UNICODE_GENERAL_CATEGORY_CONTROL)
      characters.push_back(c);
  }
}

FriBidiParType Shaper::State::paragraph_direction() const {
  if (direction == TextDirection::left_to_right) return FRIBIDI_PAR_LTR;
  return direction == TextDirection::right_to_left ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_ON;
}

void Shaper::State::find_levels() {
  if (is_vertical()) return levels.assign(characters.size(), FriBidiLevel{0});
  const auto length = static_cast<FriBidiStrIndex>(characters.size());
  types.resize(characters.size());
  brackets.resize(characters.size());
  levels.resize(characters.size());
  fribidi_get_bidi_types(characters.data(), length, types.data());
  fribidi_get_bracket_types(characters.data(), length, types.data(), brackets.data());
  FriBidiParType paragraph = paragraph_direction();
  if (fribidi_get_par_embedding_levels_ex(types.data(), brackets.data(), length, &paragraph,
                                          levels.data()) == 0)
    std::fill(levels.begin(), levels.end(), FriBidiLevel{0});
}

void Shaper::State::find_parts() {
  parts.clear();
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const char32_t c = characters[i];
    Part next{i, i + 1, levels[i], script_of(c), 0};
    const bool joined = !parts.empty() && joins_previous(c);
    next.font = joined ? parts.back().font : fonts.font_for(c);
    if (!parts.empty()) {
      Part& last = parts.back();
      // Spaces, punctuation and marks take the script of what precedes them; at the start of a
      // line, of what follows them.
      if (is_shared(next.script)) next.script = last.script;
      if (is_shared(last.script)) last.script = next.script;
      if (next.level == last.level && next.script == last.script && next.font == last.font) {
        last.end = next.end;
        continue;
      }
    }
    parts.push_back(next);
  }
  order_visually(parts);
}

hb_direction_t Shaper::State::direction_of(const Part& part) const {
  if (is_vertical()) return HB_DIRECTION_TTB;
  return part.level % 2 != 0 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR;
}

void Shaper::State::shape_part(const Part& part, ShapedLine& line) {
  hb_buffer_reset(buffer.get());
  hb_buffer_add_utf32(buffer.get(), characters.data(), static_cast<int>(characters.size()),
                      static_cast<unsigned>(part.begin), static_cast<int>(part.end - part.begin));
  hb_buffer_set_direction(buffer.get(), direction_of(part));
  hb_buffer_set_script(buffer.get(), part.script);
  constexpr hb_feature_t tabular{HB_TAG('t', 'n', 'u', 'm'), 1, HB_FEATURE_GLOBAL_START,
                                 HB_FEATURE_GLOBAL_END};
  hb_shape(fonts.shaping_font(part.font), buffer.get(), &tabular, 1);
  const std::size_t before = line.glyphs.size();
  if (is_vertical())
    append_upright(part, line);
  else
    append_beside(part, line);
  number_letters(std::span(line.glyphs).subspan(before), line.letters);
}

void Shaper::State::append_upright(const Part& part, ShapedLine& line) {
  unsigned count = 0;
  const hb_glyph_info_t* info = hb_buffer_get_glyph_infos(buffer.get(), &count);
  const hb_glyph_position_t* place = hb_buffer_get_glyph_positions(buffer.get(), &count);
  const float em = 1 / fonts.units_per_em(part.font);
  for (unsigned i = 0; i < count; ++i) {
    line.glyphs.push_back({info[i].codepoint, part.font, static_cast<float>(place[i].x_offset) * em,
                           line.width - static_cast<float>(place[i].y_offset) * em,
                           static_cast<int>(info[i].cluster)});
    line.width -= static_cast<float>(place[i].y_advance) * em;
  }
}

void Shaper::State::append_beside(const Part& part, ShapedLine& line) {
  unsigned count = 0;
  const hb_glyph_info_t* info = hb_buffer_get_glyph_infos(buffer.get(), &count);
  const hb_glyph_position_t* place = hb_buffer_get_glyph_positions(buffer.get(), &count);
  const float em = 1 / fonts.units_per_em(part.font);
  for (unsigned i = 0; i < count; ++i) {
    const float advance = static_cast<float>(place[i].x_advance) * em;
    const bool tabulate =
        part.font == 0 && digit_width > 0 && is_digit(characters[info[i].cluster]);
    const float slot = tabulate ? digit_width : advance;
    line.glyphs.push_back(
        {info[i].codepoint, part.font,
         line.width + (slot - advance) / 2 + static_cast<float>(place[i].x_offset) * em,
         -static_cast<float>(place[i].y_offset) * em, static_cast<int>(info[i].cluster)});
    line.width += slot;
  }
}

void Shaper::State::shape_line(std::string_view text, ShapedLine& line) {
  line.glyphs.clear();
  line.width = 0;
  line.letters = 0;
  decode(text);
  if (characters.empty()) return;
  find_levels();
  find_parts();
  for (const Part& part : parts) shape_part(part, line);
}

Shaper::Shaper(FontStack& fonts, TextDirection direction, std::size_t capacity)
    : state_(std::make_unique<State>(fonts, direction, capacity)) {}

Shaper::~Shaper() = default;

const ShapedLine& Shaper::shape(std::string_view text) {
  State& s = *state_;
  if (const auto known = s.by_text.find(text); known != s.by_text.end()) {
    s.lines.splice(s.lines.begin(), s.lines, known->second);
    return known->second->line;
  }
  if (s.lines.size() < s.capacity) {
    s.lines.emplace_front();
  } else {  // evict the least recently used line and reuse its buffers
    s.by_text.erase(s.lines.back().text);
    s.lines.splice(s.lines.begin(), s.lines, std::prev(s.lines.end()));
  }
  State::Entry& entry = s.lines.front();
  entry.text = text;
  s.shape_line(text, entry.line);
  s.by_text.emplace(entry.text, s.lines.begin());
  return entry.line;
}

bool Shaper::runs_to_the_left(std::string_view text) {
  State& s = *state_;
  if (s.direction != TextDirection::by_text) return s.direction == TextDirection::right_to_left;
  s.decode(text);
  const auto length = static_cast<FriBidiStrIndex>(s.characters.size());
  s.types.resize(s.characters.size());
  fribidi_get_bidi_types(s.characters.data(), length, s.types.data());
  return fribidi_get_par_direction(s.types.data(), length) == FRIBIDI_PAR_RTL;
}

}  // namespace overlace
