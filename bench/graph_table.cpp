// SPDX-License-Identifier: Apache-2.0
// Graphs timed one after another.
#include "bench/graph_table.h"

#include <fmt/format.h>

#include "bench/rows.h"

namespace overlace {

GraphTable::GraphTable(const BenchGraphsOptions& options, const std::vector<std::string>& names)
    : options_(options),
      loop_(loop_options(options.rounds, options.seed)),
      workers_(options.replay.threads),
      frames_(BenchPicture(options.size, options.seed)),
      report_(options.json, name_width(names)) {
  report_.add({"seed",
               fmt::format("{}", options_.seed),
               "",
               RowStatus::ok,
               {{"seed", std::int64_t{options_.seed}}, {"threads", workers_.threads()}}});
  report_.add_calibration(calibrate(workers_, frames_));
}

void GraphTable::print(const std::string& name, std::shared_ptr<const Plan> plan) {
  std::vector<std::unique_ptr<BenchSubject>> subjects;
  subjects.push_back(make_plan_subject(std::move(plan), options_.replay));
  report_.add_times(name, time_in_turn(subjects, workers_, frames_, loop_).front());
}

bool GraphTable::finish() {
  report_.add_verdict("at the end", scaling_doubts(workers_));
  return report_.correct();
}

}  // namespace overlace
