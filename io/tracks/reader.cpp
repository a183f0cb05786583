// SPDX-License-Identifier: Apache-2.0
// Recognises a track file by its content and reads it.
#include "io/tracks/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <sstream>
#include <utility>

#include "graph/core/error.h"
#include "io/tracks/builder/verdict.h"
#include "io/tracks/format.h"
#include "io/tracks/frame_files.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/line_reader.h"
#include "io/tracks/rows/text_encoding.h"
#include "io/tracks/table_cache.h"
#include "io/tracks/unsupported.h"

namespace overlace {
namespace {

/// Bytes from here to the end of the stream, whose position is kept; 0 if it cannot tell.
std::uint64_t size_of(std::istream& stream) {
  const auto here = stream.tellg();
  const auto end = stream.seekg(0, std::ios::end).tellg();
  stream.clear();
  stream.seekg(here);
  stream.clear();
  return here >= 0 && end > here ? static_cast<std::uint64_t>(end - here) : 0;
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

/// The matching formats of a sample, either for folders or for files, the most certain first.
std::vector<Candidate> candidates(const TrackSample& sample, bool folder) {
  std::vector<Candidate> fitting;
  for (const TrackFormat& format : track_formats())
    if (format.folder == folder)
      if (TrackGuess guess = format.sniff(sample); guess.certainty > 0)
        fitting.push_back({&format, std::move(guess)});
  std::ranges::stable_sort(fitting, std::greater{},
                           [](const Candidate& candidate) { return candidate.guess.certainty; });
  return fitting;
}

/// The formats that the sample nearly fits, each with what speaks against it.
std::vector<std::string> near_misses(const TrackSample& sample) {
  std::vector<std::string> misses;
  for (const TrackFormat& format : track_formats()) {
    if (format.folder != (sample.files != nullptr)) continue;
    const TrackGuess guess = format.sniff(sample);
    if (guess.certainty == 0 && !guess.reason.empty())
      misses.push_back(fmt::format("{} ({}), because {}", format.title, format.name, guess.reason));
  }
  return misses;
}

bool is_tie(const std::vector<Candidate>& candidates) {
  return candidates.size() > 1 && candidates[0].guess.certainty == candidates[1].guess.certainty;
}

[[noreturn]] void refuse_unknown(const TrackSample& sample) {
  const bool is_folder = sample.files != nullptr;
  if (const auto other = candidates(sample, !is_folder); !other.empty())
    throw Error(ErrorCode::input,
                fmt::format("{} {}", is_folder ? "the files look like" : "one frame's file of",
                            other.front().format->title),
                is_folder ? "give one of them" : "give the folder of all frames",
                {.file = sample.path.string()});
  const Refusal unknown = describe_unknown(sample.text);
  throw Error(ErrorCode::input, unknown.reason, unknown.advice, {.file = sample.path.string()});
}

/// The most certain format for the sample. A tie is refused: a wrong guess would draw wrong boxes.
TrackChoice recognise(const TrackSample& sample, TrackReport& report) {
  if (const auto refusal = refusal_of(sample.text))
    throw Error(ErrorCode::input, refusal->reason, refusal->advice, {.file = sample.path.string()});
  const std::vector<Candidate> fitting = candidates(sample, sample.files != nullptr);
  if (fitting.empty()) refuse_unknown(sample);
  if (is_tie(fitting)) refuse_tie(fitting[0], fitting[1], sample.path);
  report.recognised_by = fitting.front().guess.reason;
  TrackChoice choice{fitting.front().format, fitting.front().guess.certainty, {}};
  for (std::size_t i = 1; i < fitting.size(); ++i) choice.others.push_back(fitting[i].format);
  choice.near_misses = near_misses(sample);
  return choice;
}

/// The format named by the user.
TrackChoice named_format(const TrackReadOptions& options, const TrackSample& sample) {
  const TrackFormat& format = find_track_format(options.format);
  if (format.folder != (sample.files != nullptr))
    throw Error(ErrorCode::usage,
                fmt::format("{} is read from a {}", format.name,
                            format.folder ? "folder, with a file for every frame" : "file"),
                {}, {.file = sample.path.string()});
  return {.format = &format, .certainty = 0, .others = {}};
}

/// The format of a file or folder whose names the user maps: of those that have names.
TrackChoice mapped_format(const TrackSample& sample, TrackReport& report) {
  const bool folder = sample.files != nullptr;
  const bool json = folder || looks_like_json(sample.text, "[{", {});
  Candidate best{&find_track_format(folder ? "json_frames" : json ? "json" : "csv"), {}};
  for (const TrackFormat& format : track_formats()) {
    if (!format.named || format.folder != folder) continue;
    if (Candidate candidate{&format, format.sniff(sample)};
        candidate.guess.certainty > best.guess.certainty)
      best = candidate;
  }
  report.recognised_by = "you say what its names hold (--map)";
  return {.format = best.format, .certainty = 0, .others = {}};
}

/// A format whose numbers have no names ignores what the user says of names.
void check_map(const TrackFormat& format, const TrackReadOptions& options,
               const TrackSample& sample) {
  if (format.named || (options.columns.empty() && options.frame_column.empty())) return;
  std::vector<std::string_view> named;
  for (const TrackFormat& other : track_formats())
    if (other.named) named.push_back(other.name);
  throw Error(ErrorCode::usage, fmt::format("{} has no names to map", format.title),
              fmt::format("--map and --frame-column apply to {}", fmt::join(named, ", ")),
              {.file = sample.path.string()});
}

/// The format that the user named or the sample indicates; records it in the report.
TrackChoice choose(const TrackReadOptions& options, const TrackSample& sample,
                   TrackReport& report) {
  TrackChoice choice = !options.format.empty()   ? named_format(options, sample)
                       : options.columns.empty() ? recognise(sample, report)
                                                 : mapped_format(sample, report);
  check_map(*choice.format, options, sample);
  report.format = choice.format->name;
  report.format_title = choice.format->title;
  return choice;
}

TrackTable read_frame_files(const FrameFiles& files, const std::filesystem::path& path,
                            const TrackReadOptions& options, TrackReport& report) {
  report = {};
  report.file = path.string();
  const std::string text = sample_of(files, sample_bytes);
  const TrackChoice choice = choose(options, {path, without_byte_order_mark(text), &files}, report);
  report.assumptions.push_back(files.understood());
  std::istringstream nothing;
  TrackInput input{nothing, path, &files};
  TrackTable table = choice.format->read(input, options, report);
  judge(choice, report);
  return table;
}

/// Whether a file is more likely one frame of a folder format than anything else.
bool is_one_frame(const std::filesystem::path& path, std::istream& stream,
                  const TrackReadOptions& options) {
  if (!options.format.empty()) return find_track_format(options.format).folder;
  if (!options.columns.empty()) return false;
  const std::string text = sample_of(stream);
  const FrameFiles files = one_frame_file(path);
  const std::string_view content = without_byte_order_mark(text);
  const auto certainty = [](const std::vector<Candidate>& fitting) {
    return fitting.empty() ? 0 : fitting.front().guess.certainty;
  };
  return certainty(candidates({path, content, &files}, true)) >
         certainty(candidates({path, content}, false));
}

TrackTable read_stream(std::istream& stream, const std::filesystem::path& path,
                       const TrackReadOptions& options, TrackReport& report) {
  report = {};
  report.file = path.string();
  const std::string text = options.format.empty() ? sample_of(stream) : "";
  const TrackChoice choice = choose(options, {path, without_byte_order_mark(text)}, report);
  TrackInput input{stream, path, nullptr, size_of(stream)};
  TrackTable table = choice.format->read(input, options, report);
  judge(choice, report);
  return table;
}

TrackTable read_path(const std::filesystem::path& path, const TrackReadOptions& options,
                     TrackReport& report) {
  if (is_frame_folder(path)) return read_frame_files(list_frame_files(path), path, options, report);
  const std::unique_ptr<std::istream> stream = open_text(path);
  if (is_one_frame(path, *stream, options))
    return read_frame_files(one_frame_file(path), path, options, report);
  return read_stream(*stream, path, options, report);
}

/// As `read_path`; errors about the file name it.
TrackTable read_named(const std::filesystem::path& path, const TrackReadOptions& options,
                      TrackReport& report) {
  try {
    return read_path(path, options, report);
  } catch (const Error& error) {
    rethrow_in(path, error);
  }
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
    text = sample_of(*open_text(path));
  }
  const TrackSample sample{path, without_byte_order_mark(text), files ? &*files : nullptr};
  const std::vector<Candidate> fitting = candidates(sample, files.has_value());
  return fitting.empty() || is_tie(fitting) ? nullptr : fitting.front().format;
}

TrackTable read_tracks(std::istream& stream, const std::filesystem::path& path,
                       const TrackReadOptions& options, TrackReport& report) {
  try {
    const std::unique_ptr<std::istream> converted = converted_text(stream);
    return read_stream(converted ? *converted : stream, path, options, report);
  } catch (const Error& error) {
    rethrow_in(path, error);
  }
}

TrackTable read_tracks(const std::filesystem::path& path, const TrackReadOptions& options,
                       TrackReport& report) {
  if (options.cache.empty()) return read_named(path, options, report);
  const TrackCacheEntry entry(path, options);
  if (std::optional<TrackTable> kept = entry.load(report)) {
    report.assumptions.push_back("the tracks were read before and are taken from " +
                                 entry.path().string());
    return std::move(*kept);
  }
  TrackTable table = read_named(path, options, report);
  if (const std::string why = entry.store(table, report); !why.empty())
    report.assumptions.push_back("the tracks are not kept in the cache: " + why);
  return table;
}

}  // namespace overlace
