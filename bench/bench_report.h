// SPDX-License-Identifier: Apache-2.0
// A benchmark's table on standard output, with what the machine delivered before and after.
#pragma once

#include <string>

#include "bench/calibration.h"
#include "bench/loop.h"
#include "bench/rows.h"

namespace overlace {

/// Prints rows as they arrive and remembers whether one was wrong.
class BenchReport {
 public:
  explicit BenchReport(bool json, std::size_t name_width = usual_name_width)
      : json_(json), name_width_(name_width) {}

  void add(const BenchRow& row);
  /// A row of times in ms, with the ratio to the copy. It fails if the result was wrong.
  void add_times(const std::string& name, const SubjectTimes& times, double most_copies = 0);
  /// Copy, scaling and load, and whether the figures can be trusted.
  void add_calibration(const Calibration& found);
  /// The doubts, or that there are none.
  void add_verdict(const std::string& when, const std::string& doubts);

  [[nodiscard]] bool correct() const { return correct_; }

 private:
  bool json_;
  std::size_t name_width_;
  bool correct_ = true;
};

}  // namespace overlace
