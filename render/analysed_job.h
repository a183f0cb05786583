// SPDX-License-Identifier: Apache-2.0
// A render whose tracks, sound and plan are made.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/analysis/clip_numbers.h"
#include "render/frame_drawing.h"
#include "render/media.h"
#include "render/opened_job.h"

namespace overlace {

/// How a caller follows a render, and may stop it.
struct RenderWatch {
  std::function<void(const TranscodeProgress&)> progress{};  ///< may be empty
  const std::atomic<bool>* stop = nullptr;                   ///< see `transcode`
  Trace* trace = nullptr;                                    ///< borrowed; may be null
};

/// The sound of the output.
struct OutputSound {
  Sound copied = Sound::part;  ///< which of the source's packets
  MadeSound played{};          ///< by the graph; empty if it plays nothing
  std::int64_t damaged = 0;    ///< packets of the source that are silent in `played`
};

/// What a render did.
struct RenderOutcome {
  TranscodeResult result;
  std::vector<Redaction> redactions;    ///< with what was not known of the clip before
  std::vector<std::string> not_hidden;  ///< see not_hidden_beside
};

/// One thread at a time.
class AnalysedJob {
 public:
  /// Reads or makes the tracks, analyses the sound, and compiles the graph. `progress` gets the
  /// frames while the clip is played for that. `trace` gets a span for each of these, and later for
  /// the sound that is made; borrowed, may be null. The opened job must outlive it. Throws Error
  /// (usage, input …), and what `progress` throws.
  AnalysedJob(OpenedJob& opened, const AnalysisProgress& progress, Trace* trace = nullptr);
  AnalysedJob(const AnalysedJob&) = delete;
  AnalysedJob& operator=(const AnalysedJob&) = delete;

  /// What the graph hides, as far as it is known before frames are decoded.
  [[nodiscard]] const std::vector<Redaction>& redactions() const { return redactions_; }
  /// What the graph counted and measured in the clip.
  [[nodiscard]] const ClipNumbers& numbers() const { return numbers_; }
  /// For a caller that writes the video without `run`. This object must outlive it.
  [[nodiscard]] OutputSound sound() const;
  /// Writes what the graph plays to the output, a file of sound alone. Returns the bytes written.
  /// Throws Error(usage) if it plays nothing, Error(output).
  std::int64_t write_sound_alone() const;
  /// Draws all frames and writes the output. Throws as `transcode` does.
  RenderOutcome run(const RenderWatch& watch);

 private:
  [[nodiscard]] const RenderJob& job() const { return opened_.job(); }
  [[nodiscard]] Media media(Trace* trace);
  /// Treats damaged sound as the settings treat damaged pictures.
  void note_damaged_sound(std::int64_t packets);
  void make_sound(const SessionTables& tables, Trace* trace);
  [[nodiscard]] std::shared_ptr<const PcmAudio> sound_to_mix();
  [[nodiscard]] std::unique_ptr<FrameSink> open_output(Replay& replay,
                                                       const RenderWatch& watch) const;
  /// The redactions after the last frame; reports what is new.
  [[nodiscard]] std::vector<Redaction> learned(std::int64_t frames,
                                               const std::vector<OtherPictures>& pictures);

  OpenedJob& opened_;
  RenderSettings settings_;
  std::int64_t damaged_sound_ = 0;  ///< packets
  Session session_;
  SessionTables tables_;  ///< of a graph that redacts
  FrameDrawing drawing_;
  std::vector<Redaction> redactions_;
  ClipNumbers numbers_;
};

}  // namespace overlace
