// SPDX-License-Identifier: Apache-2.0
// Positions of blocks are computed in whole samples, so that rounding errors never add up.
#include "io/read/audio_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr double tolerance_s = 0.01;  ///< Matroska rounds to 1 ms, AVI to a fraction of a packet
constexpr double reset_s = 0.5;       ///< a larger step back is a new clock, as for pictures
constexpr double wrap_s = 24 * 3600;  ///< a larger step forward is a counter that overflowed

std::size_t length(const AudioBlock& block) {
  return block.channels.empty() ? 0 : block.channels.front().size();
}

/// A channel resampled by linear interpolation.
std::vector<float> resampled(const std::vector<float>& from, int from_rate, int to_rate) {
  const double step = static_cast<double>(from_rate) / to_rate;
  const auto size = static_cast<std::size_t>(
      std::llround(static_cast<double>(from.size()) * to_rate / from_rate));
  std::vector<float> to(from.empty() ? 0 : size);
  for (std::size_t i = 0; i < to.size(); ++i) {
    const double at = static_cast<double>(i) * step;
    const std::size_t before = std::min(static_cast<std::size_t>(at), from.size() - 1);
    const std::size_t after = std::min(before + 1, from.size() - 1);
    const double share = std::min(at - static_cast<double>(before), 1.0);
    const double a = from[before], b = from[after];
    to[i] = static_cast<float>(a + (b - a) * share);
  }
  return to;
}

/// Replaces samples that are not finite by 0; returns their number.
std::int64_t clear_not_finite(std::vector<float>& channel) {
  std::int64_t count = 0;
  for (float& sample : channel) {
    if (std::isfinite(sample)) continue;
    sample = 0;
    ++count;
  }
  return count;
}

}  // namespace

void AudioLine::append(AudioBlock block) {
  if (length(block) == 0) return;
  if (sound_.channels.empty()) begin(block);
  conform(block);
  std::int64_t gap = gap_before(block);
  if (gap > 0) {
    ++gaps_;
    gap_samples_ += gap;
    append_silence(static_cast<std::size_t>(gap));
    gap = 0;
  }
  const std::size_t cut = std::min(static_cast<std::size_t>(-gap), length(block));
  if (cut > 0) {
    ++overlaps_;
    overlap_samples_ += static_cast<std::int64_t>(cut);
  }
  if ((sound_.size() + length(block) - cut) * sound_.channels.size() > max_audio_samples)
    throw Error(ErrorCode::limit, "its sound is too long for memory",
                "take a part of the clip, or a stream with fewer channels");
  for (std::size_t c = 0; c < sound_.channels.size(); ++c) {
    std::vector<float>& from = block.channels[c];
    not_finite_ += clear_not_finite(from);
    sound_.channels[c].insert(sound_.channels[c].end(),
                              from.begin() + static_cast<std::ptrdiff_t>(cut), from.end());
  }
}

void AudioLine::begin(const AudioBlock& block) {
  first_s_ = block.start_s.value_or(origin_s_.value_or(0));
  sound_.sample_rate = block.sample_rate;
  sound_.start_s = origin_s_ ? first_s_ - *origin_s_ : 0;
  sound_.channels.resize(block.channels.size());
}

/// Converts the block to the rate and channels of the first one.
void AudioLine::conform(AudioBlock& block) {
  if (block.sample_rate != sound_.sample_rate) {
    other_rate_ = block.sample_rate;
    for (std::vector<float>& channel : block.channels)
      channel = resampled(channel, block.sample_rate, sound_.sample_rate);
  }
  const std::size_t wanted = sound_.channels.size(), had = block.channels.size();
  if (had == wanted) return;
  other_channels_ = had;
  const std::size_t samples = length(block);
  block.channels.resize(wanted, had == 1 ? block.channels.front() : std::vector<float>(samples));
}

/// Samples missing before the block; if negative, its first samples that are already there.
std::int64_t AudioLine::gap_before(const AudioBlock& block) {
  if (!block.start_s) return 0;
  const double rate = sound_.sample_rate;
  const auto size = static_cast<std::int64_t>(sound_.size());
  const double at = std::round((*block.start_s - first_s_) * rate);
  const double gap = at + static_cast<double>(joined_ - size);
  if (gap > wrap_s * rate || gap < -reset_s * rate) {
    clock_jumped_ = true;
    joined_ -= static_cast<std::int64_t>(std::clamp(gap, -1e18, 1e18));
    return 0;
  }
  return std::abs(gap) <= tolerance_s * rate ? 0 : static_cast<std::int64_t>(gap);
}

void AudioLine::append_silence(std::size_t samples) {
  if ((sound_.size() + samples) * sound_.channels.size() > max_audio_samples)
    throw Error(ErrorCode::limit, "a gap in its sound is too long for memory",
                "take a part of the clip");
  for (std::vector<float>& channel : sound_.channels) channel.resize(channel.size() + samples);
}

void AudioLine::report(const LogSink& log) const {
  if (!log) return;
  const auto seconds = [this](std::int64_t samples) {
    return static_cast<double>(samples) / sound_.sample_rate;
  };
  const auto times = [](std::int64_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  if (gaps_ > 0)
    log(fmt::format("its sound has {}, {:.3f} s in all, which are silence", times(gaps_, "gap"),
                    seconds(gap_samples_)));
  if (overlaps_ > 0)
    log(fmt::format("its sound has {}, {:.3f} s in all, which are cut", times(overlaps_, "overlap"),
                    seconds(overlap_samples_)));
  if (clock_jumped_) log("time stamps of its sound jump: joined");
  if (other_rate_)
    log(fmt::format("the sample rate of its sound changes from {} to {} Hz: resampled",
                    sound_.sample_rate, *other_rate_));
  if (other_channels_)
    log(fmt::format("the channels of its sound change from {} to {}: those of the start are kept",
                    sound_.channels.size(), *other_channels_));
  if (not_finite_ > 0)
    log(fmt::format(
        "its sound has {} not a number: taken as 0",
        not_finite_ == 1 ? "1 sample that is" : fmt::format("{} samples that are", not_finite_)));
}

PcmAudio AudioLine::take() {
  return std::exchange(sound_, {});
}

}  // namespace overlace
