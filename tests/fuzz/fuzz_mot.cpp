// SPDX-License-Identifier: Apache-2.0
// Fuzzes the track readers: any bytes end in a table that keeps its promises or in an Error, and a
// table that is written reads back the same.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "graph/core/error.h"
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

TrackTable read(const std::string& text, const TrackReadOptions& options) {
  std::istringstream stream(text);
  TrackReport report;
  TrackTable table = read_tracks(stream, "fuzz/fuzz.txt", options, report);
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

/// The first byte chooses a format, or recognition.
void run(const std::string& text) {
  if (text.empty()) return;
  const auto formats = track_formats();
  const std::size_t choice = static_cast<unsigned char>(text[0]) % (formats.size() + 1);
  TrackReadOptions options;
  if (choice < formats.size()) options.format = formats[choice].name;
  options.clip = {{640, 480}, {25, 1}, 100};
  try {
    TrackTable table = read(text.substr(1), options);
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
