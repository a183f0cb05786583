// SPDX-License-Identifier: Apache-2.0
// A small clip that is drawn live and by a session, and its pictures.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graph/data/append_rows.h"
#include "render/live.h"
#include "render/session.h"

namespace overlace::test {

/// Rows of a clip, frame by frame.
using Rows = std::map<std::int32_t, TrackColumns>;

inline SessionDocument preset(const std::string& name) {
  const auto find = [](const std::string& wanted) -> Source {
    return {std::string(preset_text(wanted)), "preset:" + wanted};
  };
  return {load_document(name, find), "preset:" + name, {{"tracks", "the rows"}}};
}

inline SessionDocument graph(const std::string& nodes, const std::string& composite) {
  return {parse_json(R"({"overlace": 1, "nodes": {"tracks": {"type": "track_input", "params": {
                       "path": "$tracks"}}, )" +
                         nodes + R"(}, "composite": )" + composite + "}",
                     "test"),
          "test",
          {{"tracks", "the rows"}}};
}

/// Objects that circle through the picture, each with everything that a file may give.
class LiveClip {
 public:
  explicit LiveClip(Size size = {192, 108}) : clip{.size = size, .frame_rate = {25}} {}

  /// Adds an object to the frames [begin, end) whose path depends on its id.
  void add(TrackId id, std::int32_t begin, std::int32_t end) {
    for (std::int32_t frame = begin; frame < end; ++frame)
      append_rows(object(id, frame), at(frame));
  }
  /// Adds a bare box.
  void add(std::int32_t frame, TrackId id, const Box& box) {
    TrackColumns one = names();
    one.box = {box};
    one.id = {id};
    one.class_index = {0};
    one.score = {0.9F};
    append_rows(one, at(frame));
  }

  [[nodiscard]] TrackTable table(FrameInterval frames = {-(1 << 20), 1 << 20}) const {
    TrackColumns all = names();
    std::vector<std::int32_t> frame;
    for (const auto& [number, columns] : rows) {
      if (number < frames.begin || number >= frames.end) continue;
      append_rows(columns, all);
      frame.insert(frame.end(), columns.row_count(), number);
    }
    return sort_tracks(std::move(all), frame);
  }
  [[nodiscard]] ClipSources sources(FrameInterval frames = {-(1 << 20), 1 << 20}) const {
    ClipSources sources{.clip = clip};
    sources.read_tracks = [table = table(frames)](const std::string&) { return table; };
    return sources;
  }
  [[nodiscard]] static TrackColumns names() {
    TrackColumns none;
    none.class_names = {"car", "person"};
    none.skeletons = {{"two", {"head", "foot"}, {{0, 1}}}};
    none.attributes = {{"heat", {}, {}}, {"team", {}, {"red", "blue"}}};
    return none;
  }

  ClipInfo clip;
  Rows rows;

 private:
  TrackColumns& at(std::int32_t frame) { return rows.try_emplace(frame, names()).first->second; }

  [[nodiscard]] TrackColumns object(TrackId id, std::int32_t frame) const {
    const auto number = static_cast<float>(id), now = static_cast<float>(frame);
    const float width = 18 + number, height = 26 - number;
    const float angle = 0.09F * now + 1.7F * number;
    const Vec2 middle{static_cast<float>(clip.size.width) * (0.5F + 0.38F * std::cos(angle)),
                      static_cast<float>(clip.size.height) * (0.5F + 0.36F * std::sin(angle))};
    TrackColumns one = names();
    one.box = {{middle.x - width / 2, middle.y - height / 2, width, height}};
    one.id = {id};
    one.class_index = {static_cast<std::int32_t>(id % 2)};
    one.score = {0.5F + 0.04F * number};
    one.attributes[0].values = {std::sin(angle)};
    one.attributes[1].values = {static_cast<float>(id % 2)};
    one.skeleton = {0};
    const KeyPoint points[] = {{{middle.x, middle.y - height / 3}, 0.9F, PointState::visible},
                               {{middle.x, middle.y + height / 3}, 0.8F, PointState::visible}};
    one.key_points.put(0, points);
    const OutlinePoint outline[] = {{{middle.x, middle.y - height / 2}, 0},
                                    {{middle.x + width / 2, middle.y}, 0},
                                    {{middle.x, middle.y + height / 2}, 0},
                                    {{middle.x - width / 2, middle.y}, 0}};
    one.outlines.put(0, outline);
    return one;
  }
};

/// A grey picture.
class Picture {
 public:
  explicit Picture(Size picture_size)
      : size(picture_size),
        pixels(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) * 3,
               0x60) {}
  [[nodiscard]] ImageView view() { return rgb_view(size, pixels); }

  Size size;
  std::vector<std::uint8_t> pixels;
};

/// One thread: tests run beside each other.
inline Device one_thread() {
  return cpu_device({.threads = 1});
}

/// The frame of a session whose clip has the rows of `frames` alone.
inline std::vector<std::uint8_t> session_frame(const SessionDocument& document,
                                               const LiveClip& clip, std::int32_t frame,
                                               FrameInterval frames = {-(1 << 20), 1 << 20}) {
  const Session session(document, clip.sources(frames));
  const auto replay = session.replay(session.plan(session.analyse()), one_thread());
  Picture picture(clip.clip.size);
  replay->draw(time_of(clip.clip, frame), picture.view());
  return picture.pixels;
}

inline std::vector<std::uint8_t> live_frame(LiveSession& live, std::int32_t frame) {
  Picture picture(live.clip().size);
  live.draw(time_of(live.clip(), frame), picture.view());
  return picture.pixels;
}

}  // namespace overlace::test
