// SPDX-License-Identifier: Apache-2.0
// Caches two results: which file a name means, and the report on the texts for that file's version.
#include "text/font_report.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdint>

#include "text/layout.h"

namespace overlace {
namespace {

/// Adds what identifies a file's version; nothing if its status cannot be read.
void add_version(Digest& digest, const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return;
  const std::int64_t numbers[] = {status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                                  static_cast<std::int64_t>(status.st_ino)};
  digest.add(numbers, sizeof numbers);
}

/// Cached, as a search of the system's fonts takes longer than the rest of a plan.
FontFile found_font(const std::string& name, Memo& memo) {
  Digest key;
  key.add("font of a name");
  key.add(name);
  return *memo.get<FontFile>(key.value(), [&] { return find_font(name); });
}

/// Finds the other members of the regular font's family and reports those that do not exist.
void find_variants(FontFamily& fonts, const LogSink& note) {
  const auto find = [&](FontVariant variant, const char* style) {
    std::optional<FontFile> found = find_variant(fonts.regular, variant);
    if (!found) note(fmt::format("font {} has no {} style", fonts.regular.family, style));
    return found;
  };
  fonts.bold = find(FontVariant::bold, "bold");
  fonts.italic = find(FontVariant::italic, "italic");
  fonts.bold_italic = find(FontVariant::bold_italic, "bold italic");
}

FontReport new_report(const std::string& name, std::span<const std::string_view> texts,
                      bool markup) {
  FontReport report;
  const LogSink note = [&](const std::string& text) { report.notes.push_back(text); };
  TextPainter painter(name, nullptr, note);
  painter.prefetch(texts, note);
  report.fonts.regular = painter.font();
  if (markup) find_variants(report.fonts, note);
  return report;
}

}  // namespace

std::shared_ptr<const FontReport> report_font(const std::string& name,
                                              std::span<const std::string_view> texts, bool markup,
                                              Memo* memo) {
  const auto make = [&] { return new_report(name, texts, markup); };
  if (memo == nullptr) return std::make_shared<const FontReport>(make());
  const FontFile font = found_font(name, *memo);
  Digest key;
  key.add("report of a font");
  key.add(name);
  key.add(font.path);
  key.add(&font.index, sizeof font.index);
  key.add(&markup, sizeof markup);
  add_version(key, font.path);
  for (const std::string_view text : texts) key.add(text);
  return memo->get<FontReport>(key.value(), make);
}

}  // namespace overlace
