// SPDX-License-Identifier: Apache-2.0
// A document that is edited step by step, alone or as a patch of another one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/document/document.h"
#include "graph/document/edited_text.h"

namespace overlace {

/// Keys that lead to a value, outermost first; for an element its index, or "-" past the last.
using JsonKeys = std::vector<std::string>;

/// The JSON pointer of keys.
[[nodiscard]] std::string pointer_of(const JsonKeys& keys);

/// Changes what a document draws by changing its own text alone: what it inherits is overridden.
/// Pointers lead into the merged document. All throw Error(usage) for what is not there.
class EditedDocument {
 public:
  /// `find` finds what the document extends. Throws Error(usage) if it is no document.
  EditedDocument(const Source& document, const FindSource& find);

  /// With what it extends merged in, as after the last change.
  [[nodiscard]] const Json& merged() const { return merged_; }
  [[nodiscard]] bool is_patch() const { return base_.has_value(); }

  /// Sets a value; objects on the way are added. In a list that is inherited, sets the whole list.
  void set(const JsonKeys& keys, const Json& value);
  /// Sets texts that are there, all at once.
  void set_texts(const std::vector<std::pair<JsonKeys, std::string>>& texts);
  /// Adds a member before another one of its object, or last if there is no such member.
  void set_before(const JsonKeys& keys, const Json& value, const std::string& next);
  /// Removes a value: in a patch with null where it is inherited.
  void remove(const JsonKeys& keys);
  /// Removes the value that the text itself has, so that the inherited one holds again, or the
  /// default; objects that it leaves empty go with it, as far as a document can do without them.
  void reset(const JsonKeys& keys);
  /// Gives a member another key. One that is inherited is copied under that key, and removed.
  void rename(const JsonKeys& keys, const std::string& name);
  /// Moves an element within its list, or a member that the text itself has within its object.
  void move(const JsonKeys& keys, std::size_t to);

  [[nodiscard]] std::vector<TextEdit> edits() const { return text_.edits(); }
  [[nodiscard]] const std::string& text() const { return text_.text(); }
  /// JSON pointers of what has been set or removed.
  [[nodiscard]] const std::vector<std::string>& changed() const { return changed_; }

 private:
  void apply(const std::vector<TextEdit>& edits);
  void read();
  [[nodiscard]] bool has_own(const JsonKeys& keys) const;
  [[nodiscard]] bool inherits(const JsonKeys& keys) const;
  /// How many of the keys lead to a list that only what the document extends has; 0 for none.
  [[nodiscard]] std::size_t inherited_list(const JsonKeys& keys) const;

  std::string name_;
  FindSource find_;
  EditedText text_;
  Json own_, merged_;
  std::optional<Json> base_{};  ///< what the document extends, merged
  std::vector<std::string> changed_;
};

}  // namespace overlace
