// SPDX-License-Identifier: Apache-2.0
// Acts from JSON: each has a row of members.
#include "graph/document/graph_acts.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "graph/core/problems.h"

namespace overlace {
namespace {

constexpr std::size_t most_acts = 1'000;

/// Reads the members of one act.
class ActReader {
 public:
  ActReader(const Json& act, std::string pointer, Problems& problems)
      : act_(act), pointer_(std::move(pointer)), problems_(problems) {}

  std::string text(const char* key) {
    if (!require(key)) return {};
    return text_or_none(key);
  }
  std::string text_or_none(const char* key) {
    known_.emplace_back(key);
    return text_member(act_, pointer_, key, problems_);
  }
  Json value(const char* key) { return require(key) ? *act_.find(key) : Json(); }
  Json value_or_none(const char* key) {
    known_.emplace_back(key);
    const Json* const found = act_.find(key);
    return found == nullptr ? Json() : *found;
  }
  std::size_t index(const char* key) { return require(key) ? index_or(key).value_or(0) : 0; }
  std::optional<std::size_t> index_or(const char* key) {
    known_.emplace_back(key);
    const Json* const found = act_.find(key);
    if (found == nullptr) return std::nullopt;
    if (found->is_integer() && found->as_integer() >= 0)
      return static_cast<std::size_t>(found->as_integer());
    problems_.add(*found, member_pointer(pointer_, key),
                  "expected an index from 0, got " + shown(*found));
    return std::nullopt;
  }
  bool boolean_or(const char* key, bool otherwise) {
    known_.emplace_back(key);
    const Json* const found = act_.find(key);
    if (found == nullptr) return otherwise;
    if (found->is_bool()) return found->as_bool();
    problems_.add(*found, member_pointer(pointer_, key),
                  "expected true or false, got " + shown(*found));
    return otherwise;
  }
  [[nodiscard]] bool has(const char* key) const { return act_.find(key) != nullptr; }
  /// Reports what no reader has asked for.
  void finish() {
    known_.emplace_back("act");
    check_keys(act_, pointer_, known_, problems_);
  }
  void fail(std::string message, std::string hint = {}) {
    problems_.add(act_, pointer_, std::move(message), std::move(hint));
  }

 private:
  bool require(const char* key) {
    known_.emplace_back(key);
    if (has(key)) return true;
    fail(fmt::format("missing key '{}'", key));
    return false;
  }

  const Json& act_;
  std::string pointer_;
  Problems& problems_;
  std::vector<std::string> known_;
};

GraphAct read_remove(ActReader& in) {
  if (in.has("item")) return DropAct{in.text("item")};
  return RemoveAct{in.text("node")};
}

GraphAct read_rename(ActReader& in) {
  constexpr std::pair<const char*, NameKind> kinds[] = {{"node", NameKind::node},
                                                        {"knob", NameKind::knob},
                                                        {"color", NameKind::color},
                                                        {"series", NameKind::series}};
  RenameAct act{.to = in.text("to")};
  for (const auto& [key, kind] : kinds) {
    if (!in.has(key)) continue;
    act.kind = kind;
    act.name = in.text(key);
    return act;
  }
  in.fail("names nothing to rename", "give a \"node\", \"knob\", \"color\" or \"series\"");
  return act;
}

struct ActKind {
  const char* name;
  GraphAct (*read)(ActReader& in);
};

constexpr ActKind act_kinds[] = {
    {"set",
     [](ActReader& in) -> GraphAct {
       return SetAct{in.text("target"), in.value("value")};
     }},
    {"reset", [](ActReader& in) -> GraphAct { return ResetAct{in.text("target")}; }},
    {"add",
     [](ActReader& in) -> GraphAct {
       return AddAct{in.text("type"), in.text_or_none("node"), in.value_or_none("inputs"),
                     in.value_or_none("params"), in.boolean_or("show", true)};
     }},
    {"remove", read_remove},
    {"rename", read_rename},
    {"connect",
     [](ActReader& in) -> GraphAct {
       return ConnectAct{in.text("from"), in.text("to"), in.text_or_none("port"),
                         in.index_or("at")};
     }},
    {"disconnect",
     [](ActReader& in) -> GraphAct {
       return DisconnectAct{in.text("node"), in.text("port"), in.text_or_none("from")};
     }},
    {"make_knob",
     [](ActReader& in) -> GraphAct {
       return MakeKnobAct{in.text("param"), in.text_or_none("knob"), in.text_or_none("doc")};
     }},
    {"move",
     [](ActReader& in) -> GraphAct {
       return MoveAct{in.text("item"), in.index("to")};
     }},
    {"paste", [](ActReader& in) -> GraphAct { return PasteAct{in.value("fragment")}; }},
};

void read_act(const Json& json, const std::string& pointer, std::vector<GraphAct>& acts,
              Problems& problems) {
  if (!json.is_object())
    return problems.add(json, pointer, "expected an act, got " + shown(json),
                        R"(write {"act": "set", "target": "boxes.opacity", "value": 0.5})");
  const std::string name = text_member(json, pointer, "act", problems);
  const auto* const kind = std::ranges::find(act_kinds, name, &ActKind::name);
  if (kind == std::end(act_kinds)) {
    std::vector<std::string> names;
    for (const ActKind& known : act_kinds) names.emplace_back(known.name);
    return problems.add_unknown(json, pointer, fmt::format("unknown act {}", quoted(name)), name,
                                names);
  }
  ActReader in(json, pointer, problems);
  acts.push_back(kind->read(in));
  in.finish();
}

}  // namespace

std::vector<GraphAct> read_acts(const Json& json) {
  Problems problems;
  std::vector<GraphAct> acts;
  if (!json.is_array()) {
    read_act(json, "", acts, problems);
  } else if (json.as_array().size() > most_acts) {
    problems.add(json, "", fmt::format("more than {} acts at once", most_acts));
  } else {
    for (std::size_t i = 0; i < json.as_array().size(); ++i)
      read_act(json.as_array()[i], element_pointer("", i), acts, problems);
  }
  problems.throw_if_any();
  return acts;
}

}  // namespace overlace
