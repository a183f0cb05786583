// SPDX-License-Identifier: Apache-2.0
// Lines of a benchmark's table: what was measured, and what was hoped for.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "graph/core/json.h"

namespace overlace {

/// How a row came out.
enum class RowStatus {
  ok,       ///< the target is reached, or there is none
  missed,   ///< measured, and short of the target
  failed,   ///< the result is wrong: the measurement is worth nothing
  not_run,  ///< the machine lacks something, and the value says what
};

struct BenchRow {
  std::string name;    ///< "G2 frame"
  std::string value;   ///< "41.3 us (least 40.9)"
  std::string target;  ///< "<= 75 us"; empty when there is none
  RowStatus status = RowStatus::ok;
  Json::Object figures{};  ///< more members for the row as JSON
};

/// Characters of the column of names, unless a table has longer ones.
inline constexpr std::size_t usual_name_width = 34;
/// Those of a table with these rows, too.
[[nodiscard]] std::size_t name_width(const std::vector<std::string>& rows);
/// A row as a line of a table, its columns below each other.
[[nodiscard]] std::string row_text(const BenchRow& row, std::size_t name_width = usual_name_width);
/// Prints one row at once, as a line of a table or of JSON.
void print_row(const BenchRow& row, bool json, std::size_t name_width = usual_name_width);
/// The middle one; 0 when there is none.
[[nodiscard]] double median(std::vector<double> values);
/// The least one; 0 when there is none.
[[nodiscard]] double least(const std::vector<double>& values);
/// The quotients a[i] / b[i]: ratios of what was measured in the same round. Precondition: as many
/// of both.
[[nodiscard]] std::vector<double> ratios(const std::vector<double>& a,
                                         const std::vector<double>& b);
/// "41.3 us (least 40.9)".
[[nodiscard]] std::string time_text(const std::vector<double>& values);
/// "5.91 ms (least 5.60)".
[[nodiscard]] std::string milliseconds_text(const std::vector<double>& values);
/// A number to three digits or so: "0.012", "5.91", "41.3", "1040".
[[nodiscard]] std::string digits(double value);

/// Whether a value reaches a bound.
[[nodiscard]] inline RowStatus at_most(double value, double bound) {
  return value <= bound ? RowStatus::ok : RowStatus::missed;
}
[[nodiscard]] inline RowStatus at_least(double value, double bound) {
  return value >= bound ? RowStatus::ok : RowStatus::missed;
}

}  // namespace overlace
