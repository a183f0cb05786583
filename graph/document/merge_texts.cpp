// SPDX-License-Identifier: Apache-2.0
// Merges values, and writes what comes of it into one of the texts.
#include "graph/document/merge_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "graph/core/problems.h"
#include "graph/document/edit_text.h"

namespace overlace {
namespace {

/// Versions of one value; null where there is none.
struct Versions {
  const Json *base = nullptr, *mine = nullptr, *theirs = nullptr;
};

bool are_equal(const Json* a, const Json* b) {
  return a == nullptr || b == nullptr ? a == b : *a == *b;
}

std::optional<Json> copy_of(const Json* value) {
  return value == nullptr ? std::nullopt : std::optional(*value);
}

const Json* member(const Json* object, const std::string& key) {
  return object == nullptr ? nullptr : object->find(key);
}

/// What an item is called among the items of its list; nothing for one that has no name.
std::optional<std::string> name_of(const Json& item) {
  if (item.is_string()) return item.as_string();
  const Json* const node = item.find("node");
  return node != nullptr && node->is_string() ? std::optional(node->as_string()) : std::nullopt;
}

/// A list by the names of its items, each of which is there once.
class NamedList {
 public:
  /// Nothing where items have no names, or two have the same one.
  static std::optional<NamedList> of(const Json* list) {
    NamedList named;
    if (list == nullptr) return named;
    if (!list->is_array()) return std::nullopt;
    for (const Json& item : list->as_array()) {
      const std::optional<std::string> name = name_of(item);
      if (!name || named.find(*name) != nullptr) return std::nullopt;
      named.items_.emplace_back(*name, &item);
    }
    return named;
  }

  [[nodiscard]] const Json* find(const std::string& name) const {
    const auto found = std::ranges::find(items_, name, &Item::first);
    return found == items_.end() ? nullptr : found->second;
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const Item& item : items_) names.push_back(item.first);
    return names;
  }
  /// Its names that both others have, too.
  [[nodiscard]] std::vector<std::string> shared(const NamedList& a, const NamedList& b) const {
    std::vector<std::string> names = this->names();
    std::erase_if(names, [&](const std::string& name) {
      return a.find(name) == nullptr || b.find(name) == nullptr;
    });
    return names;
  }

 private:
  using Item = std::pair<std::string, const Json*>;
  std::vector<Item> items_;
};

/// Names of `lead` in their order, and those that only `other` has, each after the one before it.
std::vector<std::string> joined(const std::vector<std::string>& lead,
                                const std::vector<std::string>& other) {
  std::vector<std::string> names = lead;
  auto after = names.begin();
  for (const std::string& name : other) {
    const auto found = std::ranges::find(names, name);
    after = (found != names.end() ? found : names.insert(after, name)) + 1;
  }
  return names;
}

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.as_object()) keys.push_back(key);
  return keys;
}

class Merge {
 public:
  /// The merged value of what is at `pointer`; nothing where it is to be removed.
  std::optional<Json> value(const Versions& of, const std::string& pointer) {
    if (are_equal(of.mine, of.theirs) || are_equal(of.base, of.theirs)) return copy_of(of.mine);
    if (are_equal(of.base, of.mine)) return copy_of(of.theirs);
    if (of.mine != nullptr && of.theirs != nullptr) {
      if (of.mine->is_object() && of.theirs->is_object()) return members(of, pointer);
      if (of.mine->is_array() && of.theirs->is_array())
        if (std::optional<Json> list = items(of, pointer)) return list;
    }
    if (std::ranges::find(both, pointer) == both.end()) both.push_back(pointer);
    return copy_of(of.mine);
  }

  std::vector<std::string> both;

 private:
  Json members(const Versions& of, const std::string& pointer) {
    Json::Object object;
    for (const std::string& key : joined(keys_of(*of.theirs), keys_of(*of.mine)))
      if (std::optional<Json> merged =
              value({member(of.base, key), of.mine->find(key), of.theirs->find(key)},
                    member_pointer(pointer, key)))
        object.emplace_back(key, std::move(*merged));
    return object;
  }

  /// Nothing where the list has to be taken as a whole.
  std::optional<Json> items(const Versions& of, const std::string& pointer) {
    const auto base = NamedList::of(of.base), mine = NamedList::of(of.mine),
               theirs = NamedList::of(of.theirs);
    if (!base || !mine || !theirs) return std::nullopt;
    const auto order = base->shared(*mine, *theirs), my_order = mine->shared(*base, *theirs),
               their_order = theirs->shared(*base, *mine);
    const bool is_mine = my_order != order, is_theirs = their_order != order;
    if (is_mine && is_theirs && my_order != their_order) return std::nullopt;
    const auto names =
        is_mine ? joined(mine->names(), theirs->names()) : joined(theirs->names(), mine->names());
    Json::Array list;
    for (const std::string& name : names)
      if (std::optional<Json> merged =
              value({base->find(name), mine->find(name), theirs->find(name)}, pointer))
        list.push_back(std::move(*merged));
    return list;
  }
};

/// Makes the edits that turn what is at `pointer` into `wanted`.
void write(std::string& text, const Json& present, const Json& wanted, const std::string& pointer) {
  if (present == wanted) return;
  const auto apply = [&text](const std::vector<TextEdit>& edits) {
    text = apply_edits(text, edits);
  };
  if (present.is_object() && wanted.is_object()) {
    for (const auto& [key, value] : present.as_object())
      if (wanted.find(key) == nullptr) apply(remove_value(text, member_pointer(pointer, key)));
    std::size_t index = 0;
    for (const auto& [key, value] : wanted.as_object()) {
      const std::string at = member_pointer(pointer, key);
      if (const Json* const old = present.find(key)) {
        write(text, *old, value, at);
      } else {
        apply(set_value(text, at, value));
        apply(move_item(text, at, index));
      }
      ++index;
    }
  } else if (present.is_array() && wanted.is_array() &&
             present.as_array().size() == wanted.as_array().size()) {
    for (std::size_t i = 0; i < wanted.as_array().size(); ++i)
      write(text, present.as_array()[i], wanted.as_array()[i], fmt::format("{}/{}", pointer, i));
  } else {
    apply(set_value(text, pointer, wanted));
  }
}

}  // namespace

MergedText merge_texts(std::string_view base, std::string_view mine, std::string_view theirs) {
  const Json first = parse_json(base, "base"), own = parse_json(mine, "mine"),
             other = parse_json(theirs, "theirs");
  Merge merge;
  const std::optional<Json> merged = merge.value({&first, &own, &other}, "");
  return {text_with_value(std::string(theirs), *merged), std::move(merge.both)};
}

std::string text_with_value(std::string text, const Json& value) {
  write(text, parse_json(text, "document"), value, "");
  return text;
}

}  // namespace overlace
