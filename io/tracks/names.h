// SPDX-License-Identifier: Apache-2.0
// Numbers for the names that files give to classes and tracks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/core/json.h"
#include "io/tracks/detection.h"

namespace overlace {

/// Classes that a file declares with numbers of its own, which may be sparse. They are kept, unless
/// one is so large that the list of names would be absurd: then classes are numbered in order.
class ClassList {
 public:
  void declare(std::int64_t number, std::string_view name);
  /// The class of a number as the file gives it; -1 when it is negative or, among declared ones,
  /// not known.
  [[nodiscard]] std::int32_t number(std::int64_t in_file) const;
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::vector<std::pair<std::int64_t, std::string>> declared_;
  std::unordered_map<std::int64_t, std::int32_t> order_;
  bool keeps_numbers_ = true;
};

/// Ids of tracks that may be texts: those of integers keep them, others get a number that is free.
class TrackIds {
 public:
  /// The id of a text: no_id where it is empty, a negative number as it is.
  TrackId of(std::string_view text);
  /// Gives a detection its id, and a text that is no id itself as its attribute "track".
  void identify(Detection& detection, std::string_view text);
  /// The same of a JSON value; null means none, and what is neither number nor text is remarked on.
  void identify(Detection& detection, const Json* value, TrackBuilder& builder, std::uint64_t line);

 private:
  std::unordered_map<std::string, TrackId> ids_;
  std::unordered_map<TrackId, std::string> texts_;
  TrackId next_ = 1;
};

/// The number of the sequence to read, of those that a file has: the one called
/// `options.sequence`, or the only one. Throws Error(usage) with the names when that does not tell.
[[nodiscard]] std::size_t choose_sequence(const std::vector<std::string>& names,
                                          const TrackReadOptions& options, TrackReport& report);

}  // namespace overlace
