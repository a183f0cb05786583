// SPDX-License-Identifier: Apache-2.0
// The editor's engine inside a page: nothing but memory around it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "edit/answers/edit_engine.h"
#include "wasm/page_clip.h"

namespace overlace {

/// Answers what the service of `overlace edit` answers, by the same methods and paths, where it
/// takes no file, process or decoder of ours. The page decodes: what it has to give before an
/// answer is possible, the answer's "needs" says (see EditEngine).
///
/// - GET registry, clip, example (text: tracks for the test card)
/// - POST check, edit, frame, look, merge, preset, thumbnail
/// - PUT clip: name, width, height (px), frame_rate [num, den], frame_count, times (seconds of the
///   frames; may be missing), has_alpha; {"is_card": true} is the test card
/// - PUT tracks: path of the track file, "" for none
/// - PUT files: files have changed, or there are more of them
/// - DELETE picture: path of one that is needed and not there
///
/// Pictures are bytes of straight R'G'B'A with "width" and "height" in px. The answer's "events"
/// are what was told meanwhile, such as {"event": "shown"}. Files that graphs name are read from
/// the file system that the module sees.
class Page {
 public:
  /// A page with the test card and no tracks.
  Page();
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

  /// For the frames and pictures that are needed.
  [[nodiscard]] GivenPictures& given() { return *given_; }

  /// The head of the answer has "status", as of HTTP. Never throws.
  [[nodiscard]] EngineMessage ask(std::string_view method, std::string_view path,
                                  std::string_view body) noexcept;

 private:
  void set_clip(PageClipFacts facts);
  void set_tracks(std::string path);
  /// A new engine, which opens the clip anew.
  void begin();
  [[nodiscard]] EngineMessage answer(const std::string& asked, EngineMessage question);

  PageClipFacts facts_;
  GraphSettings graph_;
  std::unique_ptr<GivenPictures> given_ = std::make_unique<GivenPictures>();
  std::vector<Json> events_;
  std::unique_ptr<EditEngine> engine_;
};

}  // namespace overlace
