// SPDX-License-Identifier: Apache-2.0
// A whole video with the overlay drawn in: decided, tried, analysed, and then rendered.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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

/// What a render would do; lets go of the output when it goes.
struct Rehearsal {
  std::unique_ptr<FrameSink> sink;
  std::int64_t frames = 0;            ///< that would be written; 0 when not known
  std::vector<Redaction> redactions;  ///< without those of tracks that are not made yet
};

/// Who follows a render, and may stop it.
struct RenderWatch {
  std::function<void(const TranscodeProgress&)> progress{};  ///< may be empty
  const std::atomic<bool>* stop = nullptr;                   ///< see `transcode`
  Trace* trace = nullptr;                                    ///< borrowed; may be null
};

/// What is heard with a video.
struct OutputSound {
  Sound copied = Sound::part;  ///< of the source's packets
  MadeSound played{};          ///< by the graph; empty where it plays nothing
  std::int64_t damaged = 0;    ///< packets of the source's that are silence in what is played
};

/// One render of one video. The steps are called in the order of their declarations; `try_output`
/// and `rehearse` can be left out. One thread at a time.
class RenderJob {
 public:
  /// Refuses settings that do not go together, and loads the graph. `log` hears every choice and
  /// assumption, also later on. Throws Error(usage).
  RenderJob(RenderSettings settings, LogSink log);

  /// The graph is heard in the output.
  [[nodiscard]] bool plays() const;
  /// For files beside the output: none may replace what is read or written.
  [[nodiscard]] OutputPolicy side_file_policy() const;
  /// Chooses the device, opens the video, and refuses what it cannot give. Throws Error (usage,
  /// input, unavailable …).
  void open();
  /// Precondition of this and all below: `open` has been called.
  [[nodiscard]] const VideoReader& reader() const { return *reader_; }

  /// The GPU that draws, as CUDA counts; nothing is the CPU.
  [[nodiscard]] std::optional<int> gpu() const { return device_.gpu; }

  /// What the render will take of the machine's memory, and of the GPU's, without its passes over
  /// the clip; tracks that they would make are not counted. Throws Error (usage, input).
  struct Memory {
    std::vector<MemoryUse> host, gpu;  ///< `gpu` is empty where the CPU draws
  };
  [[nodiscard]] Memory memory() const;
  /// Refuses an output that cannot be made. Leaves nothing. Throws Error(usage), Error(output) …
  void try_output() const;
  /// All of a render but its passes over the clip. Leaves nothing. Throws as the steps below.
  [[nodiscard]] Rehearsal rehearse() const;

  /// Reads or makes the tracks, hears the clip, and compiles the graph. `progress` hears of the
  /// frames where the clip is played for that. `trace` gets a span for each of these, and later for
  /// the sound that is made; borrowed, may be null.
  void analyse(const AnalysisProgress& progress, Trace* trace = nullptr);
  /// Whether the graph names what hides objects.
  [[nodiscard]] bool redacts() const { return !source_.graph.redact.empty(); }
  /// What the graph hides, and where in the frames that are written it does not; once analysed, and
  /// again once all has been read, where nothing else tells how long the clip is.
  /// Empty where nothing redacts.
  [[nodiscard]] const std::vector<Redaction>& redactions() const { return redactions_; }
  /// For who writes the video otherwise than `run`; once analysed. The job must outlive it.
  [[nodiscard]] OutputSound sound() const;
  /// Writes what the graph plays to the output, a file of sound alone, instead of a video; once
  /// analysed. Returns its bytes. Throws Error(usage) where it plays nothing, Error(output).
  std::int64_t write_sound_alone() const;
  /// Draws all frames and writes the output. Throws as `transcode`.
  TranscodeResult run(const RenderWatch& watch);

 private:
  void open_reader();
  /// Of the frames that are written.
  [[nodiscard]] std::vector<Redaction> redactions_of(const Session& session,
                                                     const SessionTables& tables) const;
  /// Once the last frame of a clip has been read whose length nobody knew before.
  void learn_length(std::int64_t frames);
  void warn(const std::vector<Redaction>& redactions) const;
  void check_video();
  /// The graph over the clip, with nothing in place of tracks that are not made yet.
  [[nodiscard]] Session rehearsed_session() const;
  /// Takes damaged sound as the settings take damaged pictures.
  void note_damaged_sound(std::int64_t packets);
  [[nodiscard]] MadeSound silence() const;
  [[nodiscard]] Media media(Trace* trace);
  void make_sound(const SessionTables& tables, Trace* trace);
  [[nodiscard]] std::shared_ptr<const PcmAudio> sound_to_mix();
  [[nodiscard]] std::unique_ptr<FrameSink> open_output(Replay& replay,
                                                       const RenderWatch& watch) const;

  RenderSettings settings_;  ///< with all that has been decided
  LogSink log_;
  GraphSource source_;
  ChosenDevice device_;  ///< once open, as the reader
  std::optional<VideoReader> reader_;
  std::optional<Session> session_;       ///< once analysed
  std::optional<FrameDrawing> drawing_;  ///< once analysed
  std::optional<SessionTables> hidden_;  ///< of a graph that redacts; once analysed
  std::vector<Redaction> redactions_;
  std::int64_t damaged_sound_ = 0;  ///< packets
};

}  // namespace overlace
