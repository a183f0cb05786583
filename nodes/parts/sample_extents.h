// SPDX-License-Identifier: Apache-2.0
// The smallest and largest sample in any span of a sound, without reading every sample.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "graph/data/clip_audio.h"

namespace overlace {

/// The smallest and largest of some samples; least > most if there are none.
struct SampleExtent {
  float least = std::numeric_limits<float>::infinity(), most = -least;

  void add(float sample) {
    least = std::min(least, sample);
    most = std::max(most, sample);
  }
  void add(const SampleExtent& other) {
    least = std::min(least, other.least);
    most = std::max(most, other.most);
  }
  [[nodiscard]] bool is_empty() const { return least > most; }
};

/// Extents over all channels of a sound, precomputed for blocks of samples.
class SampleExtents {
 public:
  /// Precondition: `sound` has samples.
  explicit SampleExtents(std::shared_ptr<const PcmAudio> sound) : sound_(std::move(sound)) {
    const std::size_t size = sound_->size();
    blocks_.resize((size + block - 1) / block);
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      blocks_[b] = exact(b * block, std::min((b + 1) * block, size));
      whole_.add(blocks_[b]);
    }
  }

  [[nodiscard]] const SampleExtent& whole() const { return whole_; }

  /// The extent in presentation times [begin_s, end_s), at least that of the sample at `begin_s`;
  /// empty outside the sound.
  [[nodiscard]] SampleExtent between(double begin_s, double end_s) const {
    const auto size = static_cast<double>(sound_->size());
    const auto place = [&](double time_s) {
      return (time_s - sound_->start_s) * sound_->sample_rate;
    };
    const double from = std::max(place(begin_s), 0.0), to = std::min(place(end_s), size);
    if (!(from < to)) return {};
    const auto begin = static_cast<std::size_t>(from);
    return of(begin, std::max(static_cast<std::size_t>(to), begin + 1));
  }

 private:
  static constexpr std::size_t block = 256;

  [[nodiscard]] SampleExtent exact(std::size_t begin, std::size_t end) const {
    SampleExtent extent;
    for (const std::vector<float>& channel : sound_->channels)
      for (std::size_t i = begin; i < end; ++i) extent.add(channel[i]);
    return extent;
  }
  /// Combines precomputed blocks and the samples on both sides of them.
  [[nodiscard]] SampleExtent of(std::size_t begin, std::size_t end) const {
    const std::size_t first = (begin + block - 1) / block, last = end / block;
    if (first >= last) return exact(begin, end);
    SampleExtent extent = exact(begin, first * block);
    extent.add(exact(last * block, end));
    for (std::size_t b = first; b < last; ++b) extent.add(blocks_[b]);
    return extent;
  }

  std::shared_ptr<const PcmAudio> sound_;
  std::vector<SampleExtent> blocks_;
  SampleExtent whole_;
};

}  // namespace overlace
