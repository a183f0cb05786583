// SPDX-License-Identifier: Apache-2.0
// Takes candidates from FAISS, and decides in double precision.
#include "tracking/similarity.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tracking/similarity_propose.h"

namespace overlace {
namespace {

/// Initial proposals per query beyond the k wanted: one of them is the query itself.
constexpr std::size_t spare_proposals = 8;

double inner_product(std::span<const float> a, std::span<const float> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0, std::plus(),
                            [](double x, double y) { return x * y; });
}

double squared_distance(std::span<const float> a, std::span<const float> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0, std::plus(),
                            [](double x, double y) { return (x - y) * (x - y); });
}

/// The vectors scaled to length 1; vectors of length 0 stay.
void normalise(const VectorSet& vectors, std::vector<float>& unit) {
  unit.assign(vectors.values.begin(), vectors.values.end());
  for (std::size_t i = 0; i < vectors.count(); ++i) {
    const double length = std::sqrt(inner_product(vectors[i], vectors[i]));
    if (length == 0) continue;
    for (float& v : std::span(unit).subspan(i * vectors.size, vectors.size))
      v = static_cast<float>(v / length);
  }
}

}  // namespace

struct SimilarityMemory::Buffers {
  std::vector<float> unit;                     ///< vectors scaled to length 1
  std::vector<float> queries;                  ///< the vectors of open queries
  std::vector<std::uint32_t> open;             ///< queries whose nearest are not certain yet
  VectorProposals proposals;                   ///< from FAISS, for the queries
  std::vector<std::vector<LikeVector>> found;  ///< may have more lists than there are vectors
};

SimilarityMemory::SimilarityMemory() : buffers_(std::make_unique<Buffers>()) {}
SimilarityMemory::SimilarityMemory(SimilarityMemory&&) noexcept = default;
SimilarityMemory& SimilarityMemory::operator=(SimilarityMemory&&) noexcept = default;
SimilarityMemory::~SimilarityMemory() = default;

namespace {

class Search {
 public:
  Search(const VectorSet& vectors, Similarity measure, std::uint32_t k, const AdmitsVector& admits,
         SimilarityMemory::Buffers& buffers)
      : vectors_(vectors),
        l2_(measure == Similarity::l2),
        k_(k),
        admits_(admits),
        open_(buffers.open),
        queries_(buffers.queries),
        proposals_(buffers.proposals),
        found_(buffers.found) {
    double norm2 = 0;
    for (std::size_t i = 0; i < vectors.count(); ++i)
      norm2 = std::max(norm2, inner_product(vectors[i], vectors[i]));
    // A sum of d products is off by less than d u / (1 - d u) of the sum of their sizes (Higham,
    // "Accuracy and Stability of Numerical Algorithms", 3.1), u = 2^-24; |x|^2 + |y|^2 - 2 x.y has
    // two more terms and sizes up to 4 R^2. Taken twice as large.
    const double unit = static_cast<double>(vectors.size + 3) * 0x1p-24;
    error_ = 2 * unit * norm2 * (l2_ ? 4 : 1);
  }

  std::span<const std::vector<LikeVector>> run() {
    const std::size_t count = vectors_.count();
    if (found_.size() < count) found_.resize(count);
    for (std::vector<LikeVector>& list : found_) list.clear();
    if (k_ == 0) return std::span(found_).first(count);
    open_.resize(count);
    std::iota(open_.begin(), open_.end(), 0U);
    for (std::size_t wanted = k_ + spare_proposals; wanted < count; wanted *= 2)
      if (open_.empty() || !ask(wanted)) break;
    for (const std::uint32_t self : open_) compare_with_all(self);
    return std::span(found_).first(count);
  }

 private:
  /// Smaller is more alike.
  [[nodiscard]] double key(const LikeVector& v) const { return l2_ ? v.value : -v.value; }

  void offer(std::uint32_t self, std::uint32_t other) {
    if (self == other) return;
    const auto a = vectors_[self], b = vectors_[other];
    const LikeVector like{other, l2_ ? std::sqrt(squared_distance(a, b)) : inner_product(a, b)};
    if (!admits_(self, other, like.value)) return;
    std::vector<LikeVector>& list = found_[self];
    const auto before = [&](const LikeVector& x, const LikeVector& y) {
      return key(x) != key(y) ? key(x) < key(y) : x.index < y.index;
    };
    list.insert(std::ranges::upper_bound(list, like, before), like);
    if (list.size() > k_) list.pop_back();
  }
  void compare_with_all(std::uint32_t self) {
    found_[self].clear();
    for (std::uint32_t other = 0; other < vectors_.count(); ++other) offer(self, other);
  }
  /// True if nothing beyond an approximate key can be among the k nearest.
  [[nodiscard]] bool settled(std::uint32_t self, double beyond) const {
    const std::vector<LikeVector>& list = found_[self];
    if (list.size() < k_) return false;
    const double worst = l2_ ? list.back().value * list.back().value : key(list.back());
    return worst < beyond - error_;
  }

  /// Asks FAISS about open queries, and keeps those that remain open. False without FAISS.
  bool ask(std::size_t wanted) {
    queries_.clear();
    for (const std::uint32_t self : open_)
      queries_.insert(queries_.end(), vectors_[self].begin(), vectors_[self].end());
    proposals_.wanted = wanted;
    if (!propose({queries_, vectors_.size}, vectors_, l2_, proposals_)) return false;
    std::size_t left = 0;
    for (std::size_t q = 0; q < open_.size(); ++q) {
      const std::uint32_t self = open_[q];
      found_[self].clear();
      for (std::size_t i = q * wanted; i < (q + 1) * wanted; ++i)
        if (proposals_.indices[i] >= 0)
          offer(self, static_cast<std::uint32_t>(proposals_.indices[i]));
      if (!settled(self, proposals_.keys[(q + 1) * wanted - 1])) open_[left++] = self;
    }
    open_.resize(left);
    return true;
  }

  VectorSet vectors_;
  bool l2_;
  std::uint32_t k_;
  const AdmitsVector& admits_;
  double error_ = 0;  ///< upper bound for a proposal's key
  std::vector<std::uint32_t>& open_;
  std::vector<float>& queries_;
  VectorProposals& proposals_;
  std::vector<std::vector<LikeVector>>& found_;
};

}  // namespace

std::span<const std::vector<LikeVector>> most_alike(const VectorSet& vectors, Similarity measure,
                                                    std::uint32_t k, const AdmitsVector& admits,
                                                    SimilarityMemory& memory) {
  SimilarityMemory::Buffers& buffers = memory.buffers();
  if (measure != Similarity::cosine) return Search(vectors, measure, k, admits, buffers).run();
  normalise(vectors, buffers.unit);
  return Search({buffers.unit, vectors.size}, measure, k, admits, buffers).run();
}

}  // namespace overlace
