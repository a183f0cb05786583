// SPDX-License-Identifier: Apache-2.0
// Track files that are made in memory and read back.
#include "bench/track_reading.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <istream>
#include <random>
#include <streambuf>
#include <string>
#include <vector>

#include "bench/rows.h"
#include "bench/timer.h"
#include "io/tracks/reader.h"

namespace overlace {
namespace {

constexpr int boxes_per_frame = 25;
constexpr double target = 150;  // MB/s, for a MOTChallenge file

/// A box as trackers write it, with two decimals.
struct Row {
  std::int32_t frame = 0, id = 0;
  double x = 0, y = 0, width = 0, height = 0, score = 0;
};

using AppendRow = void (*)(fmt::memory_buffer& text, const Row& row);

struct Subject {
  std::string format, heading;
  AppendRow append = nullptr;
};

std::vector<Subject> subjects() {
  return {
      {"mot", "",
       [](fmt::memory_buffer& text, const Row& r) {
         fmt::format_to(std::back_inserter(text),
                        "{},{},{:.2f},{:.2f},{:.2f},{:.2f},{:.4f},-1,-1,-1\n", r.frame + 1, r.id,
                        r.x, r.y, r.width, r.height, r.score);
       }},
      {"mot_gt", "",
       [](fmt::memory_buffer& text, const Row& r) {
         fmt::format_to(std::back_inserter(text), "{},{},{:.0f},{:.0f},{:.0f},{:.0f},1,{},{:.5f}\n",
                        r.frame + 1, r.id, r.x, r.y, r.width, r.height, r.id % 7 + 1, r.score);
       }},
      {"csv", "frame,track_id,label,confidence,x_min,y_min,x_max,y_max\n",
       [](fmt::memory_buffer& text, const Row& r) {
         fmt::format_to(std::back_inserter(text), "{},{},{},{:.4f},{:.2f},{:.2f},{:.2f},{:.2f}\n",
                        r.frame, r.id, r.id % 2 == 0 ? "person" : "car", r.score, r.x, r.y,
                        r.x + r.width, r.y + r.height);
       }},
      {"kitti_tracking", "",
       [](fmt::memory_buffer& text, const Row& r) {
         fmt::format_to(std::back_inserter(text),
                        "{} {} Car 0 0 -1.79 {:.2f} {:.2f} {:.2f} {:.2f} 1.57 1.73 4.15 {:.2f} "
                        "1.75 13.22 1.62\n",
                        r.frame, r.id, r.x, r.y, r.x + r.width, r.y + r.height, r.score);
       }},
  };
}

struct Text {
  fmt::memory_buffer bytes;
  std::uint32_t rows = 0;
  Row last;
};

Text make_text(const Subject& subject, const BenchTracksOptions& options) {
  Text text;
  text.bytes.append(subject.heading);
  std::mt19937 random(options.seed);
  const auto hundredths = [&](std::uint64_t low, std::uint64_t high) {
    return static_cast<double>(low * 100 + random() % ((high - low) * 100)) / 100.0;
  };
  const auto size = static_cast<std::size_t>(options.megabytes) * 1'000'000;
  for (std::int32_t frame = 0; text.bytes.size() < size; ++frame) {
    for (std::int32_t id = 1; id <= boxes_per_frame; ++id, ++text.rows) {
      text.last = {frame,
                   id,
                   hundredths(0, 1800),
                   hundredths(0, 1000),
                   hundredths(10, 120),
                   hundredths(20, 300),
                   hundredths(0, 1)};
      subject.append(text.bytes, text.last);
    }
  }
  return text;
}

/// A stream over bytes in memory.
class MemoryBuffer : public std::streambuf {
 public:
  explicit MemoryBuffer(const fmt::memory_buffer& bytes) {
    // The pointers of a get area are not const, but nothing writes through them.
    char* const begin = const_cast<char*>(bytes.data());
    setg(begin, begin, begin + bytes.size());
  }
};

std::uint64_t count_lines(const fmt::memory_buffer& bytes) {
  std::uint64_t lines = 0;
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  while ((at = static_cast<const char*>(
              std::memchr(at, '\n', static_cast<std::size_t>(end - at)))) != nullptr) {
    ++lines;
    if (++at == end) break;
  }
  return lines;
}

bool is_right(const TrackTable& table, const Text& text) {
  if (table.row_count() != text.rows) return false;
  const Box& box = table.box.back();
  return table.id.back() == text.last.id && table.frame_count() == text.last.frame + 1 &&
         std::abs(box.width - text.last.width) < 1 && std::abs(box.height - text.last.height) < 1;
}

BenchRow measure(const Subject& subject, const BenchTracksOptions& options) {
  const Text text = make_text(subject, options);
  const double megabytes = static_cast<double>(text.bytes.size()) / 1e6;
  std::vector<double> reading, floor;
  bool right = true;
  for (int round = 0; round < options.rounds; ++round) {
    std::uint64_t lines = 0;
    floor.push_back(thread_milliseconds([&] { lines = count_lines(text.bytes); }));
    MemoryBuffer buffer(text.bytes);
    std::istream stream(&buffer);
    TrackReadOptions read;
    read.format = subject.format;
    TrackReport report;
    TrackTable table;
    reading.push_back(
        thread_milliseconds([&] { table = read_tracks(stream, "bench", read, report); }));
    right = right && lines >= text.rows && is_right(table, text);
  }
  const double rate = megabytes * 1000 / median(reading);
  const double share = median(ratios(floor, reading));
  BenchRow row{subject.format,
               fmt::format("{} MB/s ({} of finding its line ends), {} ns a box", digits(rate),
                           digits(share), digits(median(reading) * 1e6 / text.rows)),
               "",
               RowStatus::ok,
               {{"megabytes_per_s", rate},
                {"share_of_floor", share},
                {"floor_megabytes_per_s", megabytes * 1000 / median(floor)},
                {"correct", right}}};
  if (subject.format == "mot") {
    row.target = fmt::format(">= {} MB/s", target);
    row.status = at_least(rate, target);
  }
  if (!right) row.status = RowStatus::failed;
  return row;
}

}  // namespace

int run_bench_tracks(const BenchTracksOptions& options) {
  bool correct = true;
  for (const Subject& subject : subjects()) {
    const BenchRow row = measure(subject, options);
    print_row(row, options.json);
    correct = correct && row.status != RowStatus::failed;
  }
  return correct ? 0 : 1;
}

}  // namespace overlace
