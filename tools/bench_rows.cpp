// SPDX-License-Identifier: Apache-2.0
// Rows as text and as JSON, and the numbers in them.
#include "tools/bench_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "graph/core/json.h"

namespace overlace {
namespace {

const char* status_text(RowStatus status) {
  switch (status) {
    case RowStatus::ok:
      return "ok";
    case RowStatus::missed:
      return "missed";
    case RowStatus::failed:
      return "failed";
  }
  return "";
}

}  // namespace

void print_row(const BenchRow& row, bool json) {
  const char* status = status_text(row.status);
  if (json) {
    Json object;
    object.set("name", row.name);
    object.set("value", row.value);
    object.set("target", row.target);
    object.set("status", status);
    fmt::print("{}\n", object.dump());
  } else {
    fmt::print("{:<28} {:<40} {:<16} {}\n", row.name, row.value, row.target, status);
  }
  std::fflush(stdout);  // a run that is cut short has said what it knew
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

double least(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::min_element(values.begin(), values.end());
}

std::string time_text(const std::vector<double>& values) {
  return fmt::format("{:.1f} us (least {:.1f})", median(values), least(values));
}

}  // namespace overlace
