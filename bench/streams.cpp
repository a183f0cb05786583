// SPDX-License-Identifier: Apache-2.0
// A thread and a processor clock for each stream.
#include "bench/streams.h"

#include <fmt/format.h>

#include <thread>
#include <vector>

#include "bench/timer.h"

namespace overlace {
namespace {

constexpr int streams_at_once = 10;
constexpr double most_cost = 1.05;  ///< of a stream among others, relative to one alone

struct Stream {
  double busy_ms = 0;
  bool right = true;
};

/// Runs `count` threads that do the work at the same time.
std::vector<Stream> play(int count, const StreamWork& work) {
  std::vector<Stream> streams(static_cast<std::size_t>(count));
  std::vector<std::jthread> threads;
  for (Stream& stream : streams)
    threads.emplace_back(
        [&] { stream.busy_ms = thread_milliseconds([&] { stream.right = work(); }); });
  threads.clear();  // waits for them
  return streams;
}

}  // namespace

BenchRow streams_row(const std::string& name, int rounds, const StreamWork& work) {
  std::vector<double> alone_ms, beside_ms;
  bool right = true;
  const auto take = [&](int count, std::vector<double>& times) {
    for (const Stream& stream : play(count, work)) {
      times.push_back(stream.busy_ms);
      right = right && stream.right;
    }
  };
  for (int round = 0; round < rounds; ++round) {
    take(1, alone_ms);
    take(streams_at_once, beside_ms);
  }
  const double cost = median(beside_ms) / median(alone_ms);
  return {fmt::format("{} x {}", streams_at_once, name),
          fmt::format("{} ms each, {} ms alone: {:+.1f} %", digits(median(beside_ms)),
                      digits(median(alone_ms)), 100 * (cost - 1)),
          fmt::format("<= {:+.0f} %", 100 * (most_cost - 1)),
          right ? at_most(cost, most_cost) : RowStatus::failed,
          {{"cost", cost},
           {"alone_ms", median(alone_ms)},
           {"beside_ms", median(beside_ms)},
           {"correct", right}}};
}

}  // namespace overlace
