// SPDX-License-Identifier: Apache-2.0
// The timed loop.
#include "bench/loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "bench/check.h"
#include "bench/rows.h"
#include "bench/timer.h"

namespace overlace {
namespace {

/// One subject and its results so far.
struct Lane {
  BenchSubject* subject;
  PictureCheck check;
  SubjectTimes times;

  void draw(int round, BenchWorkers& workers, BenchFrames& frames) {
    subject->prepare();
    double copy = 0;
    const ImageView picture = frames.next(workers, copy);
    const double draw = milliseconds([&] { times.stats = subject->draw(picture); });
    if (round < 0) return;
    times.copy.push_back(copy);
    times.draw.push_back(draw);
    if (check.wants(round)) check.keep(picture, subject->slow_drawing());
  }
};

}  // namespace

LoopOptions loop_options(int rounds, std::uint32_t seed) {
  LoopOptions options{.seed = seed};
  if (rounds == 0) return options;
  options.rounds = std::max(rounds, least_rounds);
  options.budget_ms = std::numeric_limits<double>::infinity();
  return options;
}

double SubjectTimes::copies() const {
  return median(ratios(draw, copy));
}

Json::Object SubjectTimes::figures() const {
  return {{"median_ms", median(draw)},
          {"least_ms", least(draw)},
          {"copy_median_ms", median(copy)},
          {"copy_least_ms", least(copy)},
          {"copies", copies()},
          {"least_copies", least(ratios(draw, copy))},
          {"rounds", static_cast<std::int64_t>(draw.size())},
          {"primitives", static_cast<std::int64_t>(stats.primitives)},
          {"segments", static_cast<std::int64_t>(stats.segments)},
          {"tiles", static_cast<std::int64_t>(stats.tiles)},
          {"bytes_written", static_cast<std::int64_t>(stats.bytes_written)},
          {"hash", fmt::format("{:016x}", hash)},
          {"correct", correct}};
}

std::vector<SubjectTimes> time_in_turn(std::span<const std::unique_ptr<BenchSubject>> subjects,
                                       BenchWorkers& workers, BenchFrames& frames,
                                       const LoopOptions& options) {
  std::vector<Lane> lanes;
  for (const auto& subject : subjects)
    lanes.push_back({subject.get(), PictureCheck(options.seed, least_rounds), {}});
  double spent = 0;
  for (int round = -warm_up_rounds; round < options.rounds; ++round) {
    if (round >= least_rounds && spent > options.budget_ms) break;
    const double ms = milliseconds([&] {
      for (Lane& lane : lanes) lane.draw(round, workers, frames);
    });
    if (round >= 0) spent += ms;
  }
  std::vector<SubjectTimes> times;
  for (Lane& lane : lanes) {
    lane.times.correct = lane.check.verify(frames.clean());
    lane.times.hash = lane.check.hash();
    times.push_back(std::move(lane.times));
  }
  return times;
}

}  // namespace overlace
