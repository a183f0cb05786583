// SPDX-License-Identifier: Apache-2.0
// Parts of checking a document, each in its own file: knobs, edges, redaction, echoes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/problems.h"
#include "graph/document/document.h"

namespace overlace {

inline constexpr std::size_t max_nodes = 10'000;

/// The prefix of theme colours among the names of knobs.
inline constexpr std::string_view theme_prefix = "theme.";

/// Names of the kinds that a knob may have.
[[nodiscard]] std::vector<std::string> knob_kinds();
/// Reads and checks "knobs" and then "theme"; omits those with problems.
[[nodiscard]] std::vector<Knob> read_knobs(const Json& document, Problems& problems);
/// Throws Error(usage), with pointers relative to the value, if a knob may not have this value.
void check_knob_value(const Knob& knob, const Json& value);

/// What "$name" stands for: the caller's variables, then knobs. "$$" stands for one "$". In all, no
/// more bytes are inserted than a document may have, so that nothing can multiply.
class Substitution {
 public:
  Substitution(const std::vector<Knob>& knobs, const std::map<std::string, std::string>& variables);

  /// The value with every "$name" text in it replaced. Unknown names are reported and set
  /// `complete` to false.
  [[nodiscard]] Json apply(const Json& value, const std::string& pointer, Problems& problems,
                           bool& complete);

 private:
  struct Entry {
    Json value;
    std::size_t bytes;
  };
  void add(const std::string& name, Json value);
  Json look_up(const Json& reference, const std::string& pointer, Problems& problems,
               bool& complete);

  std::map<std::string, Entry, std::less<>> entries_;
  std::size_t bytes_left_ = JsonLimits{}.bytes;
};

/// A node of a document while its edges are being found.
struct NodeDraft {
  std::string name;
  const NodeType* type = nullptr;  ///< null if the type is unknown
  const Json* json = nullptr;      ///< an object
  std::shared_ptr<void> params;    ///< of the type; null if the type is unknown
  std::vector<std::vector<std::size_t>> inputs;
};

/// Whether a node is a group that changes only the layers below it. Precondition: its type is
/// known.
[[nodiscard]] bool is_operator(const NodeDraft& node);
/// Reports a group operator that has no layers below it to change.
void add_operator_problem(const Json& value, const std::string& pointer, const std::string& what,
                          Problems& problems);

/// Finds nodes by name; suggests similar names if there is none.
class NodeIndex {
 public:
  explicit NodeIndex(const std::vector<NodeDraft>& drafts);
  /// The node that `name` refers to; nothing, and a problem, if there is none.
  [[nodiscard]] std::optional<std::size_t> find(const Json& name, const std::string& pointer,
                                                Problems& problems) const;

 private:
  std::vector<std::string> names_;
  std::map<std::string_view, std::size_t> index_;
};

/// Resolves the "inputs" of all nodes; checks stages and missing ports, optional ones against the
/// parameters.
void connect(std::vector<NodeDraft>& drafts, const NodeIndex& index, Problems& problems);

/// An order in which inputs come first: by stage, then as in the document. Cycles are reported with
/// their path, and leave the order incomplete.
[[nodiscard]] std::vector<std::size_t> topological_order(const std::vector<NodeDraft>& drafts,
                                                         Problems& problems);

/// Reads and checks "redact", the nodes that hide objects; omits those with problems.
[[nodiscard]] std::vector<std::size_t> read_redact(const Json& document, const Graph& graph,
                                                   Problems& problems);

/// Checks that the nodes of "redact" hide what they cover: their opacity, fill and presence, and
/// those of their region and of everything that they are painted through.
void check_redacting_paint(const Json& document, const Graph& graph, Problems& problems);

/// Reports nested echoes that would draw something more than most_copies_of_echoes times again.
void check_echoes(const Json& document, const Graph& graph, Problems& problems);

}  // namespace overlace
