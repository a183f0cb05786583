// SPDX-License-Identifier: Apache-2.0
// Renders a whole video with the overlay drawn in: decides, tries, analyses, then renders.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/analysis/redaction.h"
#include "graph/core/log.h"
#include "graph/core/memory_use.h"
#include "render/device_choice.h"
#include "render/frame_drawing.h"
#include "render/graph_source.h"
#include "render/media.h"
#include "render/render_settings.h"

namespace overlace {

/// What a render would do; destroying it releases the output.
struct Rehearsal {
  std::unique_ptr<FrameSink> sink;
  std::int64_t frames = 0;              ///< to be written; 0 when not known
  std::vector<Redaction> redactions;    ///< except for tracks that are not made yet
  std::vector<std::string> not_hidden;  ///< see RenderJob::not_hidden
};

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

/// One render of one video. The steps are called in the order of their declarations; `try_output`
/// and `rehearse` can be skipped. One thread at a time.
class RenderJob {
 public:
  /// Refuses contradictory settings, and loads the graph. `log` gets every choice and assumption,
  /// later ones too. Throws Error(usage).
  RenderJob(RenderSettings settings, LogSink log);

  /// Whether the graph's sound is in the output.
  [[nodiscard]] bool plays() const;
  /// For additional files beside the output: none may replace a file that is read or written.
  [[nodiscard]] OutputPolicy side_file_policy() const;
  /// Chooses the device, opens the video, and refuses what the video cannot provide. Throws Error
  /// (usage, input, unavailable …).
  void open();
  /// Precondition of this and all below: `open` was called.
  [[nodiscard]] const VideoReader& reader() const { return *reader_; }

  /// The GPU that draws, as CUDA counts; nothing = the CPU.
  [[nodiscard]] std::optional<int> gpu() const { return device_.gpu; }

  /// The host and GPU memory that the render needs, except for its passes over the clip; tracks
  /// that these would make are not counted. Throws Error (usage, input).
  struct Memory {
    std::vector<MemoryUse> host, gpu;  ///< `gpu` is empty where the CPU draws
  };
  [[nodiscard]] Memory memory() const;
  /// Refuses an output that cannot be made. Leaves no files behind. Throws Error(usage),
  /// Error(output) …
  void try_output() const;
  /// Does everything but the passes over the clip. Leaves no files behind. Throws as the steps
  /// below.
  [[nodiscard]] Rehearsal rehearse() const;

  /// Reads or makes the tracks, analyses the sound, and compiles the graph. `progress` gets the
  /// frames while the clip is played for that. `trace` gets a span for each of these, and later for
  /// the sound that is made; borrowed, may be null.
  void analyse(const AnalysisProgress& progress, Trace* trace = nullptr);
  /// Whether the graph names nodes that hide objects.
  [[nodiscard]] bool redacts() const { return !source_.graph.redact.empty(); }
  /// What may be copied beside the pictures.
  [[nodiscard]] CopyScope scope() const { return settings_.transcode.writer.scope; }
  /// What the output holds beside the pictures that may tell who is hidden: "stream 1: audio
  /// (aac)". Known once the output is open; empty if nothing redacts.
  [[nodiscard]] const std::vector<std::string>& not_hidden() const { return not_hidden_; }
  /// What the graph hides, and where in the written frames it does not. Known once analysed;
  /// updated after all has been read. Empty if nothing redacts.
  [[nodiscard]] const std::vector<Redaction>& redactions() const { return redactions_; }
  /// For a caller that writes the video without `run`; once analysed. The job must outlive it.
  [[nodiscard]] OutputSound sound() const;
  /// Writes what the graph plays to the output, a file of sound alone; once analysed. Returns the
  /// bytes written. Throws Error(usage) if it plays nothing, Error(output).
  std::int64_t write_sound_alone() const;
  /// Draws all frames and writes the output. Throws as `transcode` does.
  TranscodeResult run(const RenderWatch& watch);

 private:
  void open_reader();
  /// For the frames that are written.
  [[nodiscard]] std::vector<Redaction> redactions_of(const Session& session,
                                                     const SessionTables& tables) const;
  /// Called after the last frame: what was not known of the clip before it was decoded.
  void learn(std::int64_t frames, const std::vector<OtherPictures>& pictures);
  void warn(const std::vector<Redaction>& redactions) const;
  void check_video();
  /// A session over the clip, with nothing in place of tracks that are not made yet.
  [[nodiscard]] Session rehearsed_session() const;
  /// Treats damaged sound as the settings treat damaged pictures.
  void note_damaged_sound(std::int64_t packets);
  [[nodiscard]] MadeSound silence() const;
  [[nodiscard]] Media media(Trace* trace);
  void make_sound(const SessionTables& tables, Trace* trace);
  [[nodiscard]] std::shared_ptr<const PcmAudio> sound_to_mix();
  [[nodiscard]] std::unique_ptr<FrameSink> open_output(Replay& replay,
                                                       const RenderWatch& watch) const;
  /// What `sink` copies, and what the settings add to it.
  [[nodiscard]] std::vector<std::string> beside_pictures(const FrameSink& sink) const;

  RenderSettings settings_;  ///< with all decisions made so far
  LogSink log_;
  GraphSource source_;
  ChosenDevice device_;  ///< set by `open`, like the reader
  std::optional<VideoReader> reader_;
  std::optional<Session> session_;       ///< set by `analyse`
  std::optional<FrameDrawing> drawing_;  ///< set by `analyse`
  std::optional<SessionTables> hidden_;  ///< of a graph that redacts; set by `analyse`
  std::vector<Redaction> redactions_;
  std::vector<std::string> not_hidden_;
  std::int64_t damaged_sound_ = 0;  ///< packets
};

}  // namespace overlace
