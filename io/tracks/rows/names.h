// SPDX-License-Identifier: Apache-2.0
// Numbers for the names that files use for classes and tracks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/core/json.h"
#include "io/tracks/detection.h"

namespace overlace {

/// Classes that a file declares with its own, possibly sparse numbers. They are kept, unless one is
/// so large that the list of names would be absurd: then classes are numbered in order.
class ClassList {
 public:
  void declare(std::int64_t number, std::string_view name);
  /// The class of a number in the file; -1 when it is negative or, if any are declared, unknown.
  [[nodiscard]] std::int32_t number(std::int64_t in_file) const;
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::vector<std::pair<std::int64_t, std::string>> declared_;
  std::unordered_map<std::int64_t, std::int32_t> order_;
  bool keeps_numbers_ = true;
};

/// What a JSON object says of its track: a member "track_id", or one of the same meaning, of its
/// own or among its "attributes"; null for none.
[[nodiscard]] const Json* find_track(const Json& object);

/// Track ids that may be texts: integers are kept, other texts get a free number.
class TrackIds {
 public:
  /// The id of a text: no_id for an empty one; negative numbers are returned unchanged.
  TrackId of(std::string_view text);
  /// Sets a detection's id; a text that is not itself an id becomes its attribute "track".
  void identify(Detection& detection, std::string_view text);
  /// The same for a JSON value; null means none, and anything but a number or text is remarked on.
  void identify(Detection& detection, const Json* value, TrackBuilder& builder, std::uint64_t line);

 private:
  std::unordered_map<std::string, TrackId> ids_;
  std::unordered_map<TrackId, std::string> texts_;
  TrackId next_ = 1;
};

/// The index of the sequence to read, of those in a file: the one called `options.sequence`, or the
/// only one. Throws Error(usage) with the names when that is not conclusive.
[[nodiscard]] std::size_t choose_sequence(const std::vector<std::string>& names,
                                          const TrackReadOptions& options, TrackReport& report);

}  // namespace overlace
