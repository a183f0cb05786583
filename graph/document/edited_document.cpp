// SPDX-License-Identifier: Apache-2.0
// Decides for each change whether the text's own value changes or an inherited one is overridden.
#include "graph/document/edited_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <utility>

#include "graph/core/problems.h"
#include "graph/document/name_uses.h"

namespace overlace {
namespace {

JsonKeys first_of(const JsonKeys& keys, std::size_t count) {
  return {keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count)};
}

[[noreturn]] void fail_missing(const JsonKeys& keys) {
  throw Error(ErrorCode::usage,
              fmt::format("there is no {}", quoted(keys.empty() ? "document" : keys.back())), {},
              {.file = {}, .pointer = pointer_of(keys)});
}

/// The index that an element has or is to get.
std::size_t index_in(const Json& list, const JsonKeys& keys, std::size_t most) {
  const std::string& key = keys.back();
  std::size_t index = list.as_array().size();
  const char* const end = key.data() + key.size();
  if ((key != "-" && std::from_chars(key.data(), end, index).ptr != end) || index > most)
    throw Error(ErrorCode::usage,
                fmt::format("the list has {} elements, and none at {}", list.as_array().size(),
                            quoted(key)),
                {}, {.file = {}, .pointer = pointer_of(keys)});
  return index;
}

/// The list that `keys` lead into, changed by `change(list, index)`.
template <class Change>
Json changed_list(const Json& list, const JsonKeys& keys, std::size_t most, Change change) {
  Json copy = list;
  change(copy.as_array(), static_cast<std::ptrdiff_t>(index_in(list, keys, most)));
  return copy;
}

/// The merge patch that makes `value` of what is inherited.
Json override_of(const Json& inherited, const Json& value) {
  if (!inherited.is_object() || !value.is_object()) return value;
  Json patch{Json::Object{}};
  for (const auto& [key, member] : inherited.as_object())
    if (value.find(key) == nullptr) patch.set(key, Json());
  for (const auto& [key, member] : value.as_object()) {
    const Json* const same = inherited.find(key);
    if (same == nullptr)
      patch.set(key, member);
    else if (!(*same == member))
      patch.set(key, override_of(*same, member));
  }
  return patch;
}

/// Finds documents once, and then from memory.
FindSource remembered(const FindSource& find) {
  return [find,
          known = std::make_shared<std::map<std::string, Source>>()](const std::string& name) {
    const auto found = known->find(name);
    return found != known->end() ? found->second : known->emplace(name, find(name)).first->second;
  };
}

}  // namespace

std::string pointer_of(const JsonKeys& keys) {
  std::string pointer;
  for (const std::string& key : keys) pointer = member_pointer(pointer, key);
  return pointer;
}

EditedDocument::EditedDocument(const Source& document, const FindSource& find)
    : name_(document.name), find_(remembered(find)), text_(document.text) {
  read();
}

void EditedDocument::read() {
  const auto load = [&](const std::string& text) {
    return load_document(name_, [&](const std::string& name) {
      return name == name_ ? Source{text, name_} : find_(name);
    });
  };
  own_ = parse_json(text(), name_);
  const Json* const extends = own_.find("extends");
  base_.reset();
  if (extends != nullptr) base_ = load(Json(Json::Object{{"extends", *extends}}).dump());
  merged_ = load(text());
}

void EditedDocument::apply(const std::vector<TextEdit>& edits) {
  text_.apply(edits);
  read();
}

bool EditedDocument::has_own(const JsonKeys& keys) const {
  return json_at(own_, keys) != nullptr;
}

bool EditedDocument::inherits(const JsonKeys& keys) const {
  return base_ && json_at(*base_, keys) != nullptr;
}

std::size_t EditedDocument::inherited_list(const JsonKeys& keys) const {
  for (std::size_t count = 1; count < keys.size(); ++count) {
    const JsonKeys list = first_of(keys, count);
    if (has_own(list)) continue;
    const Json* const value = json_at(merged_, list);
    if (value == nullptr) return 0;
    if (value->is_array()) return count;
  }
  return 0;
}

void EditedDocument::set(const JsonKeys& keys, const Json& value) {
  if (const std::size_t count = inherited_list(keys)) {
    const JsonKeys list = first_of(keys, count), at = first_of(keys, count + 1);
    const Json& before = *json_at(merged_, list);
    const std::size_t last = before.as_array().size();
    if (at.size() < keys.size() && json_at(merged_, at) == nullptr) fail_missing(at);
    if (at.size() == keys.size()) {
      set(list, changed_list(before, at, last, [&](Json::Array& items, std::ptrdiff_t index) {
            if (static_cast<std::size_t>(index) == items.size())
              items.push_back(value);
            else
              items[static_cast<std::size_t>(index)] = value;
          }));
    } else {
      set(list, before);  // a list of its own, in which the rest is found
      set(keys, value);
    }
    return;
  }
  changed_.push_back(pointer_of(keys));
  const Json* const inherited = base_ ? json_at(*base_, keys) : nullptr;
  apply(set_value(text(), pointer_of(keys),
                  inherited == nullptr ? value : override_of(*inherited, value)));
}

void EditedDocument::set_texts(const std::vector<std::pair<JsonKeys, std::string>>& texts) {
  std::vector<TextEdit> edits;
  const JsonPlaces places(text());
  for (const auto& [keys, value] : texts) {
    if (!has_own(keys)) continue;
    const TextSpan place = places.path(pointer_of(keys)).back()->value;
    edits.push_back({place.begin, place.end, Json(value).dump()});
    changed_.push_back(pointer_of(keys));
  }
  std::ranges::sort(edits, {}, &TextEdit::begin);
  std::vector<const std::pair<JsonKeys, std::string>*> inherited;
  for (const auto& one : texts)
    if (!has_own(one.first)) inherited.push_back(&one);
  if (!edits.empty()) apply(edits);
  for (const auto* const one : inherited) set(one->first, Json(one->second));
}

void EditedDocument::set_before(const JsonKeys& keys, const Json& value, const std::string& next) {
  const bool is_new = !has_own(keys);
  set(keys, value);
  if (!is_new) return;
  const Json* const object = json_at(own_, first_of(keys, keys.size() - 1));
  const auto found = std::ranges::find(object->as_object(), next, &Json::Member::first);
  if (found != object->as_object().end())
    move(keys, static_cast<std::size_t>(found - object->as_object().begin()));
}

void EditedDocument::remove(const JsonKeys& keys) {
  const std::string pointer = pointer_of(keys);
  if (json_at(merged_, keys) == nullptr) fail_missing(keys);
  if (const std::size_t count = inherited_list(keys)) {
    const JsonKeys list = first_of(keys, count);
    if (count + 1 < keys.size()) {
      set(list, *json_at(merged_, list));
      return remove(keys);
    }
    const Json& before = *json_at(merged_, list);
    return set(list, changed_list(before, keys, before.as_array().size() - 1,
                                  [](Json::Array& items, std::ptrdiff_t index) {
                                    items.erase(items.begin() + index);
                                  }));
  }
  changed_.push_back(pointer);
  const Json* const parent = json_at(merged_, first_of(keys, keys.size() - 1));
  const bool hides = inherits(keys) && parent != nullptr && parent->is_object();
  apply(hides ? set_value(text(), pointer, Json()) : remove_value(text(), pointer));
}

void EditedDocument::reset(const JsonKeys& keys) {
  if (!has_own(keys)) {
    if (!inherits(keys)) fail_missing(keys);
    throw Error(ErrorCode::usage, "is inherited, and has no value of its own here", {},
                {.file = {}, .pointer = pointer_of(keys)});
  }
  changed_.push_back(pointer_of(keys));
  // A patch can do without any object; another document needs its nodes, and they need a type.
  const std::size_t needed = is_patch() ? 0 : 2;
  std::size_t count = keys.size();
  while (count > needed + 1) {
    const Json& object = *json_at(own_, first_of(keys, count - 1));
    if (!object.is_object() || object.as_object().size() > 1) break;
    --count;
  }
  apply(remove_value(text(), pointer_of(first_of(keys, count))));
}

void EditedDocument::rename(const JsonKeys& keys, const std::string& name) {
  if (json_at(merged_, keys) == nullptr) fail_missing(keys);
  if (!inherits(keys)) return apply(rename_key(text(), pointer_of(keys), name));
  JsonKeys copy = keys;
  copy.back() = name;
  set(copy, *json_at(merged_, keys));
  remove(keys);
}

void EditedDocument::move(const JsonKeys& keys, std::size_t to) {
  const std::size_t count = inherited_list(keys);
  if (count == 0 || count + 1 < keys.size()) return apply(move_item(text(), pointer_of(keys), to));
  const JsonKeys list = first_of(keys, count);
  set(list, *json_at(merged_, list));
  apply(move_item(text(), pointer_of(keys), to));
}

}  // namespace overlace
