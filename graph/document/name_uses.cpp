// SPDX-License-Identifier: Apache-2.0
// Walks the texts of a document, each with what it means.
#include "graph/document/name_uses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <optional>

#include "graph/core/problems.h"

namespace overlace {
namespace {

using Keys = std::vector<std::string>;

Keys with(Keys keys, std::string key) {
  keys.push_back(std::move(key));
  return keys;
}

/// Calls `visit(keys, text)` for every text in a value that is not in a comment.
void for_each_text(const Json& value, const Keys& keys,
                   const std::function<void(const Keys&, const std::string&)>& visit) {
  if (value.is_string()) visit(keys, value.as_string());
  if (value.is_array())
    for (std::size_t i = 0; i < value.as_array().size(); ++i)
      for_each_text(value.as_array()[i], with(keys, fmt::to_string(i)), visit);
  if (value.is_object())
    for (const auto& [key, member] : value.as_object())
      if (!is_comment(key)) for_each_text(member, with(keys, key), visit);
}

const Json::Object& members(const Json* object) {
  static const Json::Object none;
  return object != nullptr && object->is_object() ? object->as_object() : none;
}

const NodeType* type_of(const Json& node, const Registry& registry) {
  const Json* const type = node.find("type");
  return type != nullptr && type->is_string() ? registry.find(type->as_string()) : nullptr;
}

/// Names as expressions spell them: letters, digits, "_" and ".".
bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// Gives what one series begins another name.
class SeriesRenamer {
 public:
  SeriesRenamer(const Json& document, std::string name, std::string to, const Registry& registry)
      : name_(std::move(name)), to_(std::move(to)) {
    for (const SeriesName& series : series_names(document, registry)) all_.push_back(series.name);
  }

  /// "door", "door.in" or "door_since": the series itself, or what its node makes.
  [[nodiscard]] std::string word(const std::string& word) const {
    const std::string first = word.substr(0, word.find('.'));
    const bool is_series = first.size() < word.size();
    if (first == name_ || (!is_series && longest_owner(word) == name_))
      return to_ + word.substr(name_.size());
    return word;
  }
  [[nodiscard]] std::string expression(const std::string& text) const {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at;
      while (end < text.size() && is_of_name(text[end])) ++end;
      out += end > at ? word(text.substr(at, end - at)) : text.substr(at, 1);
      at = std::max(end, at + 1);
    }
    return out;
  }
  /// Words with names in braces, "{door.in:03d}"; "{{" is a brace.
  [[nodiscard]] std::string words(const std::string& text) const {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      if (text.compare(at, 2, "{{") == 0) {
        out += "{{";
        at += 2;
        continue;
      }
      const std::size_t end = text.find_first_of(":?}", at);
      if (text[at] != '{' || end == text.npos) {
        out += text[at++];
        continue;
      }
      out += "{" + word(text.substr(at + 1, end - at - 1));
      at = end;
    }
    return out;
  }
  /// A text inside a parameter: of a map, of an expression, or of the parameter itself.
  [[nodiscard]] std::string param(const Keys& within, const std::string& text,
                                  const ParamRow* row) const {
    const std::string& key = within.empty() ? std::string() : within.back();
    if (key == "expr") return expression(text);
    if (key == "series" || key == "map") return word(text);
    const bool is_index = !key.empty() && std::isdigit(static_cast<unsigned char>(key[0])) != 0;
    if (row == nullptr || (!within.empty() && !(within.size() == 1 && is_index))) return text;
    if (row->meaning == TextMeaning::expression) return expression(text);
    if (row->meaning == TextMeaning::name) return text == name_ ? to_ : text;
    const bool is_words = row->kind == ParamKind::text || row->kind == ParamKind::text_list;
    return is_words ? words(text) : text;
  }

 private:
  /// The longest name of a series whose node may make this attribute.
  [[nodiscard]] std::string longest_owner(const std::string& attribute) const {
    std::string longest;
    for (const std::string& name : all_)
      if (name.size() > longest.size() && attribute.starts_with(name + "_")) longest = name;
    return longest;
  }

  std::string name_, to_;
  std::vector<std::string> all_;
};

/// Collects uses of one name.
class Collector {
 public:
  Collector(const Json& document, const Registry& registry)
      : document_(document), registry_(registry) {}

  void nodes(const std::string& name, const std::string& to) {
    const auto visit = [&](const Keys& keys, const std::string& text) {
      if (text == name) uses.push_back({keys, to});
    };
    for (const auto& [node, value] : members(document_.find("nodes")))
      if (const Json* inputs = value.find("inputs"))
        for_each_text(*inputs, {"nodes", node, "inputs"}, visit);
    for (const char* const list : {"composite", "sound", "redact"}) {
      const Json* const entries = document_.find(list);
      if (entries == nullptr || !entries->is_array()) continue;
      for (std::size_t i = 0; i < entries->as_array().size(); ++i) {
        const Json& entry = entries->as_array()[i];
        const Keys keys{list, fmt::to_string(i)};
        if (entry.is_string())
          visit(keys, entry.as_string());
        else if (const Json* const node = entry.find("node"); node != nullptr && node->is_string())
          visit(with(keys, "node"), node->as_string());
      }
    }
  }
  void params(const std::function<std::string(const Keys& within, const std::string& text,
                                              const ParamRow* row)>& renamed) {
    const auto visit_in = [&](const Json& value, const Keys& start, const ParamRow* row) {
      for_each_text(value, start, [&](const Keys& keys, const std::string& text) {
        const Keys within(keys.begin() + static_cast<std::ptrdiff_t>(start.size()), keys.end());
        std::string after = renamed(within, text, row);
        if (after != text) uses.push_back({keys, std::move(after)});
      });
    };
    for (const auto& [node, value] : members(document_.find("nodes"))) {
      const NodeType* const type = type_of(value, registry_);
      const bool makes_series = type != nullptr && is_of_clip(type->stage);
      for (const auto& [param, of_param] : members(value.find("params"))) {
        if (is_comment(param) || (makes_series && param == "name")) continue;
        visit_in(of_param, {"nodes", node, "params", param},
                 type == nullptr ? nullptr : type->find_param(param));
      }
    }
    if (const Json* const entries = document_.find("composite"))
      visit_in(*entries, {"composite"}, nullptr);
    for (const auto& [knob, value] : members(document_.find("knobs")))
      if (const Json* const standing = value.find("default"))
        visit_in(*standing, {"knobs", knob, "default"}, &words_);
  }

  std::vector<NameUse> uses;

 private:
  const Json& document_;
  const Registry& registry_;
  const ParamRow words_{.kind = ParamKind::text};  ///< of a knob's value
};

}  // namespace

std::vector<NameUse> uses_renamed(const Json& document, NameKind kind, const std::string& name,
                                  const std::string& to, const Registry& registry) {
  Collector collector(document, registry);
  if (kind == NameKind::node) {
    collector.nodes(name, to);
  } else if (kind == NameKind::series) {
    const SeriesRenamer renamer(document, name, to, registry);
    collector.params([&](const Keys& within, const std::string& text, const ParamRow* row) {
      return renamer.param(within, text, row);
    });
  } else {
    const std::string prefix = kind == NameKind::color ? "$theme." : "$";
    collector.params([&](const Keys&, const std::string& text, const ParamRow*) {
      return text == prefix + name ? prefix + to : text;
    });
  }
  return std::move(collector.uses);
}

std::vector<SeriesName> series_names(const Json& document, const Registry& registry) {
  std::vector<SeriesName> names;
  for (const auto& [node, value] : members(document.find("nodes"))) {
    const NodeType* const type = type_of(value, registry);
    const ParamRow* const row =
        type != nullptr && is_of_clip(type->stage) ? type->find_param("name") : nullptr;
    if (row == nullptr) continue;
    const Json* const written = json_at(value, {"params", "name"});
    const Json name = written != nullptr ? *written : row->write(type->make_params().get());
    if (name.is_string()) names.push_back({node, name.as_string()});
  }
  return names;
}

bool refers_to_others(const Json& value) {
  if (value.is_string()) return value.as_string().starts_with('$');
  if (value.is_array()) return std::ranges::any_of(value.as_array(), refers_to_others);
  return value.is_object() &&
         std::ranges::any_of(value.as_object(), [](const Json::Member& member) {
           return refers_to_others(member.second);
         });
}

const Json* json_at(const Json& document, const std::vector<std::string>& keys) {
  const Json* at = &document;
  for (const std::string& key : keys) {
    if (at->is_array()) {
      std::size_t index = at->as_array().size();
      const char* const end = key.data() + key.size();
      const bool is_index = !key.empty() && std::from_chars(key.data(), end, index).ptr == end;
      at = is_index && index < at->as_array().size() ? &at->as_array()[index] : nullptr;
    } else {
      at = at->find(key);
    }
    if (at == nullptr) return nullptr;
  }
  return at;
}

}  // namespace overlace
