// SPDX-License-Identifier: Apache-2.0
// What an author does to a graph, and how that is written as JSON: one vocabulary for the command
// line, the C library, Python and an editor.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "graph/core/json.h"
#include "graph/document/name_uses.h"

namespace overlace {

/// Gives a target a value. The target is a knob, "theme.NAME", "NODE.PARAM", "NODE.inputs.PORT", or
/// a JSON pointer, which begins with "/".
struct SetAct {
  std::string target;
  Json value{};
  /// The value is a text as typed for `--set`: "3", "20%", "$knob", "a,b", or JSON. For a port it
  /// is a node's name or a JSON list, at a pointer JSON.
  bool is_typed = false;
};
/// Takes the value that the text itself has for a target away: the default holds again, or what the
/// document inherits.
struct ResetAct {
  std::string target;
};
/// Adds a node, and paints it on top, or plays it, if it can be.
struct AddAct {
  std::string type;
  std::string node{};  ///< its name; "" for one made from the type
  Json inputs{}, params{};
  bool show = true;
};
/// Removes a node and every wire and list entry that names it.
struct RemoveAct {
  std::string node;
};
/// Removes the value at a JSON pointer from what is drawn: an inherited one, too.
struct DropAct {
  std::string item;
};
/// Gives a node, knob, theme colour or series another name, everywhere. A node whose series have
/// its own name takes them along.
struct RenameAct {
  NameKind kind = NameKind::node;
  std::string name{}, to{};
};
/// Wires a node into a port of another one; "" for the first port that takes it, if possible one
/// that is free. A port that takes several nodes gets one more, at an index or last.
struct ConnectAct {
  std::string from, to, port{};
  std::optional<std::size_t> at{};
};
/// Takes one wire off a port, or, if `from` is "", all.
struct DisconnectAct {
  std::string node, port, from{};
};
/// Makes a knob of a parameter, with the value that it has; "" for a name made from the parameter.
struct MakeKnobAct {
  std::string param;  ///< "NODE.PARAM"
  std::string knob{}, doc{};
};
/// Moves an element within its list, such as one of the paint order, or a member within its object.
struct MoveAct {
  std::string item;  ///< a JSON pointer
  std::size_t to = 0;
};
/// Adds what copy_nodes has copied. Names that are taken get a number; wires among the nodes
/// follow, and so do those to nodes of the same name; others are left out.
struct PasteAct {
  Json fragment;
};

using GraphAct = std::variant<SetAct, ResetAct, AddAct, RemoveAct, DropAct, RenameAct, ConnectAct,
                              DisconnectAct, MakeKnobAct, MoveAct, PasteAct>;

/// Reads an act, or a list of them, from JSON (docs/graph/documents.md, "Acts"). Throws
/// Error(usage) with all problems; pointers are those of `json`.
[[nodiscard]] std::vector<GraphAct> read_acts(const Json& json);

}  // namespace overlace
