// SPDX-License-Identifier: Apache-2.0
// Fuzzes the track readers: any bytes give a valid table or an Error. What is read can be followed
// and written in any format, and overlace's own format keeps all of it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <string>

#include "graph/core/error.h"
#include "io/tracks/format.h"
#include "io/tracks/writer.h"
#include "tests/fuzz/check_table.h"
#include "tests/temp_folder.h"
#include "tracking/associate.h"

namespace overlace {
namespace {

enum class Family { rows, folders, documents };
constexpr Family fuzzed = Family::FUZZ_FAMILY;  ///< the formats that this target reads

void check(const TrackTable& table, const TrackReport& report) {
  require(report.boxes == table.row_count() && report.rows >= report.boxes);
  check_table(table);
}

/// Form feeds separate the files of a folder; the last one is not the file of a frame.
TrackTable read_folder(std::string_view text, const TrackReadOptions& options,
                       TrackReport& report) {
  static const test::TempFolder folder;
  for (const char* name : {"0.txt", "1.txt", "2.txt", "data.yaml"}) {
    const std::size_t end = std::min(text.find('\f'), text.size());
    // Removed first: ext4 writes a file that replaces another one to disk at once, but delays a new
    // one.
    std::filesystem::remove(folder.path() / name);
    std::ofstream(folder.path() / name, std::ios::binary) << text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return read_tracks(folder.path(), options, report);
}

TrackTable read(const std::string& text, const TrackReadOptions& options, bool folder) {
  std::istringstream stream(text);
  TrackReport report;
  TrackTable table = folder ? read_folder(text, options, report)
                            : read_tracks(stream, "fuzz/fuzz.txt", options, report);
  check(table, report);
  (void)report.lines();
  return table;
}

void write_and_read_back(const TrackTable& table, const ClipInfo& clip) {
  std::ostringstream out;
  write_tracks(table, clip, out, "overlace_json");
  const TrackTable again = read(out.str(), {.format = "overlace_json"}, false);
  require(again.box == table.box && again.id == table.id &&
          again.class_index == table.class_index && again.frame_begin == table.frame_begin &&
          again.key_points.items.size() == table.key_points.items.size() &&
          again.outlines.items.size() == table.outlines.items.size() &&
          again.mask_runs.items == table.mask_runs.items);
}

/// Accepts the files of a folder and discards them.
class NoFolder : public TrackFolder {
 public:
  void write_frame(std::int64_t number, std::string_view /*text*/) override {
    require(number >= 0);
  }
  void write_companion(std::string_view name, std::string_view /*text*/) override {
    require(!name.empty());
  }
};

/// Writes the format of that number. A lossless file reads back with all its boxes.
void write_as(std::size_t number, const TrackTable& table, const ClipInfo& clip) {
  const TrackFormat& format = track_formats()[number % track_formats().size()];
  if (!format.is_written()) return;
  const bool whole = format.losses(table).empty();
  try {
    NoFolder folder;
    if (format.folder) return format.write_folder(table, clip, folder);
    std::ostringstream out;
    format.write(table, clip, out);
    if (!whole || table.row_count() == 0) return;
    const TrackReadOptions options{.format = std::string(format.name), .clip = clip};
    require(read(out.str(), options, false).row_count() == table.row_count());
  } catch (const Error& error) {  // the format may need a size that the clip does not have
    require(!whole || error.code() == ErrorCode::usage);
  }
}

Family family_of(const TrackFormat& format) {
  if (format.folder) return Family::folders;
  const std::string_view extension = format.extensions.front();
  return extension == ".txt" || extension == ".csv" ? Family::rows : Family::documents;
}

/// The options that a byte encodes.
TrackReadOptions options_of(std::uint8_t byte) {
  const auto chosen = [byte](int bit) { return (byte >> bit & 1) != 0; };
  TrackReadOptions options;
  options.max_boxes = 5000;
  if (!chosen(0)) options.clip = {{640, 480}, {25, 1}, 100};
  if (chosen(1)) options.source_size = {1920, 1080};
  options.strict = chosen(2);
  options.drop_ignored = chosen(3);
  if (chosen(4)) options.frame_rate = 10;
  if (chosen(5)) options.frame_base = 1;
  if (chosen(6)) options.pixel_base = 1;
  if (chosen(7)) options.clip.stored = {.transposed = true, .flip_x = true};
  options.stored = chosen(7);
  return options;
}

/// The first byte selects a format, counted from 1, or recognition; the second how to read. Formats
/// of other families are left to other targets.
int run(std::span<const std::uint8_t> bytes) {
  constexpr int keep_out_of_corpus = -1;
  if (bytes.size() < 2) return keep_out_of_corpus;
  const auto formats = track_formats();
  const std::size_t choice = bytes[0] % (formats.size() + 1);
  if (choice > 0 && family_of(formats[choice - 1]) != fuzzed) return keep_out_of_corpus;
  TrackReadOptions options = options_of(bytes[1]);
  if (choice > 0) options.format = formats[choice - 1].name;
  const std::string text(bytes.begin() + 2, bytes.end());
  try {
    TrackTable table = read(text, options, fuzzed == Family::folders);
    // A far frame is allowed, but iterating up to it is too slow for a fuzzer.
    if (table.frame_count() > 10'000) return 0;
    write_and_read_back(table, options.clip);
    write_as(text.size(), table, options.clip);
    finish_tracks(table, {.frame_rate = {25}});
    (void)associate(table, {});
  } catch (const Error&) {  // refusing is as valid as reading
  }
  return 0;
}

}  // namespace
}  // namespace overlace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return overlace::run({data, size});
}
