// SPDX-License-Identifier: Apache-2.0
// Adds up damage, and stops at it.
#include "io/read/damage_count.h"

#include <fmt/format.h>

#include "graph/core/error.h"

namespace overlace {

void DamageCount::add_packet(std::int32_t number) {
  ++found_.corrupt_packets;
  stop_if_wanted(number);
}

void DamageCount::add_frame(std::int32_t number, bool is_stand_in) {
  if (!is_stand_in) ++found_.corrupt_frames;
  found_.add_frame(number);
  stop_if_wanted(number);
}

void DamageCount::add_gap(std::int32_t number) {
  ++found_.missing_frames;
  found_.add_frame(number);
}

void DamageCount::finish(std::int32_t number, const LogSink& log) {
  if (found_.any()) {
    found_.corrupt_packets += breaks_;
    stop_if_wanted(number);
  } else if (breaks_ > 0 && log) {
    log(fmt::format("the transport stream is broken {} times; no picture is damaged", breaks_));
  }
}

void DamageCount::restart(std::int32_t number) {
  found_ = {};
  expected_ = came_ = number;
  breaks_ = 0;
}

void DamageCount::stop_if_wanted(std::int32_t number) const {
  if (policy_ != OnCorrupt::stop) return;
  throw Error(ErrorCode::input, fmt::format("is damaged near frame {}: {}", number, found_.text()),
              "--on-corrupt conceal goes on", SourceLocation{path_});
}

}  // namespace overlace
