// SPDX-License-Identifier: Apache-2.0
// From a picture's R'G'B' back to light: the inverse of the conversion of overlay colours.
#pragma once

#include "color/overlay_color.h"

namespace overlace {

/// SMPTE ST 2084 EOTF: the luminance in cd/m2 of a PQ signal, 0..1.
[[nodiscard]] inline double decode_pq(double signal) {
  constexpr double m1 = 2610.0 / 16384, m2 = 2523.0 / 4096 * 128;
  constexpr double c1 = 3424.0 / 4096, c2 = 2413.0 / 4096 * 32, c3 = 2392.0 / 4096 * 32;
  const double p = power(signal, 1 / m2);
  return 10000 * power(max(p - c1, 0.0) / (c2 - c3 * p), 1 / m1);
}

/// ITU-R BT.2100 HLG inverse OETF: the scene light, 0..1, of a signal.
[[nodiscard]] inline double decode_hlg(double signal) {
  constexpr double a = 0.17883277, b = 0.28466892, c = 0.55991073;
  if (signal <= 0.5) return signal > 0 ? signal * signal / 3 : 0;
  return (exp2((signal - c) / a / ln2) + b) / 12;
}

/// Linear light of a picture's R'G'B', in its own primaries. 1 is overlay white: on SDR pictures
/// the peak (ITU-R BT.1886), on HDR pictures 203 cd/m2, HLG on a 1000 cd/m2 display (BT.2100 OOTF).
[[nodiscard]] inline Triple display_light(const ColorSpec& spec, Triple rgb) {
  constexpr double display_gamma = 2.4, hlg_peak = 1000, system_gamma = 1.2;
  if (spec.transfer == Transfer::linear) return rgb;
  if (spec.transfer == Transfer::sdr) {
    for (double& v : rgb) v = power(v, display_gamma);
    return rgb;
  }
  if (spec.transfer == Transfer::pq) {
    for (double& v : rgb) v = decode_pq(v) / hdr_reference_white;
    return rgb;
  }
  for (double& v : rgb) v = decode_hlg(v);
  const double luminance = 0.2627 * rgb[0] + 0.6780 * rgb[1] + 0.0593 * rgb[2];
  const double scale = hlg_peak * power(luminance, system_gamma - 1) / hdr_reference_white;
  for (double& v : rgb) v *= scale;
  return rgb;
}

}  // namespace overlace
