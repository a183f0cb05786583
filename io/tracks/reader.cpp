// SPDX-License-Identifier: Apache-2.0
// Recognises a track file by its content and reads it.
#include "io/tracks/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "graph/core/error.h"
#include "io/tracks/cache.h"
#include "io/tracks/format.h"
#include "io/tracks/frame_files.h"
#include "io/tracks/json_parts.h"
#include "io/tracks/line_reader.h"
#include "io/tracks/nothing_to_draw.h"

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

/// Bytes from here to the end of the stream, which stays where it is; 0 for one that cannot tell.
std::uint64_t size_of(std::istream& stream) {
  const auto here = stream.tellg();
  const auto end = stream.seekg(0, std::ios::end).tellg();
  stream.clear();
  stream.seekg(here);
  stream.clear();
  return here >= 0 && end > here ? static_cast<std::uint64_t>(end - here) : 0;
}

/// Why a file that no format knows may not even be text.
std::string not_text(std::string_view sample) {
  if (sample.empty()) return "the file is empty";
  if (sample.starts_with("PK\x03\x04")) return "the file is a zip archive: unpack it first";
  if (sample.starts_with("\x1F\x8B")) return "the file is compressed (gzip): unpack it first";
  if (sample.starts_with("\xFF\xFE") || sample.starts_with("\xFE\xFF"))
    return "the file is UTF-16 text: save it as UTF-8";
  if (sample.find('\r') != std::string_view::npos && sample.find('\n') == std::string_view::npos)
    return "the file's lines end in CR alone: save it with LF";
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

/// The two formats that are surest of the sample, of those that read folders or of the others.
std::pair<Candidate, Candidate> surest(const TrackSample& sample, bool folder) {
  Candidate best, second;
  for (const TrackFormat& format : track_formats()) {
    if (format.folder != folder) continue;
    Candidate candidate{&format, format.sniff(sample)};
    if (candidate.guess.certainty > best.guess.certainty) std::swap(best, candidate);
    if (candidate.guess.certainty > second.guess.certainty) second = candidate;
  }
  return {best, second};
}

[[noreturn]] void refuse_stranger(const TrackSample& sample) {
  const bool is_folder = sample.files != nullptr;
  if (const Candidate one = surest(sample, !is_folder).first; one.format != nullptr)
    throw Error(ErrorCode::input,
                fmt::format("{} {}", is_folder ? "the files look like" : "one frame's file of",
                            one.format->title),
                is_folder ? "give one of them" : "give the folder of all frames",
                {.file = sample.path.string()});
  throw Error(ErrorCode::input, not_text(sample.text),
              fmt::format("name the format with --tracks-format if it is one of: {}",
                          fmt::join(format_names(), ", ")),
              {.file = sample.path.string()});
}

/// The format that is surest of the sample. A tie is refused: a wrong guess would draw wrong boxes.
Candidate recognise(const TrackSample& sample) {
  if (const std::string_view why = nothing_to_draw(sample.text); !why.empty())
    throw Error(ErrorCode::input, fmt::format("{}: there is nothing to draw", why), {},
                {.file = sample.path.string()});
  const auto [best, second] = surest(sample, sample.files != nullptr);
  if (best.format == nullptr) refuse_stranger(sample);
  if (best.guess.certainty == second.guess.certainty) refuse_tie(best, second, sample.path);
  return best;
}

/// The format of a file in which the user says what names hold: of those that have names.
const TrackFormat& format_with_names(const TrackSample& sample) {
  Candidate best{&find_track_format(looks_like_json(sample.text, "[{", {}) ? "json" : "csv"), {}};
  for (const TrackFormat& format : track_formats())
    if (Candidate candidate{&format, format.named ? format.sniff(sample) : TrackGuess{}};
        candidate.guess.certainty > best.guess.certainty)
      best = candidate;
  return *best.format;
}

/// The format that the user named or the sample shows, which goes into the report.
const TrackFormat& choose(const TrackReadOptions& options, const TrackSample& sample,
                          TrackReport& report) {
  const TrackFormat* format = nullptr;
  if (options.format.empty() && !options.columns.empty() && sample.files == nullptr) {
    format = &format_with_names(sample);
    report.recognised_by = "you say what its names hold (--map)";
  } else if (options.format.empty()) {
    const Candidate best = recognise(sample);
    format = best.format;
    report.recognised_by = best.guess.reason;
  } else {
    format = &find_track_format(options.format);
    if (format->folder != (sample.files != nullptr))
      throw Error(ErrorCode::usage,
                  fmt::format("{} is read from a {}", format->name,
                              format->folder ? "folder, with a file for every frame" : "file"),
                  {}, {.file = sample.path.string()});
  }
  report.format = format->name;
  report.format_title = format->title;
  return *format;
}

TrackTable read_frame_files(const FrameFiles& files, const std::filesystem::path& path,
                            const TrackReadOptions& options, TrackReport& report) {
  report = {};
  report.file = path.string();
  const std::string text = sample_of(files, sample_bytes);
  const TrackFormat& format =
      choose(options, {path, without_byte_order_mark(text), &files}, report);
  report.assumptions.push_back(files.understood());
  std::istringstream nothing;
  TrackInput input{nothing, path, &files};
  return format.read(input, options, report);
}

std::ifstream open_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw Error(ErrorCode::input, "the track file cannot be opened",
                "does it exist, and may you read it?", {.file = path.string()});
  return stream;
}

/// Whether a file rather is one frame's of a format of folders than anything else.
bool is_one_frame(const std::filesystem::path& path, std::istream& stream,
                  const TrackReadOptions& options) {
  if (!options.format.empty()) return find_track_format(options.format).folder;
  if (!options.columns.empty()) return false;
  const std::string text = take_sample(stream);
  const FrameFiles files = one_frame_file(path);
  const std::string_view content = without_byte_order_mark(text);
  return surest({path, content, &files}, true).first.guess.certainty >
         surest({path, content}, false).first.guess.certainty;
}

TrackTable read_path(const std::filesystem::path& path, const TrackReadOptions& options,
                     TrackReport& report) {
  if (is_frame_folder(path)) return read_frame_files(list_frame_files(path), path, options, report);
  std::ifstream stream = open_file(path);
  if (is_one_frame(path, stream, options))
    return read_frame_files(one_frame_file(path), path, options, report);
  return read_tracks(stream, path, options, report);
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

const TrackFormat* recognise_format(const std::filesystem::path& path) {
  std::optional<FrameFiles> files;
  std::string text;
  if (is_frame_folder(path)) {
    files = list_frame_files(path);
    text = sample_of(*files, sample_bytes);
  } else {
    std::ifstream stream = open_file(path);
    text = take_sample(stream);
  }
  const TrackSample sample{path, without_byte_order_mark(text), files ? &*files : nullptr};
  const auto [best, second] = surest(sample, files.has_value());
  return best.guess.certainty > second.guess.certainty ? best.format : nullptr;
}

TrackTable read_tracks(std::istream& stream, const std::filesystem::path& path,
                       const TrackReadOptions& options, TrackReport& report) {
  report = {};
  report.file = path.string();
  const std::string text = options.format.empty() ? take_sample(stream) : "";
  const TrackFormat& format = choose(options, {path, without_byte_order_mark(text)}, report);
  TrackInput input{stream, path, nullptr, size_of(stream)};
  return format.read(input, options, report);
}

TrackTable read_tracks(const std::filesystem::path& path, const TrackReadOptions& options,
                       TrackReport& report) {
  if (options.cache.empty()) return read_path(path, options, report);
  const TrackCacheEntry entry(path, options);
  if (std::optional<TrackTable> kept = entry.load(report)) {
    report.assumptions.push_back("the tracks were read before and are taken from " +
                                 entry.path().string());
    return std::move(*kept);
  }
  TrackTable table = read_path(path, options, report);
  if (const std::string why = entry.store(table, report); !why.empty())
    report.assumptions.push_back("the tracks are not kept in the cache: " + why);
  return table;
}

}  // namespace overlace
