// SPDX-License-Identifier: Apache-2.0
// Appends column by column, and fills up those that one side lacks.
#include "graph/data/append_rows.h"

#include <algorithm>
#include <limits>

namespace overlace {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

template <class T>
void append(const std::vector<T>& from, std::vector<T>& to) {
  to.insert(to.end(), from.begin(), from.end());
}

/// Appends `added` values to a column that has `present` ones or none.
template <class T>
void append_or_fill(const std::vector<T>& from, std::size_t added, T fill, std::size_t present,
                    std::vector<T>& to) {
  if (from.empty() && to.empty()) return;
  to.resize(present, fill);
  append(from, to);
  to.resize(present + added, fill);
}

template <class T>
void append(const RowLists<T>& from, std::uint32_t present, RowLists<T>& to) {
  if (from.empty()) return;
  to.end.resize(present, to.items.size());
  const std::uint64_t before = to.items.size();
  for (const std::uint64_t end : from.end) to.end.push_back(before + end);
  to.items.insert(to.items.end(), from.items.begin(), from.items.end());
}

}  // namespace

void append_rows(const TrackColumns& from, TrackColumns& to) {
  const std::uint32_t present = to.row_count(), added = from.row_count();
  append(from.box, to.box);
  append(from.id, to.id);
  append(from.class_index, to.class_index);
  append(from.score, to.score);
  append_or_fill(from.rotation, added, 0.0F, present, to.rotation);
  append_or_fill(from.skeleton, added, -1, present, to.skeleton);
  append_or_fill(from.mask_size, added, Size{}, present, to.mask_size);
  append(from.key_points, present, to.key_points);
  append(from.outlines, present, to.outlines);
  append(from.mask_runs, present, to.mask_runs);
  to.attributes.resize(std::max(from.attributes.size(), to.attributes.size()));
  for (std::size_t i = 0; i < to.attributes.size(); ++i) {
    std::vector<float>& values = to.attributes[i].values;
    values.resize(present, missing);
    if (i < from.attributes.size()) append(from.attributes[i].values, values);
    values.resize(present + added, missing);
  }
  to.embedding_size = std::max(from.embedding_size, to.embedding_size);
  to.embedding.resize(std::size_t{present} * to.embedding_size, missing);
  append(from.embedding, to.embedding);
  to.embedding.resize(std::size_t{present + added} * to.embedding_size, missing);
}

}  // namespace overlace
