// SPDX-License-Identifier: Apache-2.0
// Numbers what rows name, the same for all sources.
#include "graph/data/column_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr float none = std::numeric_limits<float>::quiet_NaN();

const char* kind_of(bool has_texts) {
  return has_texts ? "texts" : "numbers";
}

/// The name of a class; its number if it has none.
std::string class_text(const std::vector<std::string>& names, std::int32_t number) {
  const auto at = static_cast<std::size_t>(number);
  return at < names.size() && !names[at].empty() ? names[at] : fmt::to_string(number);
}

/// Renumbers classes by their texts; those that are not known stay so.
void renumber(std::vector<std::int32_t>& classes, const std::vector<std::string>& names,
              NumberedTexts& texts) {
  std::unordered_map<std::int32_t, std::int32_t> numbers;
  for (std::int32_t& number : classes) {
    if (number < 0) continue;
    const auto [known, fresh] = numbers.try_emplace(number, -1);
    if (fresh) known->second = texts.number_of(class_text(names, number));
    number = known->second;
  }
}

/// The values of a column of texts as numbers of `texts`, to which new ones are added.
void renumber(AttributeColumn& column, NumberedTexts& texts) {
  std::vector<float> numbers(column.texts.size(), none);
  for (float& value : column.values) {
    if (std::isnan(value)) continue;
    const auto text = static_cast<std::size_t>(value);
    if (std::isnan(numbers[text]))
      numbers[text] = static_cast<float>(texts.number_of(column.texts[text]));
    value = numbers[text];
  }
}

void require_names(const char* what, std::size_t count) {
  if (count > ColumnNames::most_names)
    throw Error(ErrorCode::limit,
                fmt::format("there are more than {} {}", ColumnNames::most_names, what),
                "begin anew");
}

}  // namespace

std::int32_t NumberedTexts::number_of(const std::string& text) {
  const auto [entry, is_new] = numbers_.try_emplace(text, static_cast<std::int32_t>(texts_.size()));
  if (is_new) texts_.push_back(text);
  return entry->second;
}

void NumberedTexts::add(const std::string& text) {
  numbers_.try_emplace(text, static_cast<std::int32_t>(texts_.size()));
  texts_.push_back(text);
}

ColumnNames::ColumnNames(const std::vector<std::string>& class_names) {
  for (const std::string& name : class_names) classes_.add(name);
}

std::size_t ColumnNames::most_texts() const {
  std::size_t most = classes_.texts().size();
  for (const Attribute& attribute : attributes_)
    most = std::max(most, attribute.texts.texts().size());
  return most;
}

std::vector<ColumnNames::Attribute>::const_iterator ColumnNames::find(
    const std::string& name) const {
  return std::ranges::find(attributes_, name, &Attribute::name);
}

bool ColumnNames::fits(const AttributeColumn& column) const {
  const auto known = find(column.name);
  if (known == attributes_.end() || !known->has_texts) return true;
  const bool is_open = column.values.empty() && column.texts.empty();
  return is_open || *known->has_texts == !column.texts.empty();
}

TrackColumns ColumnNames::take(TrackColumns rows) {
  check(rows);
  take_classes(rows);
  take_skeletons(rows);
  take_attributes(rows);
  if (rows.embedding_size > 0) embedding_size_ = rows.embedding_size;
  return rows;
}

void ColumnNames::name_numbers(TrackColumns& rows) {
  renumber(rows.class_index, {}, classes_);
}

void ColumnNames::give_to(TrackColumns& rows) const {
  const std::size_t count = rows.row_count();
  rows.class_names = classes_.texts();
  rows.skeletons = skeletons_;
  rows.embedding_size = embedding_size_;
  rows.embedding.resize(count * embedding_size_, none);
  rows.attributes.resize(attributes_.size());
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    rows.attributes[i].name = attributes_[i].name;
    rows.attributes[i].texts = attributes_[i].texts.texts();
    rows.attributes[i].values.resize(count, none);
  }
}

void ColumnNames::check(const TrackColumns& rows) const {
  if (rows.embedding_size > 0 && embedding_size_ > 0 && rows.embedding_size != embedding_size_)
    throw Error(ErrorCode::usage,
                fmt::format("embedding_size is {}; earlier rows have {}", rows.embedding_size,
                            embedding_size_),
                "use one size");
  std::size_t attributes = attributes_.size(), skeletons = skeletons_.size();
  for (const AttributeColumn& column : rows.attributes) {
    if (!fits(column))
      throw Error(ErrorCode::usage,
                  fmt::format("attribute '{}' has {}; earlier rows have {}", column.name,
                              kind_of(!column.texts.empty()), kind_of(column.texts.empty())),
                  "give the two different names");
    if (find(column.name) == attributes_.end()) ++attributes;
  }
  for (const Skeleton& skeleton : rows.skeletons)
    if (std::ranges::find(skeletons_, skeleton) == skeletons_.end()) ++skeletons;
  require_names("attributes", attributes);
  require_names("skeletons", skeletons);
}

void ColumnNames::take_classes(TrackColumns& rows) {
  if (rows.class_names.empty()) return;
  for (const std::string& name : rows.class_names) static_cast<void>(classes_.number_of(name));
  renumber(rows.class_index, rows.class_names, classes_);
  rows.class_names.clear();
}

void ColumnNames::take_skeletons(TrackColumns& rows) {
  std::vector<std::int32_t> numbers;
  for (const Skeleton& skeleton : rows.skeletons) {
    const auto known = std::ranges::find(skeletons_, skeleton);
    numbers.push_back(static_cast<std::int32_t>(known - skeletons_.begin()));
    if (known == skeletons_.end()) skeletons_.push_back(skeleton);
  }
  for (std::int32_t& number : rows.skeleton)
    if (number >= 0) number = numbers[static_cast<std::size_t>(number)];
  rows.skeletons.clear();
}

void ColumnNames::take_attributes(TrackColumns& rows) {
  std::vector<AttributeColumn> taken;
  for (AttributeColumn& column : rows.attributes) {
    const std::size_t at = attribute_for(column);
    NumberedTexts& texts = attributes_[at].texts;
    if (!column.texts.empty()) renumber(column, texts);
    // Whether there are texts tells the kind of a column.
    if (!column.texts.empty() && texts.texts().empty()) texts.add(column.texts.front());
    if (taken.size() <= at) taken.resize(at + 1);
    taken[at].values = std::move(column.values);
  }
  rows.attributes = std::move(taken);
}

std::size_t ColumnNames::attribute_for(const AttributeColumn& column) {
  const auto at = static_cast<std::size_t>(find(column.name) - attributes_.begin());
  if (at == attributes_.size()) attributes_.push_back({.name = column.name});
  if (!column.values.empty() || !column.texts.empty())
    attributes_[at].has_texts = !column.texts.empty();
  return at;
}

void name_used_classes(TrackColumns& rows) {
  NumberedTexts used;
  renumber(rows.class_index, rows.class_names, used);
  rows.class_names = used.texts();
}

}  // namespace overlace
