// SPDX-License-Identifier: Apache-2.0
// Joins decoded blocks of sound to one run of samples, by their time stamps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graph/core/log.h"
#include "graph/data/clip_audio.h"

namespace overlace {

/// Most samples that are kept, of all channels together: 4 GiB, three hours of stereo at 48 kHz.
inline constexpr std::size_t max_audio_samples = std::size_t{1} << 30U;

/// Samples as a decoder hands them out.
struct AudioBlock {
  int sample_rate = 0;
  /// Presentation time of the first sample, seconds; none where the stream does not say.
  std::optional<double> start_s{};
  std::vector<std::vector<float>> channels;  ///< of equal length
};

/// Blocks go where their stamps say. What is missing between two of them becomes silence, what two
/// of them hold is taken from the first. Stamps that are off by less than a hundredth of a second
/// are those of containers that round; the samples follow each other then. A clock that starts
/// again, or jumps by a day, goes on where it was.
///
/// All blocks get the rate and the channels of the first one: those of another rate by linear
/// interpolation, and of another layout with silence in channels that are missing, but a single
/// channel in all of them. Samples that are not finite become 0.
class AudioLine {
 public:
  /// Times are told as seconds after `origin_s`, or after the first sample where that is nothing.
  explicit AudioLine(std::optional<double> origin_s) : origin_s_(origin_s) {}

  /// Throws Error(limit) beyond max_audio_samples.
  void append(AudioBlock block);

  /// Says to `log`, which may be empty, what was repaired, a line for each kind.
  void report(const LogSink& log) const;
  /// All samples so far; leaves none. Precondition: a block was appended.
  [[nodiscard]] PcmAudio take();

 private:
  void begin(const AudioBlock& block);
  void conform(AudioBlock& block);
  [[nodiscard]] std::int64_t gap_before(const AudioBlock& block);
  void append_silence(std::size_t samples);

  std::optional<double> origin_s_;
  double first_s_ = 0;  ///< stamp of the first sample
  PcmAudio sound_;
  std::int64_t joined_ = 0;  ///< samples that a new clock is moved by
  std::int64_t gaps_ = 0, gap_samples_ = 0;
  std::int64_t overlaps_ = 0, overlap_samples_ = 0;
  std::int64_t not_finite_ = 0;
  bool clock_jumped_ = false;
  std::optional<int> other_rate_;
  std::optional<std::size_t> other_channels_;
};

}  // namespace overlace
