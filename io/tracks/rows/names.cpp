// SPDX-License-Identifier: Apache-2.0
// Classes, tracks and sequences by name.
#include "io/tracks/rows/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "graph/core/error.h"
#include "graph/data/id_text.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/column_names.h"

namespace overlace {
namespace {

constexpr std::int64_t largest_class = 65'535;

}  // namespace

void ClassList::declare(std::int64_t number, std::string_view name) {
  if (!order_.try_emplace(number, static_cast<std::int32_t>(declared_.size())).second) return;
  declared_.emplace_back(number, name);
  keeps_numbers_ = keeps_numbers_ && number >= 0 && number <= largest_class;
}

std::int32_t ClassList::number(std::int64_t in_file) const {
  if (declared_.empty())
    return in_file >= 0 && in_file <= largest_class ? static_cast<std::int32_t>(in_file) : -1;
  const auto known = order_.find(in_file);
  if (known == order_.end()) return -1;
  return keeps_numbers_ ? static_cast<std::int32_t>(in_file) : known->second;
}

std::vector<std::string> ClassList::names() const {
  std::vector<std::string> names;
  for (const auto& [number, name] : declared_) {
    const auto index = static_cast<std::size_t>(this->number(number));
    if (names.size() <= index) names.resize(index + 1);
    names[index] = name;
  }
  return names;
}

const Json* find_track(const Json& object) {
  for (const Json* const holder : {&object, object.find("attributes")}) {
    if (holder == nullptr || !holder->is_object()) continue;
    for (const auto& [key, value] : holder->as_object())
      if (names_object(key)) return &value;
  }
  return nullptr;
}

TrackId TrackIds::of(std::string_view text) {
  if (text.empty()) return no_id;
  if (const auto known = ids_.find(std::string(text)); known != ids_.end()) return known->second;
  TrackId id = no_id;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && id < 0) return id;  // the builder reports it
  if (!whole || texts_.contains(id)) {
    while (texts_.contains(next_)) ++next_;
    id = next_;
  }
  texts_.emplace(id, text);
  ids_.emplace(text, id);
  return id;
}

void TrackIds::identify(Detection& detection, std::string_view text) {
  detection.box.id = of(text);
  if (!text.empty() && std::to_string(detection.box.id) != text)
    detection.attributes.emplace_back(id_text_attribute, std::string(text));
}

void TrackIds::identify(Detection& detection, const Json* value, TrackBuilder& builder,
                        std::uint64_t line) {
  if (value == nullptr || value->is_null()) return;
  if (value->is_string()) return identify(detection, value->as_string());
  if (const auto number = whole_number(*value))
    detection.box.id = of(std::to_string(*number));
  else
    builder.remark("the id is neither a 64-bit integer nor a text and taken as none", line);
}

std::size_t choose_sequence(const std::vector<std::string>& names, const TrackReadOptions& options,
                            TrackReport& report) {
  if (options.sequence.empty()) {
    if (names.size() <= 1) return 0;
    throw Error(
        ErrorCode::usage,
        fmt::format(
            "the file has {} sequences: {}{}", names.size(),
            fmt::join(names.begin(),
                      names.begin() + std::min<std::ptrdiff_t>(std::ssize(names), 12), ", "),
            names.size() > 12 ? ", …" : ""),
        "say which with --tracks-sequence NAME", {.file = report.file});
  }
  const auto found = std::ranges::find(names, options.sequence);
  if (found == names.end())
    throw Error(ErrorCode::usage, fmt::format("the file has no sequence '{}'", options.sequence),
                suggest(options.sequence, names), {.file = report.file});
  report.assumptions.push_back(fmt::format("sequence '{}' is read (--tracks-sequence)", *found));
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace overlace
