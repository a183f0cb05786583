// SPDX-License-Identifier: Apache-2.0
// What libebur128 says, as values.
#include "sound/synth/loudness.h"

#include <ebur128.h>

#include <algorithm>
#include <cmath>

#include "graph/core/error.h"

namespace overlace {

class LoudnessMeter::State {
 public:
  explicit State(int rate)
      : meter(ebur128_init(2, static_cast<unsigned long>(rate),
                           EBUR128_MODE_I | EBUR128_MODE_TRUE_PEAK)) {
    if (meter == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
  }
  ~State() { ebur128_destroy(&meter); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  ebur128_state* meter;
};

LoudnessMeter::LoudnessMeter(int rate) : state_(std::make_unique<State>(rate)) {}
LoudnessMeter::~LoudnessMeter() = default;

void LoudnessMeter::add(std::span<const float> pairs) {
  if (ebur128_add_frames_float(state_->meter, pairs.data(), pairs.size() / 2) != EBUR128_SUCCESS)
    throw Error(ErrorCode::out_of_memory, "out of memory");
}

double LoudnessMeter::integrated_lufs() const {
  double lufs = -INFINITY;
  ebur128_loudness_global(state_->meter, &lufs);
  return lufs;
}

double LoudnessMeter::true_peak_dbtp() const {
  double peak = 0;
  for (unsigned channel = 0; channel < 2; ++channel) {
    double of_channel = 0;
    ebur128_true_peak(state_->meter, channel, &of_channel);
    peak = std::max(peak, of_channel);
  }
  return 20 * std::log10(peak);
}

}  // namespace overlace
