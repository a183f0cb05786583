// SPDX-License-Identifier: Apache-2.0
#include "sound/loudness.h"

#include <ebur128.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <new>

#include "graph/core/elementary.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr unsigned long row_ms = 10;
constexpr double offset_db = -0.691;
constexpr double silence = -std::numeric_limits<double>::infinity();

void check_done(int result) {
  if (result == EBUR128_ERROR_NOMEM) throw std::bad_alloc();
  if (result != EBUR128_SUCCESS)
    throw Error(ErrorCode::internal, fmt::format("libebur128 failed with code {}", result));
}

}  // namespace

struct LoudnessMeter::State {
  ebur128_state* meter = nullptr;
  std::size_t channels = 0;
};

LoudnessMeter::LoudnessMeter(std::size_t channels, int sample_rate, TruePeaks peaks)
    : state_(std::make_unique<State>()) {
  if (channels < 1 || channels > 64 || sample_rate < 1000 || sample_rate > 2'822'400)
    throw Error(
        ErrorCode::input,
        fmt::format("loudness of {} channels at {} Hz cannot be measured", channels, sample_rate),
        "use 1 to 64 channels at 1 kHz to 2.8224 MHz");
  state_->channels = channels;
  const int mode =
      peaks == TruePeaks::yes ? EBUR128_MODE_I | EBUR128_MODE_TRUE_PEAK : EBUR128_MODE_I;
  state_->meter =
      ebur128_init(static_cast<unsigned>(channels), static_cast<unsigned long>(sample_rate), mode);
  if (!state_->meter) throw std::bad_alloc();
}

LoudnessMeter::~LoudnessMeter() {
  ebur128_destroy(&state_->meter);
}

void LoudnessMeter::add(std::span<const float> frames) {
  check_done(
      ebur128_add_frames_float(state_->meter, frames.data(), frames.size() / state_->channels));
}

double LoudnessMeter::energy() const {
  double lufs = silence;
  check_done(ebur128_loudness_window(state_->meter, row_ms, &lufs));
  return lufs > silence ? elementary::pow(10, (lufs - offset_db) / 10) : 0;
}

double LoudnessMeter::integrated_lufs() const {
  double lufs = silence;
  check_done(ebur128_loudness_global(state_->meter, &lufs));
  return lufs;
}

double LoudnessMeter::true_peak_dbtp() const {
  double peak = 0;
  for (unsigned channel = 0; channel < state_->channels; ++channel) {
    double of_channel = 0;
    check_done(ebur128_true_peak(state_->meter, channel, &of_channel));
    peak = std::max(peak, of_channel);
  }
  return peak > 0 ? 20 * elementary::log(peak) / elementary::log(10) : silence;
}

double lufs_of(double energy) {
  if (!(energy > 0)) return silence;
  return offset_db + 10 * elementary::log(energy) / elementary::log(10);
}

}  // namespace overlace
