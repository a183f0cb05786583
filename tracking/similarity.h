// SPDX-License-Identifier: Apache-2.0
// Finds the most similar vectors of a set.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace overlace {

enum class Similarity : std::uint8_t { cosine, inner_product, l2 };

/// One of the nearest vectors. `value` is the cosine, the inner product or the L2 distance.
struct LikeVector {
  std::uint32_t index = 0;
  double value = 0;
};

/// Contiguous vectors, all finite, of `size` floats each (at most 2,048).
struct VectorSet {
  std::span<const float> values;
  std::size_t size = 1;
  [[nodiscard]] std::size_t count() const { return values.size() / size; }
  [[nodiscard]] std::span<const float> operator[](std::size_t i) const {
    return values.subspan(i * size, size);
  }
};

inline constexpr std::size_t max_vector_size = 2048;

/// Working memory of searches. Searches that share one allocate nothing once it has grown, except
/// inside FAISS.
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

/// Whether a vector may have another one, of this similarity, among its nearest.
using AdmitsVector = std::function<bool(std::uint32_t self, std::uint32_t other, double value)>;

/// For each vector, the k most similar others, most similar first, among those that `admits(self,
/// other, value)` accepts. Ties are ordered by index. Exact: sums are in double precision, in index
/// order. FAISS proposes more and more candidates until the bound on its error proves that none is
/// missing; without FAISS, every pair is compared, with the same result. The lists are in `memory`,
/// and valid until the next search.
[[nodiscard]] std::span<const std::vector<LikeVector>> most_alike(const VectorSet& vectors,
                                                                  Similarity measure,
                                                                  std::uint32_t k,
                                                                  const AdmitsVector& admits,
                                                                  SimilarityMemory& memory);

}  // namespace overlace
