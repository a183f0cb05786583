// SPDX-License-Identifier: Apache-2.0
// json_frames: a folder with a JSON file per frame, written by scripts.
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/script_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// Walks through the files; a box without a frame of its own is in that of its file.
void walk_files(const FrameFiles& files, JsonWalk& walk) {
  TrackReport unused;
  const TrackReadOptions options;
  TrackBuilder nobody({}, options, unused);
  for_each_frame(files, nobody, [&](const FrameFile& file, std::istream& text) {
    TrackInput input{text, file.path};
    visit_json(input, {""}, [&](const JsonPart& document) {
      walk.take(document.value, file.frame, document.value.line);
    });
  });
}

TrackGuess sniff(const TrackSample& sample) {
  // A single file is one of the whole clip rather than of its only frame.
  if (sample.files == nullptr || sample.files->files.size() < 2 ||
      !looks_like_json(sample.text, "[{", {}))
    return {};
  const ColumnMap none;
  const JsonRows rows(none);
  bool found = false;
  try {
    JsonWalk walk(rows, [&](const Json&, std::uint64_t) { found = true; });
    FrameFiles some = *sample.files;
    constexpr std::size_t sampled = 20;
    some.files.resize(std::min(some.files.size(), sampled));
    walk_files(some, walk);
  } catch (const Error&) {  // not JSON
    return {};
  }
  return found ? TrackGuess{25, "its files are JSON with boxes"} : TrackGuess{};
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  const auto see_frames = [&](TrackBuilder& builder) {
    for (std::size_t i = 0; i < input.files->files.size(); ++i) builder.see_frame();
  };
  return read_script_rows({.walk = [&](JsonWalk& walk) { walk_files(*input.files, walk); },
                           .before = see_frames,
                           .may_be_empty = true},
                          options, report);
}

}  // namespace

TrackFormat json_frames() {
  return {.name = "json_frames",
          .title = "generic JSON, a file per frame",
          .doc =
              "A folder of JSON files, one for every frame, with boxes as in json. The number in a "
              "file's name is its frame, unless its boxes say another.",
          .extensions = {".json"},
          .rules = {"in the file name, from 0", "from 0", "by the names", "whole clip"},
          .folder = true,
          .named = true,
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
