// SPDX-License-Identifier: Apache-2.0
// What a GPU can decode and encode, found out by asking it.
#pragma once

#include <string>
#include <vector>

namespace overlace {

/// The answer for one device.
struct HardwareCodecs {
  struct Decoder {
    std::string codec;      ///< libav's name, "hevc"
    bool ten_bits = false;  ///< besides 8 bits
  };
  std::vector<Decoder> decoders;      ///< 4:2:0 video that NVDEC takes
  int decode_engines = 0;             ///< that work side by side
  std::string no_decoders;            ///< why there are none; "" when there are
  std::vector<std::string> encoders;  ///< codecs that NVENC makes, libav's names
  std::string no_encoders;            ///< why there are none; "" when there are

  /// "NVDEC (2 engines): h264, hevc 10-bit"; with a reason where there is none.
  [[nodiscard]] std::string decoding_text() const;
  /// "NVENC: h264, hevc"; with a reason where there is none.
  [[nodiscard]] std::string encoding_text() const;
};

/// Asks the device, as the driver counts. Never throws for what is missing: the reasons tell.
[[nodiscard]] HardwareCodecs probe_hardware_codecs(int device);

}  // namespace overlace
