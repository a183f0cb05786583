// SPDX-License-Identifier: Apache-2.0
// Weights of owners, tile by tile.
#include "graph/data/owner_matte.h"

#include <algorithm>
#include <bit>

namespace overlace {
namespace {

/// The alpha of all owners of a tile together, times `factor`.
TileValues alpha_of(std::span<const OwnerWeights> tile, float factor) {
  TileValues alpha{};
  for (const OwnerWeights& weights : tile)
    for (std::size_t i = 0; i < alpha.size(); ++i) alpha[i] += weights.weight[i] * factor;
  for (float& a : alpha) a = std::min(a, 1.0F);  // rounding may exceed 1
  return alpha;
}

TileValues rest_of(const TileValues& alpha) {
  TileValues rest;
  std::ranges::transform(alpha, rest.begin(), [](float a) { return 1 - a; });
  return rest;
}

bool is_zero(const TileValues& values) {
  std::uint32_t bits = 0;
  for (const float v : values) bits |= std::bit_cast<std::uint32_t>(v);
  return bits == 0;
}

}  // namespace

PixelRect OwnerMatte::pixels_of(std::size_t tile) const {
  const int column = static_cast<int>(tile) % columns_, row = static_cast<int>(tile) / columns_;
  return intersection({column * layer_tile, row * layer_tile, layer_tile, layer_tile},
                      whole(size_));
}

void OwnerMatte::clear() {
  for (Tile& tile : tiles_) tile.clear();
}

void OwnerMatte::add(Tile& tile, std::uint32_t owner, const TileValues& weight, float factor) {
  const auto own = std::ranges::find(tile, owner, &OwnerWeights::owner);
  if (own == tile.end()) {
    TileValues& first = tile.emplace_back(OwnerWeights{owner, weight}).weight;
    for (std::size_t i = 0; factor != 1 && i < first.size(); ++i) first[i] *= factor;
    return;
  }
  for (std::size_t i = 0; i < weight.size(); ++i) own->weight[i] += weight[i] * factor;
}

void OwnerMatte::multiply(Tile& tile, const TileValues& factor) {
  for (std::size_t k = 0; k < tile.size();) {
    TileValues& weight = tile[k].weight;
    std::uint32_t left = 0;  // OR of all bits, 0 if no weight is left; as integers it vectorises
    for (std::size_t i = 0; i < weight.size(); ++i) {
      weight[i] *= factor[i];
      left |= std::bit_cast<std::uint32_t>(weight[i]);
    }
    if (left != 0) {
      ++k;
      continue;
    }
    tile[k] = tile.back();
    tile.pop_back();
  }
}

void OwnerMatte::hide(Tile& tile, const TileValues& alpha, TileRows rows) {
  const auto begin = static_cast<std::size_t>(rows.first) * layer_tile;
  const auto end = static_cast<std::size_t>(rows.last + 1) * layer_tile;
  for (std::size_t k = 0; k < tile.size();) {
    TileValues& weight = tile[k].weight;
    std::uint32_t left = 0;
    for (std::size_t i = begin; i < end; ++i) {
      weight[i] *= 1 - alpha[i];
      left |= std::bit_cast<std::uint32_t>(weight[i]);
    }
    if (left != 0 || !is_zero(weight)) {
      ++k;
      continue;
    }
    tile[k] = tile.back();
    tile.pop_back();
  }
}

void OwnerMatte::paint(std::size_t tile, std::uint32_t owner, const TileValues& alpha,
                       TileRows rows) {
  Tile& seen = tiles_[tile];
  hide(seen, alpha, rows);
  add(seen, owner, alpha, 1);
}

void OwnerMatte::lay(const OwnerMatte& group, BlendMode blend, float opacity) {
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    Tile& tile = tiles_[i];
    const Tile& laid = group.tiles_[i];
    if (blend == BlendMode::inside) {
      multiply(tile, alpha_of(laid, opacity));
      continue;
    }
    if (laid.empty()) continue;
    if (blend != BlendMode::plus) multiply(tile, rest_of(alpha_of(laid, opacity)));
    if (blend == BlendMode::erase) continue;
    for (const OwnerWeights& weights : laid) add(tile, weights.owner, weights.weight, opacity);
    if (blend != BlendMode::plus) continue;
    TileValues sum{};
    for (const OwnerWeights& weights : tile)
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += weights.weight[k];
    for (float& s : sum) s = s > 1 ? 1 / s : 1;
    multiply(tile, sum);
  }
}

}  // namespace overlace
