// SPDX-License-Identifier: Apache-2.0
// Brings the columns of each source to common names, and fills up what a source lacks.
#include "graph/data/column_joiner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace overlace {
namespace {

constexpr float none = std::numeric_limits<float>::quiet_NaN();

template <class T>
void fill_up(std::vector<T>& column, std::uint32_t count, T value) {
  if (!column.empty()) column.resize(count, value);
}

template <class T>
void append_column(std::vector<T>& to, const std::vector<T>& from, std::uint32_t first, T missing) {
  if (from.empty()) return;
  to.resize(first, missing);
  to.insert(to.end(), from.begin(), from.end());
}

/// The index of `value` in `list`, to which it is added if missing.
template <class T>
std::int32_t index_of(std::vector<T>& list, const T& value) {
  auto found = std::ranges::find(list, value);
  if (found == list.end()) found = list.insert(found, value);
  return static_cast<std::int32_t>(found - list.begin());
}

}  // namespace

std::int32_t ColumnJoiner::number_of(const std::string& text, Numbers& numbers,
                                     std::vector<std::string>& texts) {
  const auto [known, fresh] = numbers.try_emplace(text, static_cast<std::int32_t>(texts.size()));
  if (fresh) texts.push_back(text);
  return known->second;
}

void ColumnJoiner::add_classes(const std::vector<std::string>& names) {
  for (const std::string& name : names)
    static_cast<void>(number_of(name, classes_, rows_.class_names));
}

bool ColumnJoiner::append(const TrackColumns& from) {
  const std::uint32_t first = rows_.row_count();
  rows_.box.insert(rows_.box.end(), from.box.begin(), from.box.end());
  rows_.id.insert(rows_.id.end(), from.id.begin(), from.id.end());
  rows_.score.insert(rows_.score.end(), from.score.begin(), from.score.end());
  append_classes(from);
  append_column(rows_.rotation, from.rotation, first, 0.0F);
  append_column(rows_.mask_size, from.mask_size, first, Size{});
  append_skeletons(from, first);
  for (const AttributeColumn& column : from.attributes) append_attribute(column, first);
  for (std::uint32_t row = 0; row < from.row_count(); ++row) {
    rows_.key_points.put(first + row, from.key_points.of(row));
    rows_.outlines.put(first + row, from.outlines.of(row));
    rows_.mask_runs.put(first + row, from.mask_runs.of(row));
  }
  return append_embeddings(from, first);
}

TrackColumns ColumnJoiner::finish() {
  const std::uint32_t count = rows_.row_count();
  fill_up(rows_.rotation, count, 0.0F);
  fill_up(rows_.mask_size, count, Size{});
  fill_up(rows_.skeleton, count, -1);
  for (AttributeColumn& column : rows_.attributes) column.values.resize(count, none);
  rows_.embedding.resize(std::size_t{count} * rows_.embedding_size, none);
  return std::move(rows_);
}

void ColumnJoiner::append_classes(const TrackColumns& from) {
  std::unordered_map<std::int32_t, std::int32_t> joined;
  for (const std::int32_t c : from.class_index) {
    if (c < 0 || !class_names_) {
      rows_.class_index.push_back(c);
      continue;
    }
    const auto [known, fresh] = joined.try_emplace(c, -1);
    const auto index = static_cast<std::size_t>(c);
    if (fresh) {
      const bool named = index < from.class_names.size() && !from.class_names[index].empty();
      known->second = number_of(named ? from.class_names[index] : fmt::to_string(c), classes_,
                                rows_.class_names);
    }
    rows_.class_index.push_back(known->second);
  }
}

void ColumnJoiner::append_skeletons(const TrackColumns& from, std::uint32_t first) {
  std::vector<std::int32_t> skeleton = from.skeleton;
  for (std::int32_t& s : skeleton)
    if (s >= 0) s = index_of(rows_.skeletons, from.skeletons[static_cast<std::size_t>(s)]);
  append_column(rows_.skeleton, skeleton, first, -1);
}

/// The column to which one is appended; a new one if there is none of its name and kind.
std::size_t ColumnJoiner::attribute_for(const AttributeColumn& from) {
  std::string name = from.name;
  for (int i = 2;; ++i) {
    const auto found = std::ranges::find(rows_.attributes, name, &AttributeColumn::name);
    if (found == rows_.attributes.end()) break;
    if (found->texts.empty() == from.texts.empty())
      return static_cast<std::size_t>(found - rows_.attributes.begin());
    name = fmt::format("{}_{}", from.name, i);
  }
  rows_.attributes.push_back({std::move(name), {}});
  texts_.emplace_back();
  return rows_.attributes.size() - 1;
}

void ColumnJoiner::append_attribute(const AttributeColumn& from, std::uint32_t first) {
  const std::size_t to = attribute_for(from);
  append_column(rows_.attributes[to].values,
                from.texts.empty() ? from.values : joined_texts(from, to), first, none);
}

/// A column's values as indices into the texts of the attribute `to`, to which new ones are added.
/// One without rows stays a column of texts.
std::vector<float> ColumnJoiner::joined_texts(const AttributeColumn& from, std::size_t to) {
  if (from.values.empty())
    static_cast<void>(number_of(from.texts.front(), texts_[to], rows_.attributes[to].texts));
  std::vector<float> joined(from.texts.size(), none), values = from.values;
  for (float& value : values) {
    if (std::isnan(value)) continue;
    const auto text = static_cast<std::size_t>(value);
    if (std::isnan(joined[text]))
      joined[text] =
          static_cast<float>(number_of(from.texts[text], texts_[to], rows_.attributes[to].texts));
    value = joined[text];
  }
  return values;
}

bool ColumnJoiner::append_embeddings(const TrackColumns& from, std::uint32_t first) {
  if (from.embedding_size == 0) return true;
  if (rows_.embedding_size == 0) rows_.embedding_size = from.embedding_size;
  if (rows_.embedding_size != from.embedding_size) return false;
  rows_.embedding.resize(std::size_t{first} * rows_.embedding_size, none);
  rows_.embedding.insert(rows_.embedding.end(), from.embedding.begin(), from.embedding.end());
  return true;
}

}  // namespace overlace
