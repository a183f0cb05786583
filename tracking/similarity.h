// SPDX-License-Identifier: Apache-2.0
// Which vectors of a set are most alike.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace overlace {

enum class Similarity : std::uint8_t { cosine, inner_product, l2 };

/// One of the nearest. `value` is the cosine, the inner product or the L2 distance.
struct LikeVector {
  std::uint32_t index = 0;
  double value = 0;
};

/// Vectors one after another, all finite, `size` floats each (at most 2,048).
struct VectorSet {
  std::span<const float> values;
  std::size_t size = 1;
  [[nodiscard]] std::size_t count() const { return values.size() / size; }
  [[nodiscard]] std::span<const float> operator[](std::size_t i) const {
    return values.subspan(i * size, size);
  }
};

inline constexpr std::size_t max_vector_size = 2048;

/// What a search works with. Searches that share one allocate nothing once it has grown, but for
/// what FAISS does inside.
class SimilarityMemory {
 public:
  SimilarityMemory();
  SimilarityMemory(SimilarityMemory&&) noexcept;
  SimilarityMemory& operator=(SimilarityMemory&&) noexcept;
  ~SimilarityMemory();

  struct Buffers;
  [[nodiscard]] Buffers& buffers() { return *buffers_; }

 private:
  std::unique_ptr<Buffers> buffers_;
};

/// Whether a vector may have another one, so much alike, among its nearest.
using AdmitsVector = std::function<bool(std::uint32_t self, std::uint32_t other, double value)>;

/// For each vector the k others that are most alike, most alike first, of those that `admits(self,
/// other, value)` lets pass. Equally alike ones come in order of their indices. Exact: sums are in
/// double precision, index by index. FAISS proposes candidates, more and more until the bound on
/// its error proves that none is missing; where it is not installed every pair is compared, with
/// the same result. The lists live in `memory` until the next search.
[[nodiscard]] std::span<const std::vector<LikeVector>> most_alike(const VectorSet& vectors,
                                                                  Similarity measure,
                                                                  std::uint32_t k,
                                                                  const AdmitsVector& admits,
                                                                  SimilarityMemory& memory);

}  // namespace overlace
