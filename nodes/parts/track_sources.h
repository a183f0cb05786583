// SPDX-License-Identifier: Apache-2.0
// What track nodes share: lengths, chosen classes, and ids for detections.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <unordered_set>

#include "graph/core/log.h"
#include "graph/types/node.h"
#include "tracking/associate.h"

namespace overlace {

/// A track node's length in pixels; such nodes run before properties are bound.
[[nodiscard]] inline double in_pixels(const Number& length, const ClipInfo& clip) {
  const double value = length.constant.value;
  return length.constant.percent ? value / 100 * clip.size.height : value;
}

/// The same as a fraction of the picture's height.
[[nodiscard]] inline double share_of_height(const Number& length, const ClipInfo& clip) {
  const double value = length.constant.value;
  if (length.constant.percent) return value / 100;
  return clip.size.height > 0 ? value / clip.size.height : 0;
}

/// Throws Error(usage) if there are no pixels to look at.
inline void need_pixels(const TrackContext& context, std::string_view node) {
  if (!context.has_pixels)
    throw Error(ErrorCode::usage, fmt::format("{} needs the pixels of a clip", node),
                "render a video, or make the tracks first: overlace tracks make");
}

/// An observer whose table is post-processed at the end.
class FinishedObserver final : public ClipObserver {
 public:
  using Finish = std::function<TrackTable(TrackTable)>;
  FinishedObserver(std::unique_ptr<ClipObserver> observer, Finish finish)
      : observer_(std::move(observer)), finish_(std::move(finish)) {}

  void see(const BgrFrame& frame) override { observer_->see(frame); }
  bool end_pass() override { return observer_->end_pass(); }
  TrackTable tracks() override { return finish_(observer_->tracks()); }

 private:
  std::unique_ptr<ClipObserver> observer_;
  Finish finish_;
};

/// An observer that reports what it found: `text(const TrackTable&)`.
template <class Text>
[[nodiscard]] std::unique_ptr<ClipObserver> reported(const TrackContext& context,
                                                     std::unique_ptr<ClipObserver> observer,
                                                     Text text) {
  return std::make_unique<FinishedObserver>(std::move(observer),
                                            [log = context.log, text](TrackTable found) {
                                              if (log) log(text(found));
                                              return found;
                                            });
}

[[nodiscard]] inline bool has_ids(const TrackTable& table) {
  return std::ranges::any_of(table.id, [](TrackId id) { return id != no_id; });
}

[[nodiscard]] inline std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Classes by name, or by number for files without names. Throws Error(usage) for unknown names, at
/// the parameter that lists them.
[[nodiscard]] inline std::set<std::int32_t> wanted_classes(const std::vector<std::string>& wanted,
                                                           const TrackTable& table,
                                                           const char* param = "classes") {
  std::set<std::int32_t> classes;
  for (const std::string& text : wanted) {
    const auto name = std::ranges::find(table.class_names, text);
    if (name != table.class_names.end()) {
      classes.insert(static_cast<std::int32_t>(name - table.class_names.begin()));
    } else if (const auto number = parse_integer(text)) {
      classes.insert(static_cast<std::int32_t>(std::clamp<std::int64_t>(*number, -1, 1 << 30)));
    } else {
      throw Error(ErrorCode::usage, fmt::format("the tracks have no class '{}'", text),
                  suggest(text, table.class_names), {.file = {}, .pointer = param});
    }
  }
  return classes;
}

/// Throws Error(usage) if tracks that are to be moved in time have series, which would stay behind.
inline void require_no_series(const TrackTable& table, std::string_view node) {
  if (!table.series.empty())
    throw Error(ErrorCode::usage,
                fmt::format("series '{}' would stay at its frames", table.series.front()->name),
                fmt::format("put what makes series after {}", node));
}

inline void log(const TrackContext& context, const std::string& text) {
  if (context.log) context.log(text);
}

/// `detections` with ids; reports how many to `log`, which may be empty.
[[nodiscard]] inline TrackTable with_ids(const LogSink& log, const TrackTable& detections,
                                         const AssociateOptions& options) {
  TrackTable tracks = associate(detections, options);
  const auto tracked = std::ranges::count_if(tracks.id, [](TrackId id) { return id != no_id; });
  const std::unordered_set<TrackId> ids(tracks.id.begin(), tracks.id.end());
  if (log)
    log(fmt::format("{} of {} detections are tracked: {} objects", tracked, detections.row_count(),
                    ids.size() - (ids.contains(no_id) ? 1 : 0)));
  return tracks;
}

}  // namespace overlace
