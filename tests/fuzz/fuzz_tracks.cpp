// SPDX-License-Identifier: Apache-2.0
// Fuzzes the track readers: any bytes end in a table that keeps its promises or in an Error, and a
// table that is written reads back the same.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "graph/core/error.h"
#include "io/tracks/coco_rle.h"
#include "io/tracks/format.h"
#include "io/tracks/writer.h"
#include "tracking/associate.h"

namespace overlace {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const TrackTable& table, const TrackReport& report) {
  require(report.boxes == table.row_count() && report.rows >= report.boxes);
  for (const AttributeColumn& column : table.attributes)
    require(column.values.size() == table.row_count());
  const auto full_or_empty = [&](std::size_t size) {
    require(size == 0 || size == table.row_count());
  };
  full_or_empty(table.rotation.size());
  full_or_empty(table.skeleton.size());
  full_or_empty(table.mask_size.size());
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    if (const auto runs = table.mask_runs.of(row); !runs.empty())
      require(check_mask(table.mask_size[row], runs).empty());
  std::uint32_t rows = 0;
  for (std::int32_t f = 0; f < table.frame_count(); ++f) {
    const RowRange range = table.rows(table.first_frame + f);
    require(range.begin == rows);
    rows = range.end;
  }
  require(rows == table.row_count());
  for (const Box& b : table.box)
    require(std::isfinite(b.x) && std::isfinite(b.y) && b.width >= 0 && b.height >= 0);
}

/// A folder of its own for this process; it goes with it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "overlace-fuzz-XXXXXX").string();
    require(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Form feeds separate the files of a folder.
TrackTable read_folder(std::string_view text, const TrackReadOptions& options,
                       TrackReport& report) {
  constexpr int most_files = 5;
  static const Folder folder;
  for (int i = 0; i < most_files; ++i) {
    const std::size_t end = std::min(text.find('\f'), text.size());
    std::ofstream(folder.path() / (std::to_string(i) + ".txt"), std::ios::binary)
        << text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return read_tracks(folder.path(), options, report);
}

bool is_folder_format(std::string_view name) {
  return !name.empty() && find_track_format(name).folder;
}

TrackTable read(const std::string& text, const TrackReadOptions& options) {
  std::istringstream stream(text);
  TrackReport report;
  const bool folder =
      is_folder_format(options.format) || (options.format.empty() && text.find('\f') != text.npos);
  TrackTable table = folder ? read_folder(text, options, report)
                            : read_tracks(stream, "fuzz/fuzz.txt", options, report);
  check(table, report);
  (void)report.lines();
  return table;
}

void round_trip(const TrackTable& table) {
  std::ostringstream out;
  write_tracks(table, {}, out, "overlace_json");
  const TrackTable again = read(out.str(), {.format = "overlace_json"});
  require(again.box == table.box && again.id == table.id &&
          again.class_index == table.class_index && again.frame_begin == table.frame_begin);
}

/// The first line names a format, or is empty for recognition.
void run(const std::string& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  TrackReadOptions options;
  options.format = text.substr(0, end);
  options.clip = {{640, 480}, {25, 1}, 100};
  try {
    TrackTable table = read(text.substr(std::min(end + 1, text.size())), options);
    // A far frame is allowed, but too slow to walk through in a fuzzer.
    if (table.frame_count() > 10'000) return;
    finish_tracks(table, 25);
    (void)associate(table, {});
    round_trip(table);
  } catch (const Error&) {  // refused: as good as read
  }
}

}  // namespace
}  // namespace overlace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  overlace::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
