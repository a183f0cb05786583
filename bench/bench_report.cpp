// SPDX-License-Identifier: Apache-2.0
// Rows as text.
#include "bench/bench_report.h"

#include <fmt/format.h>

namespace overlace {

void BenchReport::add(const BenchRow& row) {
  correct_ &= row.status != RowStatus::failed;
  print_row(row, json_, name_width_);
}

void BenchReport::add_times(const std::string& name, const SubjectTimes& times,
                            double most_copies) {
  BenchRow row{name,
               fmt::format("{}, {} copies", milliseconds_text(times.draw), digits(times.copies())),
               "", RowStatus::ok, times.figures()};
  if (most_copies > 0) {
    row.target = fmt::format("<= {} copies", most_copies);
    row.status = at_most(times.copies(), most_copies);
  }
  if (!times.correct) {
    row.value += ", WRONG";
    row.status = RowStatus::failed;
  }
  add(row);
}

void BenchReport::add_calibration(const Calibration& found) {
  add({"copy of the picture",
       milliseconds_text(found.copy),
       "",
       RowStatus::ok,
       {{"median_ms", median(found.copy)}, {"least_ms", least(found.copy)}}});
  add({fmt::format("arithmetic of {} threads", found.threads),
       fmt::format("{:.2f} of one", found.scaling),
       fmt::format(">= {:.2f}", Calibration::least_scaling * found.threads),
       at_least(found.scaling, Calibration::least_scaling * found.threads),
       {{"threads", found.threads}, {"scaling", found.scaling}}});
  add({"load before",
       fmt::format("{:.2f} of {} cores", found.load, found.cores),
       fmt::format("<= {:.1f}", found.most_load()),
       at_most(found.load, found.most_load()),
       {{"load", found.load}}});
  add_verdict("at the start", found.doubts());
}

void BenchReport::add_verdict(const std::string& when, const std::string& doubts) {
  const bool reliable = doubts.empty();
  add({"figures, " + when,
       reliable ? "reliable" : "UNRELIABLE: " + doubts,
       "reliable",
       reliable ? RowStatus::ok : RowStatus::missed,
       {{"reliable", reliable}}});
}

}  // namespace overlace
