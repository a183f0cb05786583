// SPDX-License-Identifier: Apache-2.0
// Splits lines of text into runs. A text without tags has one run per line.
#include "text/text_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

namespace overlace {
namespace {

/// Distinguishes fonts, and ways of reading texts.
std::string name_of(const FontFamily& family, TextMode mode) {
  std::string name = fmt::format("{}|{}", mode.markup, static_cast<int>(mode.direction));
  const auto add = [&](const FontFile& file) {
    name += fmt::format("|{}|{}", file.path, file.index);
  };
  add(family.regular);
  for (const auto* variant : {&family.bold, &family.italic, &family.bold_italic})
    add(variant->value_or(FontFile{}));
  return name;
}

}  // namespace

Typeface::Typeface(FontFile file, std::shared_ptr<GlyphAtlas> atlas, TextDirection direction)
    : fonts(std::move(file)),
      shaper(fonts, direction),
      glyphs(fonts, std::move(atlas)),
      metrics(fonts.metrics()) {}

TextRuns::TextRuns(FontFamily family, TextMode mode, std::shared_ptr<GlyphAtlas> atlas)
    : mode_(mode) {
  faces_[0] = std::make_unique<Typeface>(std::move(family.regular), atlas, mode.direction);
  std::optional<FontFile>* const marked[] = {&family.bold, &family.italic, &family.bold_italic};
  for (std::size_t i = 0; i < 3; ++i)
    if (*marked[i])
      faces_[i + 1] = std::make_unique<Typeface>(std::move(**marked[i]), atlas, mode.direction);
}

std::shared_ptr<TextRuns> shared_runs(FontFamily family, TextMode mode,
                                      std::shared_ptr<GlyphAtlas> atlas) {
  if (atlas == nullptr) return std::make_shared<TextRuns>(std::move(family), mode, nullptr);
  std::weak_ptr<TextRuns>& known = atlas->runs[name_of(family, mode)];
  if (auto runs = known.lock()) return runs;
  auto runs = std::make_shared<TextRuns>(std::move(family), mode, atlas);
  known = runs;
  return runs;
}

float TextRuns::width_of(const TextRun& run, float spacing) {
  const ShapedLine& line = run.face->shaper.shape(run.text);
  return (line.width + static_cast<float>(line.letters) * spacing) * run.scale;
}

Typeface* TextRuns::face_of(const MarkedStyle& style) const {
  const auto& face = faces_[(style.bold ? 1U : 0U) + (style.italic ? 2U : 0U)];
  return face ? face.get() : faces_[0].get();
}

void TextRuns::append_runs(std::string_view part, std::vector<TextRun>& runs) const {
  if (!mode_.markup) return runs.push_back({part, faces_[0].get()});
  const std::size_t before = runs.size();
  const auto first = static_cast<std::size_t>(part.data() - marked_.text.data());
  const std::size_t last = first + part.size();
  std::size_t begin = 0;
  for (const MarkedSpan& span : marked_.spans) {
    const std::size_t from = std::max(std::exchange(begin, span.end), first);
    const std::size_t to = std::min(span.end, last);
    if (from >= to) continue;
    runs.push_back({std::string_view(marked_.text).substr(from, to - from), face_of(span.style),
                    span.style.scale, span.style.color});
  }
  const std::span<TextRun> added = std::span(runs).subspan(before);
  if (added.size() > 1 && faces_[0]->shaper.runs_to_the_left(part)) std::ranges::reverse(added);
}

void TextRuns::append_line(std::string_view part) {
  if (part.empty()) return;
  const std::size_t first = runs_.size();
  append_runs(part, runs_);
  lines_.push_back({first, runs_.size() - first});
}

std::span<const TextLine> TextRuns::lines(std::string_view text, float most, float spacing) {
  runs_.clear();
  lines_.clear();
  if (mode_.markup) {
    read_markup(text, marked_);
    text = marked_.text;
  }
  const auto width = [&](std::string_view part) {
    measured_.clear();
    append_runs(part, measured_);
    float sum = 0;
    for (const TextRun& run : measured_) sum += width_of(run, spacing);
    return sum;
  };
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trim_spaces(text.substr(0, end));
    if (most > 0 && width(line) > most)
      for (const std::string_view piece : breaker_.pieces(line, most, std::cref(width)))
        append_line(piece);
    else
      append_line(line);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return lines_;
}

}  // namespace overlace
