// SPDX-License-Identifier: Apache-2.0
// Rows as text and as Markdown.
#include "tools/gpu_model/count_report.h"

#include <fmt/format.h>

#include <algorithm>
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

double kilobytes(std::uint64_t bytes) {
  return static_cast<double>(bytes) / 1024;
}

/// What the table guards of a kernel, or of the frame.
struct Guarded {
  std::uint64_t instructions = 0;  ///< executed, summed over launches
  double code_kb = 0;              ///< touched by the launch that touches most
};
std::map<std::string, Guarded> guarded_of(const FrameReport& frame) {
  std::map<std::string, Guarded> all;
  for (const KernelReport& kernel : frame.kernels) {
    Guarded& own = all[short_kernel_name(kernel.kernel)];
    own.instructions += kernel.counts.instructions;
    own.code_kb = std::max(own.code_kb, kilobytes(touched_code(kernel)));
    all[whole_frame].instructions += kernel.counts.instructions;
  }
  return all;
}

/// Cycles of each kind per executed instruction.
std::string waits_text(const LaunchCounts& counts) {
  const Waits all = counts.waits();
  const auto each = [&](Cycles waited) {
    return static_cast<double>(waited) /
           static_cast<double>(std::max<std::uint64_t>(counts.instructions, 1));
  };
  return fmt::format("{:.2f} {:.2f} {:.2f} {:.2f}", each(all.memory), each(all.fetch),
                     each(all.dependence), each(all.issue));
}

std::string with_separators(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

std::string markdown_row(const KernelReport& kernel) {
  const LaunchCounts& counts = kernel.counts;
  return fmt::format("| `{}` | {} | {} | {} | {:.1f} | {} | {} | {:.1f} |\n",
                     short_kernel_name(kernel.kernel), with_separators(kernel.blocks),
                     kernel.program->registers, with_separators(counts.instructions),
                     counts.lanes_per_instruction(), with_separators(counts.loads),
                     with_separators(counts.atomics), kilobytes(touched_code(kernel)));
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

/// Reads a cell; false if it is missing or holds no number.
template <class T>
bool read_cell(const std::vector<std::string>& cells, std::size_t column, T& number) {
  if (cells.size() <= column) return false;
  const std::string& text = cells[column];
  return std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc{};
}

/// The numbers in the rows of a table; other lines are skipped.
std::map<std::string, Guarded> expected_of(const std::string& table) {
  constexpr std::size_t name_column = 1, count_column = 4, code_column = 8;
  std::map<std::string, Guarded> all;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    const std::vector<std::string> cells = cells_of(line);
    Guarded row;
    if (!read_cell(cells, count_column, row.instructions) ||
        (cells[name_column] != whole_frame && !read_cell(cells, code_column, row.code_kb)))
      throw Error(ErrorCode::input,
                  fmt::format("'{}' in the table of counts has no count, or no code", line));
    Guarded& sum = all[cells[name_column]];
    sum.instructions += row.instructions;
    sum.code_kb = std::max(sum.code_kb, row.code_kb);
  }
  return all;
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

std::uint64_t touched_code(const KernelReport& kernel) {
  std::uint64_t lines = 0, last = ~std::uint64_t{0};
  for (std::size_t i = 0; i < kernel.counts.profile.size(); ++i) {
    const std::uint64_t line = kernel.program->code[i].address / Machine::code_line_bytes;
    if (kernel.counts.profile[i].executed == 0 || line == last) continue;
    last = line;
    ++lines;
  }
  return lines * Machine::code_line_bytes;
}

std::string table_head() {
  return fmt::format(
      "{:<20} {:>7} {:>5} {:>6} {:>13} {:>6} {:>11} {:>9} {:>9} {:<9} {:>7} {:<27} {}", "kernel",
      "blocks", "regs", "per SM", "instructions", "lanes", "loads", "atomics", "at. lanes",
      "memory", "code KB", "waits: mem code result turn", "modelled us: mean / last / contention");
}

std::string kernel_line(const KernelReport& kernel, const Machine& machine) {
  const LaunchCounts& counts = kernel.counts;
  return fmt::format(
      "{:<20} {:>7} {:>5} {:>6} {:>13} {:>6.1f} {:>11} {:>9} {:>9} {:<9} {:>7.1f} {:<27} {}",
      short_kernel_name(kernel.kernel), kernel.blocks, kernel.program->registers,
      kernel.resident_blocks, with_separators(counts.instructions), counts.lanes_per_instruction(),
      with_separators(counts.loads), with_separators(counts.atomics),
      with_separators(counts.atomic_lanes), agreement_text(kernel.agreement),
      kilobytes(touched_code(kernel)), waits_text(counts),
      prediction_text(predict(counts, machine)));
}

std::string profile_text(const KernelReport& kernel) {
  std::string text;
  for (std::size_t i = 0; i < kernel.counts.profile.size(); ++i) {
    const auto& [executed, lanes, waits] = kernel.counts.profile[i];
    const Instruction& in = kernel.program->code[i];
    if (executed > 0)
      text += fmt::format("{} {:05x} {} {} {} {} {} {} {}\n", short_kernel_name(kernel.kernel),
                          in.address, executed, lanes, waits.memory, waits.fetch, waits.dependence,
                          waits.issue, in.text);
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
  const auto expected = expected_of(table_), counted = guarded_of(frame);
  std::vector<std::string> found;
  for (const auto& [kernel, own] : counted) {
    const auto row = expected.find(kernel);
    if (row == expected.end()) {
      found.push_back(fmt::format("{}: not in {}", kernel, path_.string()));
      continue;
    }
    const Guarded& wanted = row->second;
    const double ratio =
        static_cast<double>(own.instructions) / static_cast<double>(wanted.instructions);
    if (std::fabs(ratio - 1) > tolerance)
      found.push_back(fmt::format("{}: {} instructions, {} expected ({:+.1f} %)", kernel,
                                  with_separators(own.instructions),
                                  with_separators(wanted.instructions), (ratio - 1) * 100));
    if (own.code_kb > wanted.code_kb * (1 + tolerance))
      found.push_back(fmt::format("{}: touches {:.1f} KB of code, at most {:.1f} expected", kernel,
                                  own.code_kb, wanted.code_kb));
  }
  for (const auto& [kernel, row] : expected)
    if (!counted.contains(kernel)) found.push_back(fmt::format("{}: no longer launched", kernel));
  return found;
}

void CountsDocument::update(const FrameReport& frame) const {
  std::ofstream file(path_);
  file << before_
       << "| kernel | blocks | registers | warp instructions | active lanes | loads | atomics | "
          "code, KB |\n"
          "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (const KernelReport& kernel : frame.kernels) file << markdown_row(kernel);
  file << fmt::format("| `{}` | | | {} | | | | |\n", whole_frame,
                      with_separators(guarded_of(frame).at(whole_frame).instructions));
  file << after_;
  if (!file.flush())
    throw Error(ErrorCode::output, "cannot be written", {}, SourceLocation{path_.string()});
}

}  // namespace overlace::gpu_model
