// SPDX-License-Identifier: Apache-2.0
// Makes acts of an author into changes of a document.
#pragma once

#include <string>
#include <vector>

#include "graph/document/edited_document.h"
#include "graph/document/graph_acts.h"

namespace overlace {

/// Performs acts on a document, one after the other. Each throws Error(usage) if it makes no sense
/// there: a name that nothing has, or that is taken; a wire that does not fit, or closes a circle.
class ActPerformer {
 public:
  ActPerformer(EditedDocument& document, const Registry& registry)
      : document_(document), registry_(registry) {}

  void perform(const SetAct& act);
  void perform(const ResetAct& act);
  void perform(const AddAct& act);
  void perform(const RemoveAct& act);
  void perform(const DropAct& act);
  void perform(const RenameAct& act);
  void perform(const ConnectAct& act);
  void perform(const DisconnectAct& act);
  void perform(const MakeKnobAct& act);
  void perform(const MoveAct& act);
  void perform(const PasteAct& act);

  /// Names of the nodes that were added, in order.
  [[nodiscard]] const std::vector<std::string>& added() const { return added_; }

 private:
  [[nodiscard]] JsonKeys keys_of(const std::string& target) const;
  [[nodiscard]] const Json& node(const std::string& name) const;
  [[nodiscard]] const NodeType& type_of(const std::string& node) const;
  [[nodiscard]] const Port& port_for(const ConnectAct& act) const;
  void check_no_circle(const ConnectAct& act) const;
  void check_new_name(const char* what, const std::string& name,
                      const std::vector<std::string>& taken) const;
  void rename_uses(NameKind kind, const std::string& name, const std::string& to);
  void rename_series(const std::string& name, const std::string& to);
  void append(const char* list, const Json& entry);
  void show(const std::string& node, const NodeType& type);
  void add_knob(const std::string& name, const Json& knob);

  EditedDocument& document_;
  const Registry& registry_;
  std::vector<std::string> added_;
};

}  // namespace overlace
