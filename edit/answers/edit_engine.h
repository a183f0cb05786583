// SPDX-License-Identifier: Apache-2.0
// What the editor's page asks of the renderer, answered.
#pragma once

#include <functional>
#include <memory>

#include "edit/answers/edited_clip.h"
#include "edit/answers/engine_message.h"
#include "graph/core/log.h"
#include "render/graph_settings.h"

namespace overlace {

/// Opens the clip. `log` gets assumptions; the clip may keep it.
using OpenClip = std::function<std::unique_ptr<EditedClip>(LogSink log)>;

/// What is edited: a clip, and a graph with its tracks, whose text comes with each question.
struct EngineSettings {
  GraphSettings graph;      ///< `document` is the graph's file
  bool is_example = false;  ///< the clip is a test card
  OpenClip open;            ///< throws Error
};

/// Draws the texts of one graph on one clip. Keeps what a change leaves valid. Knows no decoder:
/// the clip does.
///
/// A question is {"ask": …} with members of its own, and is answered with {"status": 200} and more:
///
///     registry                      node types, presets, ramps, palettes
///     clip                          name, width, height, frame_rate, first_frame, frame_count
///     check    text                 problems, document, counts, notes
///     edit     text, acts           edits: bytes of the text and what replaces them
///     frame    text, frame, width, part, exact, solo, plain, settings; a picture as body
///     look     look, text, …        see docs/architecture.md, "The editor"
///     merge    base, mine, theirs   text; both: pointers of what mine and theirs both changed
///     preset   name                 text
///     thumbnail  name, frame, width, patient; a picture as body
///
/// A frame's "part" is what is seen of the clip's picture: x, y, width and height in px, or null
/// for all of it; the answer has that of its body, which may be larger. A "provisional" one is a
/// draft in place of what takes longer: the same question again goes on from there. A thumbnail has
/// no body where the preset does not suit the clip, and "later" where the clip must be played for
/// it and the question is not patient.
///
/// What is refused has status 422 and "problems", with places in bytes of the text; 503 if memory
/// is lacking. 424 if somebody else decodes for the clip, and has to give what "needs" says before
/// the same question is asked again: {"frame", "width", "height"}, or {"picture": path}.
class EditEngine {
 public:
  /// `tell` gets {"event": "analysis", "done", "of"} while the clip is played. Opens the clip at
  /// the first question.
  EditEngine(EngineSettings settings, std::function<void(const Json& event)> tell);
  ~EditEngine();
  EditEngine(const EditEngine&) = delete;
  EditEngine& operator=(const EditEngine&) = delete;

  /// Never throws: what goes wrong is the answer.
  [[nodiscard]] EngineMessage answer(const EngineMessage& question) noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace overlace
