// SPDX-License-Identifier: Apache-2.0
// What "KNOB", "theme.NAME" and "NODE.PARAM" stand for in a document, and how texts for them are
// typed.
#pragma once

#include <string>
#include <vector>

#include "graph/document/document.h"

namespace overlace {

/// A value of a document that a user names.
class SettingTarget {
 public:
  /// `knobs` are those of the document. Throws Error(usage) with the nearest name.
  SettingTarget(const Json& document, const std::vector<Knob>& knobs, const std::string& name,
                const Registry& registry);

  /// The keys that lead to the value, outermost first. Objects on the way may be missing.
  [[nodiscard]] const std::vector<std::string>& keys() const { return keys_; }
  /// The value that a text stands for: "3", "20%", "$knob", "#f80", "a,b", or JSON. `place` is for
  /// messages. Throws Error(usage) if it is not UTF-8, or not the JSON that it begins to be.
  [[nodiscard]] Json typed(const std::string& text, const std::string& place) const;
  /// Throws Error(usage) if the knob or parameter may not have this value. One that refers to knobs
  /// or the theme is checked with the document.
  void check(const Json& value) const;
  /// Both.
  [[nodiscard]] Json value_of(const std::string& text, const std::string& place) const;

 private:
  void find_knob(const std::vector<Knob>& knobs, const std::string& name, bool of_theme);
  void find_param(const Json& document, const std::string& node, const std::string& param,
                  const Registry& registry);

  std::vector<std::string> keys_;
  const Knob* knob_ = nullptr;  ///< or a parameter:
  const NodeType* type_ = nullptr;
  const ParamRow* row_ = nullptr;
};

}  // namespace overlace
