// SPDX-License-Identifier: Apache-2.0
// Two answers are kept: which file a name means, and what the texts need in that file as it is.
#include "text/font_report.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdint>

#include "text/layout.h"

namespace overlace {
namespace {

/// Tells one content of a file from another; nothing where it cannot be asked.
void add_version(Digest& digest, const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return;
  const std::int64_t numbers[] = {status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                                  static_cast<std::int64_t>(status.st_ino)};
  digest.add(numbers, sizeof numbers);
}

/// Asking the system's fonts takes longer than all the rest of a plan.
FontFile found_font(const std::string& name, Memo& memo) {
  Digest key;
  key.add("font of a name");
  key.add(name);
  return *memo.get<FontFile>(key.value(), [&] { return find_font(name); });
}

/// Sets the members of the regular font's family that there are, and reports those that are not.
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
