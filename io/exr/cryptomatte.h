// SPDX-License-Identifier: Apache-2.0
// Cryptomatte 1.2: mattes by id, the heaviest ids of every pixel with the parts that they cover.
// https://github.com/Psyop/Cryptomatte/blob/master/specification/cryptomatte_specification.pdf
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "io/write/aovs.h"

namespace overlace {

/// Ids that a pixel of ours can have, two in every layer of channels.
inline constexpr std::size_t cryptomatte_ranks = 6;

/// MurmurHash3_x86_32 with seed 0, by Austin Appleby:
/// https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp
[[nodiscard]] std::uint32_t murmur3_32(std::string_view bytes);

/// The id of a name in UTF-8: its hash, with bit 23 flipped where the bits would make a float that
/// is zero, subnormal, infinite or not a number.
[[nodiscard]] std::uint32_t cryptomatte_id(std::string_view name);

/// Collects the pixels of one layer of mattes.
class CryptomatteLayer {
 public:
  /// A name of the layer's, by its number, and the part of a pixel that it covers.
  using Weight = std::pair<std::uint32_t, float>;

  /// `name`: "CryptoTrack". All pixels of the window are empty at first. `memory` is that of
  /// samples that nobody needs any more.
  CryptomatteLayer(std::string name, const PixelRect& window, std::vector<float> memory = {});

  /// The number of a name; the same for the same name. It joins the manifest.
  [[nodiscard]] std::uint32_t number_of(const std::string& name);
  /// Stores the heaviest of `weights`, which it sorts; all numbers differ. Precondition: the pixel
  /// is in the window.
  void set(int x, int y, std::vector<Weight>& weights);

  /// Weights that had no rank left.
  [[nodiscard]] std::size_t dropped() const { return dropped_; }
  /// The channels "CryptoTrack00.R" and so on, with the attributes that tell what they are.
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
