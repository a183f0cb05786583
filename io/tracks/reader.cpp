// SPDX-License-Identifier: Apache-2.0
// Recognises a track file by its content and reads it.
#include "io/tracks/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "graph/core/error.h"
#include "io/tracks/format.h"
#include "io/tracks/line_reader.h"

namespace overlace {
namespace {

constexpr std::size_t sample_bytes = 64U << 10U;

/// The first lines of the stream, which is left at its beginning.
std::string take_sample(std::istream& stream) {
  std::string text(sample_bytes, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  const bool whole = stream.eof();
  text.resize(static_cast<std::size_t>(stream.gcount()));
  stream.clear();
  stream.seekg(0);
  if (!stream) throw Error(ErrorCode::input, "the file cannot be read twice", "is it a pipe?");
  if (const std::size_t end = text.rfind('\n'); !whole && end != std::string::npos)
    text.resize(end + 1);
  return text;
}

/// Why a file that no format knows may not even be text.
std::string not_text(std::string_view sample) {
  if (sample.empty()) return "the file is empty";
  if (sample.starts_with("PK\x03\x04")) return "the file is a zip archive: unpack it first";
  if (sample.starts_with("\x1F\x8B")) return "the file is compressed (gzip): unpack it first";
  if (sample.starts_with("\xFF\xFE") || sample.starts_with("\xFE\xFF"))
    return "the file is UTF-16 text: save it as UTF-8";
  if (sample.find('\0') != std::string_view::npos) return "the file is not text";
  return "the file is of no known track format";
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const TrackFormat& format : track_formats()) names.emplace_back(format.name);
  return names;
}

struct Candidate {
  const TrackFormat* format = nullptr;
  TrackGuess guess;
};

[[noreturn]] void refuse_tie(const Candidate& a, const Candidate& b,
                             const std::filesystem::path& path) {
  throw Error(
      ErrorCode::usage,
      fmt::format("the file could be {} ({}) or {} ({}): {}; {}", a.format->name, a.format->title,
                  b.format->name, b.format->title, a.guess.reason, b.guess.reason),
      fmt::format("say which with --tracks-format {} or --tracks-format {}", a.format->name,
                  b.format->name),
      {.file = path.string()});
}

/// The format that is surest of the sample. A tie is refused: a wrong guess would draw wrong boxes.
Candidate recognise(std::string_view text, const std::filesystem::path& path) {
  const TrackSample sample{path, without_byte_order_mark(text)};
  Candidate best, second;
  for (const TrackFormat& format : track_formats()) {
    Candidate candidate{&format, format.sniff(sample)};
    if (candidate.guess.certainty > best.guess.certainty) std::swap(best, candidate);
    if (candidate.guess.certainty > second.guess.certainty) second = candidate;
  }
  if (best.format == nullptr)
    throw Error(ErrorCode::input, not_text(text),
                fmt::format("name the format with --tracks-format if it is one of: {}",
                            fmt::join(format_names(), ", ")),
                {.file = path.string()});
  if (best.guess.certainty == second.guess.certainty) refuse_tie(best, second, path);
  return best;
}

}  // namespace

const TrackFormat& find_track_format(std::string_view name) {
  const auto formats = track_formats();
  const auto found = std::ranges::find(formats, name, &TrackFormat::name);
  if (found == formats.end())
    throw Error(ErrorCode::usage, fmt::format("there is no track format '{}'", name),
                suggest(name, format_names()));
  return *found;
}

TrackTable read_tracks(std::istream& stream, const std::filesystem::path& path,
                       const TrackReadOptions& options, TrackReport& report) {
  report = {};
  report.file = path.string();
  const TrackFormat* format = nullptr;
  if (options.format.empty()) {
    const Candidate best = recognise(take_sample(stream), path);
    format = best.format;
    report.recognised_by = best.guess.reason;
  } else {
    format = &find_track_format(options.format);
  }
  report.format = format->name;
  report.format_title = format->title;
  TrackInput input{stream, path};
  return format->read(input, options, report);
}

TrackTable read_tracks(const std::filesystem::path& path, const TrackReadOptions& options,
                       TrackReport& report) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw Error(ErrorCode::input, "this is a folder, not a track file", {},
                {.file = path.string()});
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw Error(ErrorCode::input, "the track file cannot be opened",
                "does it exist, and may you read it?", {.file = path.string()});
  return read_tracks(stream, path, options, report);
}

}  // namespace overlace
