// SPDX-License-Identifier: Apache-2.0
// Cryptomatte 1.2: mattes by id; each pixel holds its heaviest ids with their coverage.
// https://github.com/Psyop/Cryptomatte/blob/master/specification/cryptomatte_specification.pdf
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "io/frames/aovs.h"

namespace overlace {

/// How many ids a pixel can have; each layer of channels holds two.
inline constexpr std::size_t cryptomatte_ranks = 6;

/// MurmurHash3_x86_32 with seed 0, by Austin Appleby:
/// https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp
[[nodiscard]] std::uint32_t murmur3_32(std::string_view bytes);

/// The id of a UTF-8 name: its hash, with bit 23 flipped where the bits as a float would be zero,
/// subnormal, infinite or NaN.
[[nodiscard]] std::uint32_t cryptomatte_id(std::string_view name);

/// Collects the pixels of one layer of mattes.
class CryptomatteLayer {
 public:
  /// The number of a name in the layer, and its coverage of a pixel.
  using Weight = std::pair<std::uint32_t, float>;

  /// `name`: "CryptoTrack". All pixels of the window start empty. `memory` is a sample buffer to
  /// reuse.
  CryptomatteLayer(std::string name, const PixelRect& window, std::vector<float> memory = {});

  /// The number of a name, always the same. New names are added to the manifest.
  [[nodiscard]] std::uint32_t number_of(const std::string& name);
  /// Stores the heaviest of `weights`, which it sorts; their numbers are distinct. Precondition:
  /// the pixel is in the window.
  void set(int x, int y, std::vector<Weight>& weights);

  /// How many weights were dropped because no rank was left.
  [[nodiscard]] std::size_t dropped() const { return dropped_; }
  /// The channels "CryptoTrack00.R" and so on, with the attributes that describe them.
  [[nodiscard]] FloatChannels finish() &&;

 private:
  std::string name_;
  std::vector<std::string> names_;  ///< by number
  std::vector<float> ids_;          ///< by number: the bits of cryptomatte_id
  std::unordered_map<std::string, std::uint32_t> numbers_;
  FloatChannels channels_;
  std::size_t dropped_ = 0;
};

}  // namespace overlace
