// SPDX-License-Identifier: Apache-2.0
// Joins decoded blocks of sound into one run of samples, by their timestamps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graph/core/log.h"
#include "graph/data/clip_audio.h"

namespace overlace {

/// The most samples that are kept, all channels together: 4 GiB, three hours of stereo at 48 kHz.
inline constexpr std::size_t max_audio_samples = std::size_t{1} << 30U;

/// Samples as delivered by a decoder.
struct AudioBlock {
  int sample_rate = 0;
  /// Presentation time of the first sample, seconds; nothing where the stream does not say.
  std::optional<double> start_s{};
  std::vector<std::vector<float>> channels;  ///< of equal length
};

/// Blocks are placed by their timestamps. Gaps become silence; where two blocks overlap, the
/// earlier one is kept. Offsets of less than a hundredth of a second are rounding by the container,
/// and ignored. When a clock restarts, or jumps by a day, its blocks follow on without a gap.
///
/// All blocks are converted to the rate and channels of the first one: other rates by linear
/// interpolation, other layouts by silence in missing channels, except that mono is copied to all
/// channels. Samples that are not finite become 0.
class AudioLine {
 public:
  /// Times are in seconds after `origin_s`, or after the first sample if there is none.
  explicit AudioLine(std::optional<double> origin_s) : origin_s_(origin_s) {}

  /// Throws Error(limit) beyond max_audio_samples.
  void append(AudioBlock block);

  /// Logs each kind of repair in one line to `log`, which may be empty.
  void report(const LogSink& log) const;
  /// All samples so far; leaves none. Precondition: a block has been appended.
  [[nodiscard]] PcmAudio take();

 private:
  void begin(const AudioBlock& block);
  void conform(AudioBlock& block);
  [[nodiscard]] std::int64_t gap_before(const AudioBlock& block);
  void append_silence(std::size_t samples);

  std::optional<double> origin_s_;
  double first_s_ = 0;  ///< stamp of the first sample
  PcmAudio sound_;
  std::int64_t joined_ = 0;  ///< offset of a restarted clock, samples
  std::int64_t gaps_ = 0, gap_samples_ = 0;
  std::int64_t overlaps_ = 0, overlap_samples_ = 0;
  std::int64_t not_finite_ = 0;
  bool clock_jumped_ = false;
  std::optional<int> other_rate_;
  std::optional<std::size_t> other_channels_;
};

}  // namespace overlace
