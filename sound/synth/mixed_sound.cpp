// SPDX-License-Identifier: Apache-2.0
// Adds sample by sample: both rates are the same.
#include "sound/synth/mixed_sound.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "graph/core/error.h"

namespace overlace {

MixedSound::MixedSound(std::shared_ptr<Playable> made, std::shared_ptr<const PcmAudio> recorded)
    : made_(std::move(made)),
      recorded_(std::move(recorded)),
      first_(-std::llround(recorded_->start_s * recorded_->sample_rate)) {
  if (recorded_->channels.size() > 2)
    throw Error(ErrorCode::usage,
                fmt::format("sound of {} channels cannot be mixed with a graph's",
                            recorded_->channels.size()),
                "make it stereo first, or use --audio add");
  if (recorded_->sample_rate != made_->rate())
    throw Error(ErrorCode::usage,
                fmt::format("sound of {} Hz cannot be mixed with a graph's of {} Hz",
                            recorded_->sample_rate, made_->rate()),
                fmt::format("ask for --sound-rate {}", recorded_->sample_rate));
}

void MixedSound::rewind() {
  made_->rewind();
  now_ = 0;
}

std::size_t MixedSound::read(std::span<float> pairs) {
  const std::size_t count = made_->read(pairs);
  if (recorded_->size() == 0) return count;
  const std::vector<float>&left = recorded_->channels.front(), &right = recorded_->channels.back();
  const std::int64_t offset = first_ + now_, end = static_cast<std::int64_t>(recorded_->size());
  const std::int64_t from = std::clamp<std::int64_t>(-offset, 0, static_cast<std::int64_t>(count)),
                     to = std::clamp<std::int64_t>(end - offset, from,
                                                   static_cast<std::int64_t>(count));
  for (std::int64_t i = from; i < to; ++i) {
    const auto at = static_cast<std::size_t>(offset + i), pair = static_cast<std::size_t>(2 * i);
    pairs[pair] += left[at];
    pairs[pair + 1] += right[at];
  }
  now_ += static_cast<std::int64_t>(count);
  return count;
}

}  // namespace overlace
