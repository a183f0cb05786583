// SPDX-License-Identifier: Apache-2.0
// Runs one track node in a context made for the test.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "graph/types/registry.h"

namespace overlace::test {

/// A track node with parameters from JSON text, in a clip of 200 x 100 at 10 frames per second.
class TrackNode {
 public:
  explicit TrackNode(const std::string& type, const std::string& params = "{}")
      : type_(*builtin_nodes().find(type)), params_(type_.make_params()) {
    context.clip = {{200, 100}, {10, 1}, 0};
    context.log = [this](const std::string& text) { said.push_back(text); };
    const Json json = parse_json(params, "params");
    for (const auto& [name, value] : json.as_object())
      type_.find_param(name)->read(params_.get(), value);
  }
  TrackNode(const TrackNode&) = delete;
  TrackNode& operator=(const TrackNode&) = delete;

  TrackTable make() {
    context.has_pixels = play_video != nullptr;
    TrackSource source = std::get<MakeTracks>(type_.behaviour)(params_.get(), context);
    if (auto* observer = std::get_if<std::unique_ptr<ClipObserver>>(&source))
      return watch(play_video, **observer);
    return std::get<TrackTable>(std::move(source));
  }

  /// The text of the Error that `make` throws, or "".
  std::string refusal() {
    try {
      (void)make();
    } catch (const Error& error) {
      return error.problems().front().message + " " + error.problems().front().hint;
    }
    return {};
  }

  TrackContext context;
  PlayVideo play_video;  ///< plays the clip's pixels, if there are any
  std::vector<std::string> said;

 private:
  const NodeType& type_;
  std::shared_ptr<void> params_;
};

/// The text of the Error that refuses a track node over `input`, when its parameters are read or
/// when it makes its table; or "".
inline std::string refusal_of(const std::string& type, const std::string& params,
                              const TrackTable& input = {}) {
  try {
    TrackNode node(type, params);
    node.context.inputs = {&input};
    return node.refusal();
  } catch (const Error& error) {
    return error.problems().front().message + " " + error.problems().front().hint;
  }
}

/// One object that moves to the right for `frames` frames.
inline std::vector<TrackRow> walk(TrackId id, float y, int frames, int class_index = -1,
                                  float score = std::numeric_limits<float>::quiet_NaN()) {
  std::vector<TrackRow> rows;
  for (int f = 0; f < frames; ++f)
    rows.push_back({f, id, {3.0F * static_cast<float>(f), y, 10, 20}, class_index, score});
  return rows;
}

inline std::vector<TrackRow> operator+(std::vector<TrackRow> a, const std::vector<TrackRow>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// A clip in which one dark box moves over grey ground.
inline PlayVideo walking_box(int frames) {
  return [frames](const std::function<void(const BgrFrame&)>& visit) {
    for (int f = 0; f < frames; ++f) {
      std::vector<std::uint8_t> pixels(200 * 100 * 3, 150);
      for (int y = 40; y < 70; ++y)
        for (int x = 10 + 4 * f; x < 25 + 4 * f; ++x)
          std::fill_n(pixels.begin() + (y * 200 + x) * 3, 3, std::uint8_t{20});
      visit({f, {200, 100}, pixels});
    }
  };
}

/// The table a node makes of hand-made rows with classes "person" and "car"; `said` gets its log.
inline TrackTable made_of(const std::string& type, const std::vector<TrackRow>& rows,
                          const std::string& params, std::vector<std::string>* said = nullptr) {
  TrackTable input = make_track_table(rows, {"person", "car"});
  finish_tracks(input, {.frame_rate = {10}});
  TrackNode node(type, params);
  node.context.inputs = {&input};
  TrackTable table = node.make();
  if (said != nullptr) *said = node.said;
  return table;
}

/// The row of an object in a frame; no_row where it has none.
inline std::uint32_t row_of(const TrackTable& table, std::int32_t frame, TrackId id) {
  for (std::uint32_t r = table.rows(frame).begin; r < table.rows(frame).end; ++r)
    if (table.id[r] == id) return r;
  return no_row;
}

/// The values of a table's series; {-1} where it has none of that name.
inline std::vector<double> values(const TrackTable& table, std::string_view name) {
  const SharedSeries series = find_series(table.series, name);
  return series ? series->values : std::vector<double>{-1};
}

}  // namespace overlace::test
