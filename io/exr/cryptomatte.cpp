// SPDX-License-Identifier: Apache-2.0
// Hashes of names, ranking of weights, and the manifest.
#include "io/exr/cryptomatte.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "graph/core/json.h"

namespace overlace {
namespace {

std::uint32_t mixed(std::uint32_t block) {
  return std::rotl(block * 0xCC9E2D51U, 15) * 0x1B873593U;
}

/// Up to four bytes, little-endian.
std::uint32_t block_of(std::string_view bytes) {
  std::uint32_t block = 0;
  for (std::size_t i = bytes.size(); i > 0; --i)
    block = block << 8U | static_cast<unsigned char>(bytes[i - 1]);
  return block;
}

std::string hex(std::uint32_t id) {
  return fmt::format("{:08x}", id);
}

}  // namespace

std::uint32_t murmur3_32(std::string_view bytes) {
  std::uint32_t hash = 0;
  std::string_view rest = bytes;
  for (; rest.size() >= 4; rest.remove_prefix(4))
    hash = std::rotl(hash ^ mixed(block_of(rest.substr(0, 4))), 13) * 5 + 0xE6546B64U;
  hash ^= mixed(block_of(rest));
  hash ^= static_cast<std::uint32_t>(bytes.size());
  hash = (hash ^ hash >> 16U) * 0x85EBCA6BU;
  hash = (hash ^ hash >> 13U) * 0xC2B2AE35U;
  return hash ^ hash >> 16U;
}

std::uint32_t cryptomatte_id(std::string_view name) {
  const std::uint32_t hash = murmur3_32(name);
  const std::uint32_t exponent = hash >> 23U & 255U;
  return exponent == 0 || exponent == 255 ? hash ^ 1U << 23U : hash;
}

CryptomatteLayer::CryptomatteLayer(std::string name, const PixelRect& window,
                                   std::vector<float> memory)
    : name_(std::move(name)) {
  channels_.window = window;
  channels_.samples = std::move(memory);
  for (std::size_t layer = 0; layer < cryptomatte_ranks / 2; ++layer)
    for (const char channel : {'R', 'G', 'B', 'A'})
      channels_.names.push_back(fmt::format("{}{:02}.{}", name_, layer, channel));
  channels_.samples.resize(static_cast<std::size_t>(window.width) *
                           static_cast<std::size_t>(window.height) * channels_.names.size());
  // The C library's memset bypasses the caches: this is a hundred megabytes at 1920x1080.
  std::memset(channels_.samples.data(), 0, channels_.samples.size() * sizeof(float));
}

std::uint32_t CryptomatteLayer::number_of(const std::string& name) {
  const auto next = static_cast<std::uint32_t>(names_.size());
  const auto [at, is_new] = numbers_.try_emplace(name, next);
  if (is_new) {
    names_.push_back(name);
    ids_.push_back(std::bit_cast<float>(cryptomatte_id(name)));
  }
  return at->second;
}

// Equal weights are ordered by the numbers of their names, so that every run gives the same bytes.
void CryptomatteLayer::set(int x, int y, std::vector<Weight>& weights) {
  std::ranges::sort(weights, [](const Weight& a, const Weight& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  const PixelRect& window = channels_.window;
  const std::size_t pixel =
      static_cast<std::size_t>(y - window.y) * static_cast<std::size_t>(window.width) +
      static_cast<std::size_t>(x - window.x);
  float* sample = &channels_.samples[pixel * channels_.names.size()];
  const std::size_t kept = std::min(weights.size(), cryptomatte_ranks);
  for (std::size_t i = 0; i < kept; ++i) {
    *sample++ = ids_[weights[i].first];
    *sample++ = weights[i].second;
  }
  dropped_ += weights.size() - kept;
}

FloatChannels CryptomatteLayer::finish() && {
  Json::Object manifest;
  for (const std::string& name : names_) manifest.emplace_back(name, hex(cryptomatte_id(name)));
  const std::string key = "cryptomatte/" + hex(cryptomatte_id(name_)).substr(0, 7);
  channels_.attributes = {{key + "/name", name_},
                          {key + "/hash", "MurmurHash3_32"},
                          {key + "/conversion", "uint32_to_float32"},
                          {key + "/manifest", Json(std::move(manifest)).dump()}};
  return std::move(channels_);
}

}  // namespace overlace
