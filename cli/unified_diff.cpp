// SPDX-License-Identifier: Apache-2.0
// The shortest edit script by Myers' greedy algorithm (Algorithmica 1, 1986), printed in hunks.
#include "cli/unified_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace overlace {
namespace {

using Lines = std::vector<std::string_view>;

/// Lines with their ends; the last one may have none.
Lines lines_of(std::string_view text) {
  Lines lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return lines;
}

/// A line that both texts have (' '), or only the first ('-') or the second ('+').
struct Step {
  char kind;
  std::string_view line;
};

/// Finds how to come from one text to the other with the fewest lines removed and added.
class Script {
 public:
  Script(const Lines& before, const Lines& after) : before_(before), after_(after) {
    const auto most = static_cast<std::ptrdiff_t>(before.size() + after.size());
    furthest_.assign(static_cast<std::size_t>(2 * most + 2), 0);
    middle_ = most;
    std::ptrdiff_t changes = 0;
    do
      history_.emplace_back(furthest_.begin() + middle_ - changes,
                            furthest_.begin() + middle_ + changes + 1);
    while (!advance(changes++));
    trace_back(changes - 1);
  }

  std::vector<Step> steps;

 private:
  /// Goes one change further on every diagonal; returns whether the end has been reached.
  bool advance(std::ptrdiff_t changes) {
    for (std::ptrdiff_t diagonal = -changes; diagonal <= changes; diagonal += 2) {
      std::ptrdiff_t x = start(furthest_, middle_, changes, diagonal);
      std::ptrdiff_t y = x - diagonal;
      while (x < size(before_) && y < size(after_) && at(before_, x) == at(after_, y)) ++x, ++y;
      furthest_[static_cast<std::size_t>(middle_ + diagonal)] = x;
      if (x >= size(before_) && y >= size(after_)) return true;
    }
    return false;
  }
  /// Whether the best way to a diagonal comes from the one above: a line is added.
  static bool comes_down(const std::vector<std::ptrdiff_t>& furthest, std::ptrdiff_t middle,
                         std::ptrdiff_t changes, std::ptrdiff_t diagonal) {
    return diagonal == -changes ||
           (diagonal != changes && furthest[static_cast<std::size_t>(middle + diagonal - 1)] <
                                       furthest[static_cast<std::size_t>(middle + diagonal + 1)]);
  }
  static std::ptrdiff_t start(const std::vector<std::ptrdiff_t>& furthest, std::ptrdiff_t middle,
                              std::ptrdiff_t changes, std::ptrdiff_t diagonal) {
    if (changes == 0) return 0;
    return comes_down(furthest, middle, changes, diagonal)
               ? furthest[static_cast<std::size_t>(middle + diagonal + 1)]
               : furthest[static_cast<std::size_t>(middle + diagonal - 1)] + 1;
  }
  void trace_back(std::ptrdiff_t changes) {
    std::ptrdiff_t x = size(before_), y = size(after_);
    for (; changes > 0; --changes) {
      const std::vector<std::ptrdiff_t>& furthest = history_[static_cast<std::size_t>(changes)];
      const std::ptrdiff_t diagonal = x - y;
      const bool down = comes_down(furthest, changes, changes, diagonal);
      const std::ptrdiff_t began = start(furthest, changes, changes, diagonal);
      keep(x, y, began);
      if (down)
        steps.push_back({'+', at(after_, --y)});
      else
        steps.push_back({'-', at(before_, --x)});
    }
    keep(x, y, 0);
    std::ranges::reverse(steps);
  }
  void keep(std::ptrdiff_t& x, std::ptrdiff_t& y, std::ptrdiff_t down_to) {
    for (; x > down_to; --x, --y) steps.push_back({' ', at(before_, x - 1)});
  }
  static std::ptrdiff_t size(const Lines& lines) {
    return static_cast<std::ptrdiff_t>(lines.size());
  }
  static std::string_view at(const Lines& lines, std::ptrdiff_t index) {
    return lines[static_cast<std::size_t>(index)];
  }

  const Lines& before_;
  const Lines& after_;
  std::vector<std::ptrdiff_t> furthest_;  ///< on each diagonal x - y, how far x has come
  std::ptrdiff_t middle_ = 0;             ///< index of diagonal 0
  /// `furthest_` around the middle, as it was before each number of changes.
  std::vector<std::vector<std::ptrdiff_t>> history_;
};

/// "12,3", counted from 1; an empty range is named by the line before it.
std::string range_text(std::size_t begin, std::size_t count) {
  return count == 1 ? fmt::to_string(begin + 1)
                    : fmt::format("{},{}", begin + (count > 0 ? 1 : 0), count);
}

/// Steps of a hunk, and the lines before it.
std::string hunk_text(const std::vector<Step>& steps, std::size_t begin, std::size_t end) {
  const auto count = [&](std::size_t from, std::size_t to, char without) {
    return static_cast<std::size_t>(
        std::count_if(steps.begin() + static_cast<std::ptrdiff_t>(from),
                      steps.begin() + static_cast<std::ptrdiff_t>(to),
                      [&](const Step& step) { return step.kind != without; }));
  };
  std::string text =
      fmt::format("@@ -{} +{} @@\n", range_text(count(0, begin, '+'), count(begin, end, '+')),
                  range_text(count(0, begin, '-'), count(begin, end, '-')));
  for (std::size_t i = begin; i < end; ++i) {
    text += steps[i].kind;
    text += steps[i].line;
    if (!steps[i].line.ends_with('\n')) text += "\n\\ No newline at end of file\n";
  }
  return text;
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, const std::string& name) {
  constexpr std::size_t context = 3;
  if (before == after) return {};
  const Lines old_lines = lines_of(before), new_lines = lines_of(after);
  const std::vector<Step> steps = Script(old_lines, new_lines).steps;
  std::string text = fmt::format("--- {}\n+++ {}\n", name, name);
  const auto next_change = [&](std::size_t from) {
    while (from < steps.size() && steps[from].kind == ' ') ++from;
    return from;
  };
  for (std::size_t at = next_change(0); at < steps.size();) {
    const std::size_t begin = at > context ? at - context : 0;
    std::size_t last = at;
    for (std::size_t next = at; next < steps.size() && next - last <= 2 * context + 1;
         next = next_change(next + 1))
      last = next;
    text += hunk_text(steps, begin, std::min(last + context + 1, steps.size()));
    at = next_change(last + 1);
  }
  return text;
}

}  // namespace overlace
