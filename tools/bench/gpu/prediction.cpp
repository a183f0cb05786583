// SPDX-License-Identifier: Apache-2.0
// Reading the documentation's table.
#include "tools/bench/gpu/prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "graph/core/error.h"
#include "tools/bench/gpu/documented_counts.h"
#include "tools/bench/plan.h"

namespace overlace {
namespace {

constexpr std::size_t name_column = 1, count_column = 4, time_column = 8;

/// The cells of a row, without decoration for readers.
std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::istringstream text(row);
  for (std::string cell; std::getline(text, cell, '|');) {
    std::erase_if(cell, [](char c) { return c == ' ' || c == ',' || c == '`'; });
    cells.push_back(cell);
  }
  return cells;
}

template <class Number>
Number number(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  if (text.empty() || std::from_chars(text.data(), end, value).ptr != end)
    throw Error(ErrorCode::input, fmt::format("'{}' in the table of counts is no number", text));
  return value;
}

std::optional<Prediction> times_of(std::string_view cell) {
  if (cell.empty()) return {};
  const auto first = std::min(cell.find('/'), cell.size()), last = cell.rfind('/');
  if (last == std::string_view::npos || first == last)
    throw Error(ErrorCode::input, fmt::format("'{}' in the table of counts is no time", cell));
  return Prediction{number<double>(cell.substr(0, first)),
                    number<double>(cell.substr(first + 1, last - first - 1)),
                    number<double>(cell.substr(last + 1))};
}

}  // namespace

Prediction& Prediction::operator+=(const Prediction& other) {
  low += other.low;
  likely += other.likely;
  high += other.high;
  return *this;
}

std::string prediction_text(const Prediction& prediction) {
  return fmt::format("{:.1f} / {:.1f} / {:.1f}", prediction.low, prediction.likely,
                     prediction.high);
}

std::vector<PredictedKernel> read_predictions(std::string_view table) {
  std::vector<PredictedKernel> kernels;
  std::istringstream lines{std::string(table)};
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    const std::vector<std::string> cells = cells_of(line);
    if (cells.size() <= time_column)
      throw Error(ErrorCode::input, fmt::format("'{}' in the table of counts is too short", line));
    kernels.push_back({cells[name_column], number<std::uint64_t>(cells[count_column]),
                       times_of(cells[time_column])});
  }
  return kernels;
}

std::optional<PredictedKernel> documented_prediction(std::string_view short_name) {
  for (const PredictedKernel& kernel : read_predictions(documented_counts))
    if (kernel.kernel == short_name) return kernel;
  return {};
}

void add_prediction(BenchRow& row, std::string_view short_name, Size picture) {
  const auto predicted = documented_prediction(short_name);
  if (!predicted || !predicted->time || picture != BenchPlanOptions{}.size) return;
  row.value += "; predicted " + prediction_text(*predicted->time);
  row.figures.emplace_back(
      "predicted",
      Json::Object{{"instructions", static_cast<std::int64_t>(predicted->instructions)},
                   {"low_us", predicted->time->low},
                   {"likely_us", predicted->time->likely},
                   {"high_us", predicted->time->high}});
}

}  // namespace overlace
