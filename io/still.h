// SPDX-License-Identifier: Apache-2.0
// Pictures as PNG files.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gpu/image.h"
#include "io/atomic_output.h"

namespace overlace {

/// Encodes pictures as PNG: RGB, or RGBA where the picture has alpha; 16 bits per sample where it
/// has more than 8. Y'CbCr is converted by the picture's own ColorSpec. Keeps its buffers; one
/// thread at a time.
class PngEncoder {
 public:
  PngEncoder();
  ~PngEncoder();
  PngEncoder(PngEncoder&&) noexcept;

  /// The bytes of a PNG file. Throws Error(output).
  [[nodiscard]] std::vector<std::byte> encode(const ImageView& picture);

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// Throws Error(usage) when `path` does not end in .png, or as `check_output`.
void check_still(const std::string& path, const OutputPolicy& policy);

/// Writes one picture as a PNG file, complete or not at all. Throws Error(usage), Error(output).
void write_still(const std::string& path, const ImageView& picture, const OutputPolicy& policy);

}  // namespace overlace
