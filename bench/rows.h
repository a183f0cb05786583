// SPDX-License-Identifier: Apache-2.0
// Rows of a benchmark's table: what was measured, and the target.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "graph/core/json.h"

namespace overlace {

/// How a row came out.
enum class RowStatus {
  ok,       ///< the target is met, or there is none
  missed,   ///< measured, but the target is not met
  failed,   ///< the result is wrong, so the measurement is worthless
  not_run,  ///< the machine lacks something; the value says what
};

struct BenchRow {
  std::string name;    ///< "G2 frame"
  std::string value;   ///< "41.3 us (least 40.9)"
  std::string target;  ///< "<= 75 us"; empty if there is none
  RowStatus status = RowStatus::ok;
  Json::Object figures{};  ///< more members for the row as JSON
};

/// Width of the name column in characters, unless a table has longer names.
inline constexpr std::size_t usual_name_width = 34;
/// The width for a table with these rows, at least `usual_name_width`.
[[nodiscard]] std::size_t name_width(const std::vector<std::string>& rows);
/// A row as a line of a table with aligned columns.
[[nodiscard]] std::string row_text(const BenchRow& row, std::size_t name_width = usual_name_width);
/// Prints a row immediately, as a line of a table or of JSON.
void print_row(const BenchRow& row, bool json, std::size_t name_width = usual_name_width);
/// 0 if there are no values.
[[nodiscard]] double median(std::vector<double> values);
/// The minimum; 0 if there are no values.
[[nodiscard]] double least(const std::vector<double>& values);
/// The quotients a[i] / b[i]: ratios of values from the same round. Precondition: equal sizes.
[[nodiscard]] std::vector<double> ratios(const std::vector<double>& a,
                                         const std::vector<double>& b);
/// "41.3 us (least 40.9)".
[[nodiscard]] std::string time_text(const std::vector<double>& values);
/// "5.91 ms (least 5.60)".
[[nodiscard]] std::string milliseconds_text(const std::vector<double>& values);
/// A number to about three digits: "0.012", "5.91", "41.3", "1040".
[[nodiscard]] std::string digits(double value);

/// Whether a value meets its target.
[[nodiscard]] inline RowStatus at_most(double value, double bound) {
  return value <= bound ? RowStatus::ok : RowStatus::missed;
}
[[nodiscard]] inline RowStatus at_least(double value, double bound) {
  return value >= bound ? RowStatus::ok : RowStatus::missed;
}

}  // namespace overlace
