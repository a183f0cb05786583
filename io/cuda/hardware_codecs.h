// SPDX-License-Identifier: Apache-2.0
// What a GPU can decode and encode, by querying it.
#pragma once

#include <string>
#include <vector>

namespace overlace {

/// The answer for one device.
struct HardwareCodecs {
  struct Decoder {
    std::string codec;      ///< libav's name, "hevc"
    bool ten_bits = false;  ///< in addition to 8 bits
  };
  std::vector<Decoder> decoders;      ///< 4:2:0 video that NVDEC decodes
  int decode_engines = 0;             ///< that work in parallel
  std::string no_decoders;            ///< why there are none; "" when there are
  std::vector<std::string> encoders;  ///< codecs that NVENC encodes, by libav's names
  std::string no_encoders;            ///< why there are none; "" when there are

  /// "NVDEC (2 engines): h264, hevc 10-bit"; with a reason where there is none.
  [[nodiscard]] std::string decoding_text() const;
  /// "NVENC: h264, hevc"; with a reason where there is none.
  [[nodiscard]] std::string encoding_text() const;
};

/// Queries a device, by the driver's number. Never throws for what is missing: the reasons say it.
[[nodiscard]] HardwareCodecs probe_hardware_codecs(int device);

}  // namespace overlace
