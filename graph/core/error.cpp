// SPDX-License-Identifier: Apache-2.0
// Texts of failures, and the search for the name that the user may have meant.
#include "graph/core/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "graph/core/synonyms.h"

namespace overlace {
namespace {

// Longer names and later candidates are ignored, so that hostile documents stay cheap.
constexpr std::size_t longest_name = 64;
constexpr std::size_t most_candidates = 1000;
constexpr std::size_t most_listed = 12;

/// Optimal string alignment distance (Damerau-Levenshtein without edits inside a swapped pair).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

std::string joined(const std::vector<Diagnostic>& problems) {
  std::string text;
  for (const Diagnostic& problem : problems) {
    if (!text.empty()) text += '\n';
    text += problem.text();
  }
  return text;
}

/// The candidates of which `name` is a beginning that says something.
std::vector<std::string> beginning_with(std::string_view name,
                                        const std::vector<std::string>& candidates) {
  constexpr std::size_t least = 2;
  std::vector<std::string> longer;
  if (name.size() >= least)
    std::ranges::copy_if(candidates, std::back_inserter(longer),
                         [name](const std::string& each) { return each.starts_with(name); });
  return longer;
}

std::string one_of(const std::vector<std::string>& names) {
  std::string text = "one of: ";
  for (std::size_t i = 0; i < std::min(names.size(), most_listed); ++i)
    text += (i > 0 ? ", " : "") + names[i];
  return names.size() > most_listed ? text + ", …" : text;
}

}  // namespace

std::string SourceLocation::text() const {
  std::string text = file;
  if (line > 0) text += file.empty() ? fmt::format("line {}", line) : fmt::format(":{}", line);
  if (!text.empty() && !pointer.empty()) text += ' ';
  return text + pointer;
}

std::string Diagnostic::text() const {
  std::string text = location.text();
  if (!text.empty()) text += ": ";
  text += message;
  if (!hint.empty()) text += "; " + hint;
  return text;
}

Error::Error(ErrorCode code, std::string message, std::string hint, SourceLocation location)
    : Error(code, {Diagnostic{std::move(location), std::move(message), std::move(hint)}}) {}

Error::Error(ErrorCode code, std::vector<Diagnostic> problems)
    : std::runtime_error(joined(problems)), code_(code), problems_(std::move(problems)) {}

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  if (name.size() > longest_name) return {};
  std::string_view best;
  std::size_t best_distance = longest_name;
  for (const std::string& candidate :
       std::span(candidates).first(std::min(candidates.size(), most_candidates))) {
    if (candidate.size() > longest_name) continue;
    const std::size_t near = std::max<std::size_t>(1, std::max(name.size(), candidate.size()) / 3);
    const std::size_t distance = edit_distance(name, candidate);
    if (distance > near || distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return std::string(best);
}

std::string suggest(std::string_view name, const std::vector<std::string>& candidates) {
  std::string meant = same_meaning(name, candidates);
  const std::vector<std::string> longer = beginning_with(name, candidates);
  if (meant.empty() && longer.size() == 1) meant = longer.front();
  if (meant.empty()) meant = nearest_name(name, candidates);
  if (!meant.empty()) return fmt::format("did you mean '{}'?", meant);
  return candidates.empty() ? "" : one_of(longer.empty() ? candidates : longer);
}

}  // namespace overlace
