// SPDX-License-Identifier: Apache-2.0
// Lines of a benchmark's table: what was measured, and what was hoped for.
#pragma once

#include <string>
#include <vector>

namespace overlace {

/// How a row came out.
enum class RowStatus {
  ok,      ///< the target is reached, or there is none
  missed,  ///< measured, and short of the target
  failed,  ///< the result is wrong: the measurement is worth nothing
};

struct BenchRow {
  std::string name;    ///< "G2 frame"
  std::string value;   ///< "41.3 us (least 40.9)"
  std::string target;  ///< "<= 75 us"; empty when there is none
  RowStatus status = RowStatus::ok;
};

/// Prints one row at once, as a line of a table or of JSON.
void print_row(const BenchRow& row, bool json);
/// The middle one; 0 when there is none.
[[nodiscard]] double median(std::vector<double> values);
/// The least one; 0 when there is none.
[[nodiscard]] double least(const std::vector<double>& values);
/// "41.3 us (least 40.9)".
[[nodiscard]] std::string time_text(const std::vector<double>& values);

/// Whether a value reaches a bound.
[[nodiscard]] inline RowStatus at_most(double value, double bound) {
  return value <= bound ? RowStatus::ok : RowStatus::missed;
}
[[nodiscard]] inline RowStatus at_least(double value, double bound) {
  return value >= bound ? RowStatus::ok : RowStatus::missed;
}

}  // namespace overlace
