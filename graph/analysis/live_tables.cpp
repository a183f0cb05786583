// SPDX-License-Identifier: Apache-2.0
// Adds what earlier windows held to the tables of this one.
#include "graph/analysis/live_tables.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace overlace {
namespace {

/// The count that a window found up to a frame; nothing before its first row.
double counted(const Series& series, std::int32_t frame) {
  if (series.values.empty() || frame < series.first_frame) return 0;
  const auto at = static_cast<std::size_t>(frame - series.first_frame);
  return series.values[std::min(at, series.values.size() - 1)];
}

bool is_of_an_input(const SharedSeries& series, std::span<const TrackTable* const> inputs) {
  return std::ranges::any_of(inputs, [&](const TrackTable* input) {
    return input != nullptr && std::ranges::find(input->series, series) != input->series.end();
  });
}

bool is_of_an_input(const TrackMark& mark, std::span<const TrackTable* const> inputs) {
  return std::ranges::any_of(inputs, [&](const TrackTable* input) {
    return input != nullptr && std::ranges::find(input->marks, mark) != input->marks.end();
  });
}

}  // namespace

void LiveTables::begin(FrameInterval window) {
  middle_ = window.begin + (window.end - window.begin) / 2;
  last_ = window.end - 1;
}

void LiveTables::continue_counts(const std::string& node, std::span<const TrackTable* const> inputs,
                                 TrackTable& table) {
  Node& kept = nodes_[node];
  for (SharedSeries& series : table.series)
    if (series->carry != SeriesCarry::none && !is_of_an_input(series, inputs))
      series = continued(*series, kept);
  for (const auto& [name, last] : kept.series)
    if (find_series(table.series, name) == nullptr)
      table.series.push_back(std::make_shared<const Series>(Series{
          .name = name, .values = {last.value}, .first_frame = last.frame, .carry = last.carry}));
  continue_marks(kept, inputs, table);
}

/// The series with what earlier windows counted, which is remembered up to the new middle.
SharedSeries LiveTables::continued(const Series& series, Node& node) const {
  Series longer = series;
  const auto [entry, is_new] =
      node.series.try_emplace(series.name, Kept{.frame = middle_, .carry = series.carry});
  Kept& kept = entry->second;
  const double here = counted(series, middle_);
  if (series.carry == SeriesCarry::sum) {
    const double before = is_new ? 0 : kept.value - counted(series, kept.frame);
    for (double& value : longer.values) value += before;
    kept.value = here + before;
  } else {
    for (double& value : longer.values) value = std::max(value, kept.value);
    kept.value = std::max(kept.value, here);
  }
  kept.frame = middle_;
  return std::make_shared<const Series>(std::move(longer));
}

void LiveTables::continue_marks(Node& node, std::span<const TrackTable* const> inputs,
                                TrackTable& table) const {
  std::vector<TrackMark> own, all;
  for (TrackMark& mark : table.marks) {
    if (is_of_an_input(mark, inputs))
      all.push_back(std::move(mark));
    else if (!node.has_marks || mark.frame > node.marks_until)
      own.push_back(std::move(mark));
  }
  std::ranges::stable_sort(own, {}, &TrackMark::frame);
  own.insert(own.begin(), node.marks.begin(), node.marks.end());
  all.insert(all.end(), own.begin(), own.end());
  table.marks = std::move(all);

  const auto end = std::ranges::upper_bound(own, middle_, {}, &TrackMark::frame);
  const auto final_marks = static_cast<std::size_t>(end - own.begin());
  const auto first = static_cast<std::ptrdiff_t>(final_marks - std::min(final_marks, most_marks));
  node.marks.assign(own.begin() + first, end);
  node.marks_until = middle_;
  node.has_marks = true;
}

void LiveTables::continue_ages(const std::string& node, TrackTable& table) {
  auto& known = nodes_[node].born;
  std::unordered_map<TrackId, std::int32_t> born;
  std::vector<float> earlier(table.row_count(), 0.0F);  // frames of the track before the window
  for (std::int32_t f = 0; f < table.frame_count(); ++f) {
    const std::int32_t frame = table.first_frame + f;
    const RowRange rows = table.rows(frame);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
      if (table.previous[row] != no_row) {
        earlier[row] = earlier[table.previous[row]];
      } else if (const TrackId id = table.id[row]; id != no_id) {
        const auto last = known.find(id);
        const std::int32_t first = last == known.end() ? frame : std::min(last->second, frame);
        // A second row of an object in one frame begins no track.
        if (born.try_emplace(id, first).second) earlier[row] = static_cast<float>(frame - first);
      }
      table.age[row] += earlier[row];
    }
  }
  known = std::move(born);
  keep_present(table);
}

/// What is there in the last frame that is known may stay: only a window's end is no reason to
/// leave.
void LiveTables::keep_present(TrackTable& table) const {
  constexpr float long_time = 1 << 20;  // frames
  const RowRange present = table.rows(last_);
  for (std::uint32_t row = present.begin; row < present.end; ++row)
    for (std::uint32_t at = row; at != no_row; at = table.previous[at])
      table.remaining[at] += long_time;
}

}  // namespace overlace
