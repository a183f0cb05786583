// SPDX-License-Identifier: Apache-2.0
// XXH3 from the xxHash library, compiled here: one shared object less for whoever loads this.
#include "graph/core/digest.h"

#include <fmt/format.h>

#include <new>

#define XXH_STATIC_LINKING_ONLY
#define XXH_IMPLEMENTATION
#define XXH_NAMESPACE overlace_
#include <xxhash.h>

namespace overlace {

Digest::Digest() : state_(XXH3_createState()) {
  if (state_ == nullptr) throw std::bad_alloc();
  XXH3_128bits_reset(state_.get());
}

void Digest::Free::operator()(XXH3_state_s* state) const {
  XXH3_freeState(state);
}

void Digest::add(const void* bytes, std::size_t count) {
  XXH3_128bits_update(state_.get(), bytes, count);
}

void Digest::add(std::string_view text) {
  const std::uint64_t size = text.size();
  add(&size, sizeof size);
  add(text.data(), text.size());
}

Digest::Value Digest::value() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
  return {hash.high64, hash.low64};
}

std::string hex_of(const Digest::Value& value) {
  return fmt::format("{:016x}{:016x}", value[1], value[0]);
}

}  // namespace overlace
