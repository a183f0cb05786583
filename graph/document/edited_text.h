// SPDX-License-Identifier: Apache-2.0
// Several edits, each made on what the ones before it have left, as one list of edits.
#pragma once

#include <string>
#include <vector>

#include "graph/document/edit_text.h"

namespace overlace {

/// A text that is edited step by step.
class EditedText {
 public:
  explicit EditedText(std::string text);

  /// The text as it is now.
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Makes edits of `text()`, as for apply_edits.
  void apply(const std::vector<TextEdit>& edits);
  /// What makes the first text the present one: in order, and each as short as it can be.
  [[nodiscard]] std::vector<TextEdit> edits() const;

 private:
  /// Bytes of the first text that are still there, or else new ones.
  struct Piece {
    TextSpan kept{};
    std::string added{};
    [[nodiscard]] std::size_t size() const { return added.size() + kept.end - kept.begin; }
  };

  std::string first_, text_;
  std::vector<Piece> pieces_;  ///< of the present text, in order
};

}  // namespace overlace
