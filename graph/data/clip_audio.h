// SPDX-License-Identifier: Apache-2.0
// Stage 0, audio: the sound of a clip and what was measured in it, on the clip's own time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace overlace {

/// Decoded sound. Gaps are silence.
struct PcmAudio {
  int sample_rate = 0;  ///< samples per second, as in the source
  /// Presentation time of the first sample, seconds after the clip's first frame; may be negative.
  double start_s = 0;
  std::vector<std::vector<float>> channels;  ///< of equal length; full scale is -1..1; finite

  /// Samples of each channel.
  [[nodiscard]] std::size_t size() const { return channels.empty() ? 0 : channels.front().size(); }
  /// Bytes of all samples.
  [[nodiscard]] std::size_t bytes() const { return size() * channels.size() * sizeof(float); }
};

/// Levels of frequency bands over time, in evenly spaced columns.
struct AudioSpectrum {
  double column_s = 0;  ///< seconds between columns
  double start_s = 0;   ///< presentation time of the middle of column 0, as above
  std::size_t columns = 0;
  std::vector<double> band_hz;  ///< middle of each band, ascending
  /// columns x bands: the floor is 0, the reference 65535.
  std::vector<std::uint16_t> levels;
  /// The same shape: phase -pi..pi as 0..65535; empty unless requested.
  std::vector<std::uint16_t> phases;

  [[nodiscard]] std::size_t bands() const { return band_hz.size(); }
  /// Bytes of levels and phases.
  [[nodiscard]] std::size_t bytes() const {
    return (levels.size() + phases.size()) * sizeof(std::uint16_t);
  }
};

/// What an audio node makes.
struct ClipAudio {
  std::shared_ptr<const PcmAudio> samples;          ///< null where a clip has no sound
  std::shared_ptr<const AudioSpectrum> spectrum{};  ///< from audio_spectrum only
};

/// Which sound to decode.
struct AudioRequest {
  std::string path{};  ///< empty: the clip's own
  int stream = -1;     ///< among the file's audio streams, from 0; -1: the best
};

}  // namespace overlace
