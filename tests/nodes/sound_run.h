// SPDX-License-Identifier: Apache-2.0
// What a sound node requests in a small graph, with numbers of its objects and links.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "graph/compile/compile.h"
#include "graph/data/frame_tracks.h"
#include "graph/document/document.h"
#include "tests/nodes/harness.h"

namespace overlace::test {

/// A graph whose only sound is the node "heard", in a 200 x 100 px clip at 10 frames per second.
class SoundRun {
 public:
  /// `nodes` is the JSON of the nodes other than "tracks".
  SoundRun(const std::string& nodes, TrackTable tracks) {
    const std::string text =
        R"({"overlace": 1, "nodes": {"tracks": {"type": "track_file", "params": {"path": "given"}},)" +
        nodes + R"(}, "composite": [], "sound": ["heard"]})";
    const Graph graph = build_graph(parse_json(text, "test"), "test", builtin_nodes());
    const ClipTables tables = analyse(graph, {.clip = {{200, 100}, {10, 1}, 100},
                                              .read_tracks = [&](const auto&) { return tracks; }});
    plan_ = compile_sound(graph, tables);
    table_ = plan_.frames->tracks[plan_.parts.front().tracks];
  }

  [[nodiscard]] const SoundPlan& plan() const { return plan_; }
  [[nodiscard]] SoundOp op(std::int32_t frame = 0) const {
    return plan_.parts.front().lower({frame, frame / 10.0});
  }
  /// A number of a frame's first object, at the end of a link of `link_length` px if not 0.
  [[nodiscard]] double value(FrameNumber SoundOp::*number, std::int32_t frame = 0,
                             float link_length = 0) const {
    const FrameTracks tracks(*table_);
    const TrackView view = tracks.at(frame);
    const Element element{.row = view.rows.begin, .link_length = link_length};
    return static_cast<double>((op(frame).*number).at(view, element));
  }
  /// Everything that a node requests, as text, to check that a parameter has an effect.
  [[nodiscard]] std::string summary() const {
    const SoundOp o = op(1);
    return fmt::format("{} {} {} {} {} {} {} {} {} {} {}", value(&SoundOp::pitch, 1, 20),
                       value(&SoundOp::pan, 1), value(&SoundOp::level, 1),
                       value(&SoundOp::brightness, 1), static_cast<int>(o.scale), o.root,
                       o.instrument ? static_cast<int>(*o.instrument) : -1, o.ratio, o.attack_s,
                       o.release_s, o.ring_s);
  }

 private:
  SoundPlan plan_;
  std::shared_ptr<const TrackTable> table_;
};

/// A parameter of a node, and a value that differs from its default.
struct OtherValue {
  const char* param;
  const char* value;
};

}  // namespace overlace::test
