// SPDX-License-Identifier: Apache-2.0
// Rows as text and as JSON, and the numbers in them.
#include "bench/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <functional>

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
    case RowStatus::not_run:
      return "not run";
  }
  return "";
}

}  // namespace

std::size_t name_width(const std::vector<std::string>& rows) {
  std::size_t width = usual_name_width;
  for (const std::string& row : rows) width = std::max(width, row.size());
  return width;
}

std::string row_text(const BenchRow& row, std::size_t name_width) {
  return fmt::format("{:<{}} {:<46} {:<16} {}", row.name, name_width, row.value, row.target,
                     status_text(row.status));
}

void print_row(const BenchRow& row, bool json, std::size_t name_width) {
  if (json) {
    Json object;
    object.set("name", row.name);
    object.set("value", row.value);
    object.set("target", row.target);
    object.set("status", status_text(row.status));
    for (const auto& [key, value] : row.figures) object.set(key, value);
    fmt::print("{}\n", object.dump());
  } else {
    fmt::print("{}\n", row_text(row, name_width));
  }
  std::fflush(stdout);  // so that an interrupted run has shown its results so far
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

double least(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::min_element(values.begin(), values.end());
}

std::vector<double> ratios(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> quotients(a.size());
  std::transform(a.begin(), a.end(), b.begin(), quotients.begin(), std::divides<>());
  return quotients;
}

std::string time_text(const std::vector<double>& values) {
  return fmt::format("{:.1f} us (least {:.1f})", median(values), least(values));
}

std::string milliseconds_text(const std::vector<double>& values) {
  return fmt::format("{} ms (least {})", digits(median(values)), digits(least(values)));
}

std::string digits(double value) {
  const int decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 ? 3 : 4;
  return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace overlace
