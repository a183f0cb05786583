// SPDX-License-Identifier: Apache-2.0
// Checks rows, and numbers their classes, texts and skeletons anew.
#include "render/live_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

void require_length(const char* column, std::size_t length, std::size_t rows, bool may_lack) {
  if (length == rows || (may_lack && length == 0)) return;
  throw Error(ErrorCode::input,
              fmt::format("column '{}' has {} values for {} rows", column, length, rows),
              "give one for each row");
}

template <class T>
void require_lists(const char* column, const RowLists<T>& lists, std::size_t rows) {
  if (lists.end.size() > rows) require_length(column, lists.end.size(), rows, false);
  const bool ascends = std::ranges::is_sorted(lists.end);
  if (!ascends || (lists.end.empty() ? 0 : lists.end.back()) != lists.items.size())
    throw Error(ErrorCode::input, fmt::format("the ends of column '{}' do not fit", column),
                "they ascend, and the last one is the number of items");
}

void check_lengths(const TrackColumns& rows) {
  const std::size_t count = rows.box.size();
  require_length("id", rows.id.size(), count, false);
  require_length("class_index", rows.class_index.size(), count, false);
  require_length("score", rows.score.size(), count, false);
  require_length("rotation", rows.rotation.size(), count, true);
  require_length("skeleton", rows.skeleton.size(), count, true);
  require_length("mask_size", rows.mask_size.size(), count, true);
  require_length("embedding", rows.embedding.size(), count * rows.embedding_size, false);
  for (const AttributeColumn& column : rows.attributes)
    require_length(column.name.c_str(), column.values.size(), count, false);
  require_lists("key_points", rows.key_points, count);
  require_lists("outlines", rows.outlines, count);
  require_lists("mask_runs", rows.mask_runs, count);
}

void check_boxes(const TrackColumns& rows) {
  for (std::size_t row = 0; row < rows.box.size(); ++row) {
    const Box& box = rows.box[row];
    if (std::isfinite(box.x) && std::isfinite(box.y) && std::isfinite(box.width) &&
        std::isfinite(box.height))
      continue;
    throw Error(ErrorCode::input, fmt::format("the box of row {} is not finite", row),
                "leave the row out");
  }
}

/// Throws unless `index` is -1 or below `count`.
void require_index(const char* column, std::size_t row, std::int32_t index, std::size_t count) {
  if (index < 0 || static_cast<std::size_t>(index) < count) return;
  throw Error(
      ErrorCode::input,
      fmt::format("{} {} of row {} points nowhere: there are {}", column, index, row, count),
      "give the names along with the rows");
}

void require_names(const char* what, std::size_t count) {
  if (count > LiveColumns::most_names)
    throw Error(ErrorCode::limit,
                fmt::format("the stream has more than {} {}", LiveColumns::most_names, what),
                "begin a new one");
}

}  // namespace

std::uint32_t NumberedTexts::number_of(const std::string& text) {
  const auto [entry, is_new] =
      numbers_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
  if (is_new) texts_.push_back(text);
  return entry->second;
}

LiveColumns::LiveColumns(const std::vector<std::string>& class_names) {
  for (const std::string& name : class_names) static_cast<void>(classes_.number_of(name));
}

TrackColumns LiveColumns::take(const TrackColumns& rows, std::uint32_t count) {
  check_lengths(rows);
  check_boxes(rows);
  if (rows.embedding_size > 0 && embedding_size_ > 0 && rows.embedding_size != embedding_size_)
    throw Error(ErrorCode::input,
                fmt::format("embeddings of {} numbers follow some of {}", rows.embedding_size,
                            embedding_size_),
                "use one size");
  std::vector<std::uint32_t> first(std::min(count, rows.row_count()));
  std::iota(first.begin(), first.end(), 0U);
  TrackColumns taken = gather_rows(rows, first);
  take_classes(rows, taken);
  take_skeletons(rows, taken);
  take_attributes(rows, taken.row_count(), taken);
  if (rows.embedding_size > 0) embedding_size_ = rows.embedding_size;
  return taken;
}

TrackColumns LiveColumns::empty() const {
  TrackColumns none;
  none.class_names = classes_.texts();
  none.skeletons = skeletons_;
  none.embedding_size = embedding_size_;
  for (const Attribute& attribute : attributes_)
    none.attributes.push_back({attribute.name, {}, attribute.texts.texts()});
  return none;
}

std::size_t LiveColumns::most_texts() const {
  std::size_t most = classes_.texts().size();
  for (const Attribute& attribute : attributes_)
    most = std::max(most, attribute.texts.texts().size());
  return most;
}

void LiveColumns::take_classes(const TrackColumns& rows, TrackColumns& taken) {
  taken.class_names.clear();
  const bool names_all = !rows.class_names.empty();
  const std::size_t named = names_all ? rows.class_names.size() : classes_.texts().size();
  for (std::size_t row = 0; row < taken.class_index.size() && named > 0; ++row)
    require_index("class", row, taken.class_index[row], named);
  if (!names_all) return;
  std::vector<std::int32_t> numbers;
  for (const std::string& name : rows.class_names)
    numbers.push_back(static_cast<std::int32_t>(classes_.number_of(name)));
  for (std::int32_t& index : taken.class_index)
    if (index >= 0) index = numbers[static_cast<std::size_t>(index)];
}

void LiveColumns::take_skeletons(const TrackColumns& rows, TrackColumns& taken) {
  taken.skeletons.clear();
  for (std::size_t row = 0; row < taken.skeleton.size(); ++row)
    require_index("skeleton", row, taken.skeleton[row], rows.skeletons.size());
  std::vector<std::int32_t> numbers;
  for (const Skeleton& skeleton : rows.skeletons) {
    const auto known = std::ranges::find(skeletons_, skeleton);
    numbers.push_back(static_cast<std::int32_t>(known - skeletons_.begin()));
    if (known == skeletons_.end()) skeletons_.push_back(skeleton);
    require_names("skeletons", skeletons_.size());
  }
  for (std::int32_t& index : taken.skeleton)
    if (index >= 0) index = numbers[static_cast<std::size_t>(index)];
}

/// The columns follow the order of the stream's.
void LiveColumns::take_attributes(const TrackColumns& rows, std::uint32_t count,
                                  TrackColumns& taken) {
  taken.attributes.clear();
  for (const AttributeColumn& column : rows.attributes) {
    const std::size_t at = attribute_of(column, count > 0);
    if (taken.attributes.size() < attributes_.size()) taken.attributes.resize(attributes_.size());
    std::vector<float>& values = taken.attributes[at].values;
    values.assign(column.values.begin(), column.values.begin() + count);
    if (column.texts.empty()) continue;
    for (float& value : values) {
      if (std::isnan(value)) continue;
      const auto text = static_cast<std::size_t>(std::clamp(value, 0.0F, 1e9F));
      value = text < column.texts.size()
                  ? static_cast<float>(attributes_[at].texts.number_of(column.texts[text]))
                  : missing;
    }
  }
}

std::size_t LiveColumns::attribute_of(const AttributeColumn& column, bool has_rows) {
  const auto known = std::ranges::find(attributes_, column.name, &Attribute::name);
  const auto at = static_cast<std::size_t>(known - attributes_.begin());
  const bool has_texts = !column.texts.empty();
  if (known == attributes_.end()) {
    attributes_.push_back({.name = column.name, .has_texts = has_texts, .texts = {}});
    require_names("attributes", attributes_.size());
  } else if (known->has_texts != has_texts && has_rows) {
    throw Error(ErrorCode::input,
                fmt::format("attribute '{}' has {}, and had {} before", column.name,
                            has_texts ? "texts" : "numbers", has_texts ? "numbers" : "texts"),
                "give the two different names");
  }
  return at;
}

}  // namespace overlace
