// SPDX-License-Identifier: Apache-2.0
// The present text as pieces of the first one, and what has come between them.
#include "graph/document/edited_text.h"

#include <algorithm>
#include <utility>

namespace overlace {

EditedText::EditedText(std::string text) : first_(std::move(text)), text_(first_) {
  pieces_.push_back({.kept = {0, first_.size()}});
}

void EditedText::apply(const std::vector<TextEdit>& edits) {
  std::vector<Piece> pieces;
  std::size_t next = 0;
  /// Splits the next `size` bytes off the old pieces, and keeps or drops them.
  const auto take = [&](std::size_t size, bool keep) {
    while (size > 0) {
      Piece& old = pieces_[next];
      const std::size_t count = std::min(size, old.size());
      Piece part{.kept = {old.kept.begin, old.kept.begin + count}};
      if (!old.added.empty()) part = {.added = old.added.substr(0, count)};
      if (old.added.empty())
        old.kept.begin += count;
      else
        old.added.erase(0, count);
      if (keep) pieces.push_back(std::move(part));
      if (old.size() == 0) ++next;
      size -= count;
    }
  };
  std::size_t at = 0;
  for (const TextEdit& edit : edits) {
    take(edit.begin - at, true);
    take(edit.end - edit.begin, false);
    if (!edit.text.empty()) pieces.push_back({.added = edit.text});
    at = edit.end;
  }
  take(text_.size() - at, true);
  text_ = apply_edits(text_, edits);
  pieces_ = std::move(pieces);
}

std::vector<TextEdit> EditedText::edits() const {
  std::vector<TextEdit> edits;
  std::string added;
  std::size_t at = 0;
  const auto close = [&](std::size_t end) {
    const std::string_view before = std::string_view(first_).substr(at, end - at);
    for (TextEdit edit : edit_between(before, added)) {
      edit.begin += at;
      edit.end += at;
      edits.push_back(std::move(edit));
    }
    added.clear();
  };
  for (const Piece& piece : pieces_) {
    added += piece.added;
    if (piece.kept.end == piece.kept.begin) continue;
    close(piece.kept.begin);
    at = piece.kept.end;
  }
  close(first_.size());
  return edits;
}

}  // namespace overlace
