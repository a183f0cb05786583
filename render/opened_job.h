// SPDX-License-Identifier: Apache-2.0
// A render whose device has been chosen and whose video is open.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/core/memory_use.h"
#include "io/read/video_reader.h"
#include "render/device_choice.h"
#include "render/job_redaction.h"

namespace overlace {

/// What a render would do; destroying it releases the output.
struct Rehearsal {
  std::unique_ptr<FrameSink> sink;
  std::int64_t frames = 0;              ///< to be written; 0 when not known
  std::vector<Redaction> redactions;    ///< except for tracks that are not made yet
  std::vector<std::string> not_hidden;  ///< see not_hidden_beside
};

/// One thread at a time.
class OpenedJob {
 public:
  /// Chooses the device, opens the video, and refuses what the video cannot provide. The job must
  /// outlive it. Throws Error (usage, input, unavailable …).
  explicit OpenedJob(const RenderJob& job);
  OpenedJob(const OpenedJob&) = delete;
  OpenedJob& operator=(const OpenedJob&) = delete;

  [[nodiscard]] const RenderJob& job() const { return job_; }
  /// With what follows from the device and the video.
  [[nodiscard]] const RenderSettings& settings() const { return settings_; }
  [[nodiscard]] const ChosenDevice& device() const { return device_; }
  [[nodiscard]] VideoReader& reader() { return *reader_; }
  [[nodiscard]] const VideoReader& reader() const { return *reader_; }

  /// How many frames will be written; 0 when not known.
  [[nodiscard]] std::int64_t frames_to_write() const;
  /// The host and GPU memory that the render needs, except for its passes over the clip; tracks
  /// that these would make are not counted. Throws Error (usage, input).
  struct Memory {
    std::vector<MemoryUse> host, gpu;  ///< `gpu` is empty where the CPU draws
  };
  [[nodiscard]] Memory memory() const;
  /// Refuses an output that cannot be made. Leaves no files behind. Throws Error(usage),
  /// Error(output) …
  void try_output() const;
  /// Does everything but the passes over the clip. Leaves no files behind. Throws as AnalysedJob.
  [[nodiscard]] Rehearsal rehearse() const;

 private:
  void open_reader();
  void check_video();
  /// A session over the clip, with nothing in place of tracks that are not made yet.
  [[nodiscard]] Session rehearsed_session() const;

  const RenderJob& job_;
  RenderSettings settings_;
  ChosenDevice device_;
  std::optional<VideoReader> reader_;
};

}  // namespace overlace
