// SPDX-License-Identifier: Apache-2.0
// Fuzzes the readers of JSON and XML: any bytes end in a table that keeps its promises or in an
// Error; what is read can be written in every format, and overlace's own keeps all of it.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "graph/core/error.h"
#include "io/tracks/coco_rle.h"
#include "io/tracks/format.h"
#include "io/tracks/writer.h"

namespace overlace {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

template <class T>
void check_length(const std::vector<T>& column, std::size_t rows) {
  require(column.empty() || column.size() == rows);
}

void check(const TrackTable& table) {
  const std::size_t rows = table.row_count();
  check_length(table.rotation, rows);
  check_length(table.skeleton, rows);
  check_length(table.mask_size, rows);
  for (const AttributeColumn& column : table.attributes) {
    require(column.values.size() == rows);
    for (const float value : column.values)
      require(column.texts.empty() || std::isnan(value) ||
              (value >= 0 && static_cast<std::size_t>(value) < column.texts.size()));
  }
  for (const Box& b : table.box)
    require(std::isfinite(b.x) && std::isfinite(b.y) && b.width >= 0 && b.height >= 0);
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (!table.skeleton.empty())
      require(table.skeleton[row] < static_cast<std::int32_t>(table.skeletons.size()));
    if (!table.mask_runs.of(row).empty())
      require(check_mask(table.mask_size[row], table.mask_runs.of(row)).empty());
    for (const OutlinePoint& point : table.outlines.of(row))
      require(std::isfinite(point.at.x) && std::isfinite(point.at.y));
  }
}

TrackTable read(const std::string& text, const TrackReadOptions& options) {
  std::istringstream stream(text);
  TrackReport report;
  TrackTable table = read_tracks(stream, "fuzz/fuzz.json", options, report);
  check(table);
  (void)report.lines();
  return table;
}

/// The formats that are documents of JSON or XML.
std::vector<std::string> document_formats() {
  std::vector<std::string> names;
  for (const TrackFormat& format : track_formats())
    for (const std::string_view extension : format.extensions)
      if (!format.folder && extension != ".txt" && extension != ".csv")
        names.emplace_back(format.name);
  return names;
}

void write_and_read_back(const TrackTable& table, const ClipInfo& clip) {
  for (const TrackFormat& format : track_formats()) {
    if (format.write == nullptr) continue;
    std::ostringstream out;
    (void)format.losses(table);
    format.write(table, clip, out);
    if (format.name != "overlace_json") continue;
    const TrackTable again = read(out.str(), {.format = "overlace_json"});
    require(again.box == table.box && again.id == table.id &&
            again.key_points.items.size() == table.key_points.items.size() &&
            again.outlines.items.size() == table.outlines.items.size() &&
            again.mask_runs.items == table.mask_runs.items);
  }
}

void try_as(const std::string& text, const std::string& format) {
  TrackReadOptions options{.format = format};
  options.clip = {{640, 480}, {25, 1}, 100};
  options.max_boxes = 5000;
  try {
    const TrackTable table = read(text, options);
    if (table.frame_count() < 10'000) write_and_read_back(table, options.clip);
  } catch (const Error&) {  // refused: as good as read
  }
}

/// By recognition, and as some format.
void run(const std::string& text) {
  static const std::vector<std::string> formats = document_formats();
  try_as(text, "");
  try_as(text, formats[text.size() % formats.size()]);
}

}  // namespace
}  // namespace overlace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  overlace::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
