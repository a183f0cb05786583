// SPDX-License-Identifier: Apache-2.0
// Candidates from FAISS, decided by exact arithmetic.
#include "gpu/host/link_faiss.h"

#include <algorithm>
#include <cmath>

#include "gpu/host/link_faiss_propose.h"
#include "graph/core/module.h"

namespace overlace {
namespace {

/// Queries that go to FAISS together: enough for its matrix product, without taking much memory.
constexpr std::size_t batch_points = 1024;
/// Initial number of proposals per query beyond the k wanted.
constexpr std::size_t spare_proposals = 8;

/// Points moved to the middle of their extent, where |x|^2 + |y|^2 - 2 x.y cancels least, and a
/// bound on the error of a distance from that formula: with R the largest norm, moving rounds by
/// 12 R^2 u, the formula by 32 R^2 u, and squared_distance by 12 R^2 u, u = 2^-24 (Higham,
/// "Accuracy and Stability of Numerical Algorithms", 3.1). The bound is twice their sum.
struct Centred {
  std::vector<float> xy;
  double error = 0;

  explicit Centred(const LinkPoints& points) {
    double left = points.position[0].x, right = left, top = points.position[0].y, bottom = top;
    for (const Vec2& p : points.position) {
      left = std::min<double>(left, p.x);
      right = std::max<double>(right, p.x);
      top = std::min<double>(top, p.y);
      bottom = std::max<double>(bottom, p.y);
    }
    for (const Vec2& p : points.position) {
      xy.push_back(static_cast<float>(p.x - (left + right) / 2));
      xy.push_back(static_cast<float>(p.y - (top + bottom) / 2));
    }
    const double norm = std::hypot((right - left) / 2, (bottom - top) / 2);
    error = 112 * norm * norm * 0x1p-24;
  }
};

/// Ranks proposals exactly and keeps the k best.
class ExactRanking {
 public:
  ExactRanking(const LinkPoints& points, const LinkRule& rule, Neighbours& found)
      : points_(points), rule_(rule), found_(found) {}

  void offer(std::uint32_t self, std::uint32_t other) const {
    if (self == other) return;
    const Vec2 a = points_.position[self], b = points_.position[other];
    const float d2 = squared_distance(a, b), dy = a.y - b.y;
    if (!(d2 >= rule_.min_d2 && d2 <= rule_.max_d2) || max(dy, -dy) > rule_.max_dy) return;
    if (!classes_match(rule_.classes, points_.class_index[self], points_.class_index[other]))
      return;
    insert_neighbour(found_.places(self), found_.k, neighbour_key(d2, other));
  }
  void offer_all(std::uint32_t self) const {
    clear(self);
    for (std::uint32_t other = 0; other < points_.size(); ++other) offer(self, other);
  }
  void clear(std::uint32_t self) const { std::fill_n(found_.places(self), found_.k, found_.none); }
  /// True when nothing at `d2` or beyond can change the list.
  [[nodiscard]] bool settled(std::uint32_t self, double d2) const {
    return key_distance(found_.places(self)[found_.k - 1]) < d2;
  }

 private:
  const LinkPoints& points_;
  const LinkRule& rule_;
  Neighbours& found_;
};

/// Asks FAISS about points until the answers are proven.
class ProposalRounds {
 public:
  ProposalRounds(const Centred& centred, const ExactRanking& ranking)
      : centred_(centred), ranking_(ranking), xy_(2 * batch_points) {
    for (std::uint32_t i = 0; i < points(); ++i) unsettled_.push_back(i);
  }

  /// Asks for more and more neighbours of the points that are not settled. Beyond a quarter of all
  /// points, a proposal costs more than examining every point. False if the proposer failed.
  bool ask(FaissProposer& proposer, std::uint32_t k) {
    const std::size_t most = std::min(points() / 4, proposer.most());
    for (std::size_t wanted = k + spare_proposals; wanted <= most && !unsettled_.empty();
         wanted *= 2)
      if (!ask_all(proposer, wanted)) return false;
    return true;
  }
  [[nodiscard]] const std::vector<std::uint32_t>& unsettled() const { return unsettled_; }

 private:
  [[nodiscard]] std::size_t points() const { return centred_.xy.size() / 2; }

  bool ask_all(FaissProposer& proposer, std::size_t wanted) {
    distance_.resize(batch_points * wanted);
    index_.resize(batch_points * wanted);
    std::vector<std::uint32_t> unsettled;
    for (std::size_t begin = 0; begin < unsettled_.size(); begin += batch_points) {
      const std::span queries =
          std::span<const std::uint32_t>(unsettled_)
              .subspan(begin, std::min(batch_points, unsettled_.size() - begin));
      for (std::size_t q = 0; q < queries.size(); ++q)
        std::copy_n(centred_.xy.data() + std::size_t{2} * queries[q], 2, xy_.data() + 2 * q);
      if (!proposer.propose(FaissPoints(xy_).first(2 * queries.size()), centred_.xy,
                            {wanted, distance_.data(), index_.data()}))
        return false;
      for (std::size_t q = 0; q < queries.size(); ++q)
        if (!settle(queries[q], q * wanted, wanted)) unsettled.push_back(queries[q]);
    }
    unsettled_.swap(unsettled);
    return true;
  }
  /// Ranks a point's proposals; false if a point outside them may be nearer.
  [[nodiscard]] bool settle(std::uint32_t self, std::size_t first, std::size_t wanted) const {
    ranking_.clear(self);
    for (std::size_t i = first; i < first + wanted; ++i)
      if (index_[i] >= 0) ranking_.offer(self, static_cast<std::uint32_t>(index_[i]));
    return ranking_.settled(self, distance_[first + wanted - 1] - centred_.error);
  }

  const Centred& centred_;
  const ExactRanking& ranking_;
  std::vector<std::uint32_t> unsettled_;
  std::vector<float> xy_, distance_;  ///< of a batch
  std::vector<std::int64_t> index_;
};

/// Null if the module is not installed.
const FaissProposers* proposers() {
  auto* const table =
      module_function<decltype(overlace_faiss_proposers)>("faiss", "overlace_faiss_proposers");
  return table == nullptr ? nullptr : table();
}

std::unique_ptr<FaissProposer> make_proposer() {
  const FaissProposers& made = *proposers();
  std::unique_ptr<FaissProposer> gpu = made.on_gpu != nullptr ? made.on_gpu() : nullptr;
  return gpu != nullptr ? std::move(gpu) : made.on_cpu();
}

}  // namespace

bool has_faiss() {
  return proposers() != nullptr;
}

FaissSearch::FaissSearch() = default;
FaissSearch::~FaissSearch() = default;
FaissSearch::FaissSearch(FaissSearch&&) noexcept = default;
FaissSearch& FaissSearch::operator=(FaissSearch&&) noexcept = default;

void FaissSearch::search(const LinkPoints& points, const LinkRule& rule, std::uint32_t k,
                         Neighbours& found) {
  found.shape(points.size(), k, no_neighbour(rule));
  if (points.size() == 0 || k == 0) return;
  if (proposer_ == nullptr) proposer_ = make_proposer();
  const Centred centred(points);
  const ExactRanking ranking(points, rule, found);
  ProposalRounds rounds(centred, ranking);
  if (!rounds.ask(*proposer_, k)) {
    proposer_ = proposers()->on_cpu();
    (void)rounds.ask(*proposer_, k);  // which never fails
  }
  for (const std::uint32_t point : rounds.unsettled()) ranking.offer_all(point);
}

}  // namespace overlace
