// SPDX-License-Identifier: Apache-2.0
// What counting track nodes share: names of series, and running counts in total and by class.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/core/error.h"
#include "graph/data/attributes.h"
#include "graph/data/tracks.h"
#include "text/template.h"

namespace overlace {

/// Throws Error(usage) if the parameter `name` cannot be part of a series name.
inline void check_series_name(const std::string& name) {
  const auto is_part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (name.empty() || !std::ranges::all_of(name, is_part))
    throw Error(ErrorCode::usage, fmt::format("'{}' cannot name a series", name),
                "name takes letters, digits and _", {.file = {}, .pointer = "name"});
}

/// Says that what is called `name` lies where its node put it, unlike the user, who has `param`.
[[nodiscard]] inline std::string default_place_note(std::string_view name, std::string_view param) {
  return fmt::format("'{}' lies at a default place: set '{}' to where it is", name, param);
}

/// Whether a name has a meaning of its own in every clip: an attribute of all objects, as `area`,
/// or a field of texts, as `frame`.
inline bool is_builtin_name(std::string_view name) {
  return find_attribute(name, nullptr) || TextTemplate::is_builtin(name);
}

/// The same for a name that, followed by `end`, also becomes an attribute of the objects of
/// `table`. Throws as well if what is called so already would hide it.
inline void check_attribute_name(const std::string& name, const TrackTable& table,
                                 std::string_view end = {}) {
  check_series_name(name);
  const std::string attribute = name + std::string(end);
  if (!is_builtin_name(attribute) && !find_attribute(attribute, &table)) return;
  throw Error(ErrorCode::usage,
              is_builtin_name(attribute)
                  ? fmt::format("'{}' already means something else", attribute)
                  : fmt::format("the tracks already have an attribute '{}'", attribute),
              "give the node another 'name'", {.file = {}, .pointer = "name"});
}

/// Class names as parts of series names: everything but letters and digits becomes _; if that makes
/// two of them equal, the second one ends with _2.
class SeriesParts {
 public:
  [[nodiscard]] std::string of(std::string text) {
    for (char& c : text)
      if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    int& last = last_.try_emplace(text, 1).first->second;
    std::string part = text;
    while (!taken_.insert(part).second) part = fmt::format("{}_{}", text, ++last);
    return part;
  }

 private:
  std::set<std::string> taken_;
  std::map<std::string, int> last_;  ///< last number appended to a part
};

/// Appends a series with a value for each frame of a table. `carry` says how it goes on in a live
/// clip.
inline void append_series(std::string name, std::vector<double> values, TrackTable& table,
                          SeriesCarry carry = SeriesCarry::none) {
  table.series.push_back(std::make_shared<const Series>(Series{.name = std::move(name),
                                                               .values = std::move(values),
                                                               .first_frame = table.first_frame,
                                                               .carry = carry}));
}

/// Increments per frame that add up to a count, for all objects and for each class.
class RunningCounts {
 public:
  /// Counts every named class that occurs in `table`.
  explicit RunningCounts(const TrackTable& table)
      : table_(&table), all_(std::max<std::size_t>(table.frame_begin.size(), 1), 0.0) {
    for (const std::int32_t index : table.class_index)
      if (index >= 0 && static_cast<std::size_t>(index) < table.class_names.size())
        of_class_.try_emplace(index, all_.size(), 0.0);
  }

  /// Raises the count by `step` from `frame` on; frames after the table's last are ignored.
  void add(std::int32_t frame, std::int32_t class_index, double step) {
    const auto at = static_cast<std::size_t>(frame - table_->first_frame);
    if (at >= all_.size()) return;
    all_[at] += step;
    if (const auto found = of_class_.find(class_index); found != of_class_.end())
      found->second[at] += step;
  }

  /// The count in each frame.
  [[nodiscard]] std::vector<double> so_far() const { return summed(all_); }
  /// The last count.
  [[nodiscard]] double total() const { return std::accumulate(all_.begin(), all_.end(), 0.0); }

  /// Appends NAME and NAME.CLASS to the series of a table with the same frames.
  void append_to(TrackTable& table, const std::string& name) const {
    append_series(name, so_far(), table, SeriesCarry::sum);
    SeriesParts parts;
    for (const auto& [index, steps] : of_class_)
      append_series(name + '.' + parts.of(table_->class_names[static_cast<std::size_t>(index)]),
                    summed(steps), table, SeriesCarry::sum);
  }

 private:
  static std::vector<double> summed(std::vector<double> steps) {
    std::partial_sum(steps.begin(), steps.end(), steps.begin());
    return steps;
  }

  const TrackTable* table_;
  std::vector<double> all_;
  std::map<std::int32_t, std::vector<double>> of_class_;
};

/// A mark for an event of a row's object.
[[nodiscard]] inline TrackMark mark_of(const TrackTable& table, std::uint32_t row,
                                       std::int32_t frame, Vec2 at, std::string name,
                                       std::string event) {
  TrackMark mark{.frame = frame,
                 .name = std::move(name),
                 .event = std::move(event),
                 .id = table.id[row],
                 .class_name = {},
                 .at = at};
  const auto index = static_cast<std::size_t>(table.class_index[row]);
  if (index < table.class_names.size()) mark.class_name = table.class_names[index];
  return mark;
}

}  // namespace overlace
