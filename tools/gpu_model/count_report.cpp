// SPDX-License-Identifier: Apache-2.0
// Rows as text and as Markdown.
#include "tools/gpu_model/count_report.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "gpu/device/kernel_name.h"
#include "graph/core/error.h"

namespace overlace::gpu_model {
namespace {

constexpr std::string_view begin_mark = "<!-- counts: tools/gpu-count --update -->\n",
                           end_mark = "<!-- end of counts -->\n";

/// The row of all kernels together.
constexpr const char* whole_frame = "frame";

/// Executed instructions per kernel, summed over its launches, and of all kernels.
std::map<std::string, std::uint64_t> instructions_of(const FrameReport& frame) {
  std::map<std::string, std::uint64_t> sums;
  for (const KernelReport& kernel : frame.kernels) {
    sums[short_kernel_name(kernel.kernel)] += kernel.counts.instructions;
    sums[whole_frame] += kernel.counts.instructions;
  }
  return sums;
}

std::string with_separators(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

std::string markdown_row(const KernelReport& kernel) {
  const LaunchCounts& counts = kernel.counts;
  return fmt::format("| `{}` | {} | {} | {} | {:.1f} | {} | {} |\n",
                     short_kernel_name(kernel.kernel), with_separators(kernel.blocks),
                     kernel.program->registers, with_separators(counts.instructions),
                     counts.lanes_per_instruction(), with_separators(counts.loads),
                     with_separators(counts.atomics));
}

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

/// The counts in the rows of a table; other lines are skipped.
std::map<std::string, std::uint64_t> expected_counts(const std::string& table) {
  constexpr std::size_t name_column = 1, count_column = 4;
  std::map<std::string, std::uint64_t> counts;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    const std::vector<std::string> cells = cells_of(line);
    std::uint64_t count = 0;
    if (cells.size() <= count_column ||
        std::from_chars(cells[count_column].data(),
                        cells[count_column].data() + cells[count_column].size(), count)
                .ec != std::errc{})
      throw Error(ErrorCode::input, fmt::format("'{}' in the table of counts has no count", line));
    counts[cells[name_column]] += count;
  }
  return counts;
}

}  // namespace

std::string agreement_text(Agreement agreement) {
  switch (agreement) {
    case Agreement::equal:
      return "equal";
    case Agreement::order_matters:
      return "by order";
    case Agreement::differs:
      break;
  }
  return "DIFFERS";
}

std::string table_head() {
  return fmt::format("{:<20} {:>7} {:>5} {:>6} {:>13} {:>6} {:>11} {:>9} {:>9} {:<9} {}", "kernel",
                     "blocks", "regs", "per SM", "instructions", "lanes", "loads", "atomics",
                     "at. lanes", "memory", "predicted us: low / likely / high");
}

std::string kernel_line(const KernelReport& kernel, const Machine& machine) {
  const LaunchCounts& counts = kernel.counts;
  return fmt::format("{:<20} {:>7} {:>5} {:>6} {:>13} {:>6.1f} {:>11} {:>9} {:>9} {:<9} {}",
                     short_kernel_name(kernel.kernel), kernel.blocks, kernel.program->registers,
                     kernel.resident_blocks, with_separators(counts.instructions),
                     counts.lanes_per_instruction(), with_separators(counts.loads),
                     with_separators(counts.atomics), with_separators(counts.atomic_lanes),
                     agreement_text(kernel.agreement), prediction_text(predict(counts, machine)));
}

std::string profile_text(const KernelReport& kernel) {
  std::string text;
  for (std::size_t i = 0; i < kernel.counts.profile.size(); ++i) {
    const auto& [executed, lanes] = kernel.counts.profile[i];
    const Instruction& in = kernel.program->code[i];
    if (executed > 0)
      text += fmt::format("{} {:05x} {} {} {}\n", short_kernel_name(kernel.kernel), in.address,
                          executed, lanes, in.text);
  }
  return text;
}

CountsDocument::CountsDocument(std::filesystem::path path) : path_(std::move(path)) {
  std::ifstream file(path_);
  std::stringstream all;
  all << file.rdbuf();
  const std::string text = all.str();
  const auto begin = text.find(begin_mark);
  const auto end = text.find(end_mark);
  if (begin == std::string::npos || end == std::string::npos || end < begin)
    throw Error(
        ErrorCode::input, "there is no table of counts",
        fmt::format("put it between '{}' and '{}'", begin_mark.substr(0, begin_mark.size() - 1),
                    end_mark.substr(0, end_mark.size() - 1)),
        SourceLocation{path_.string()});
  const auto inside = begin + begin_mark.size();
  before_ = text.substr(0, inside);
  table_ = text.substr(inside, end - inside);
  after_ = text.substr(end);
}

std::vector<std::string> CountsDocument::deviations(const FrameReport& frame,
                                                    double tolerance) const {
  const auto expected = expected_counts(table_), counted = instructions_of(frame);
  std::vector<std::string> found;
  for (const auto& [kernel, count] : counted) {
    const auto row = expected.find(kernel);
    if (row == expected.end()) {
      found.push_back(fmt::format("{}: not in {}", kernel, path_.string()));
      continue;
    }
    const double ratio = static_cast<double>(count) / static_cast<double>(row->second);
    if (std::fabs(ratio - 1) > tolerance)
      found.push_back(fmt::format("{}: {} instructions, {} expected ({:+.1f} %)", kernel,
                                  with_separators(count), with_separators(row->second),
                                  (ratio - 1) * 100));
  }
  for (const auto& [kernel, count] : expected)
    if (!counted.contains(kernel)) found.push_back(fmt::format("{}: no longer launched", kernel));
  return found;
}

void CountsDocument::update(const FrameReport& frame) const {
  std::ofstream file(path_);
  file << before_
       << "| kernel | blocks | registers | warp instructions | active lanes | loads | atomics |\n"
          "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (const KernelReport& kernel : frame.kernels) file << markdown_row(kernel);
  file << fmt::format("| `{}` | | | {} | | | |\n", whole_frame,
                      with_separators(instructions_of(frame).at(whole_frame)));
  file << after_;
  if (!file.flush())
    throw Error(ErrorCode::output, "cannot be written", {}, SourceLocation{path_.string()});
}

}  // namespace overlace::gpu_model
