// SPDX-License-Identifier: Apache-2.0
// How fast a display follows a level: computed once for the whole clip, so that frames stay
// independent.
#pragma once

#include <limits>

#include "graph/core/elementary.h"
#include "graph/types/node.h"

namespace overlace {

/// A one-pole filter with separate time constants for rising and falling; after that time it has
/// covered 63 % of the way.
class Ballistics {
 public:
  /// Times in seconds, with a value every `step_s`; a time constant of 0 follows at once.
  Ballistics(double attack_s, double release_s, double step_s)
      : rise_(kept(attack_s, step_s)), fall_(kept(release_s, step_s)) {}

  /// The value shown when `level` is measured. The first one is shown unchanged.
  double next(double level) {
    const double shown = level > shown_ ? rise_ : fall_;
    shown_ = begun_ ? level + (shown_ - level) * shown : level;
    begun_ = true;
    return shown_;
  }

 private:
  static double kept(double time_s, double step_s) {
    return time_s > 0 ? elementary::exp(-step_s / time_s) : 0;
  }

  double rise_, fall_;
  double shown_ = -std::numeric_limits<double>::infinity();
  bool begun_ = false;
};

/// The same as parameters.
struct BallisticsParams {
  Number attack{10};
  Number release{250};

  [[nodiscard]] Ballistics ballistics(double step_s) const {
    const auto seconds = [](const Number& ms) {
      return static_cast<double>(ms.constant.value) / 1000;
    };
    return {seconds(attack), seconds(release), step_s};
  }
};

/// Rows of BallisticsParams.
inline constexpr auto ballistics_rows = []<class P>(Node<P>& node) {
  constexpr double longest_ms = 10000;
  node.fixed_number("attack", &P::attack, {0, longest_ms},
                    "Milliseconds in which it rises two thirds of the way.")
      .fixed_number("release", &P::release, {0, longest_ms},
                    "Milliseconds in which it falls two thirds of the way.");
};

}  // namespace overlace
