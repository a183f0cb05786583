// SPDX-License-Identifier: Apache-2.0
// FAISS on the CPU: a flat index, with all distances from matrix products, or one by one.
#include <faiss/IndexFlat.h>
#include <faiss/utils/distances.h>

#include <limits>

#include "bench/peers/neighbours.h"
#include "bench/peers/peer.h"

extern "C" void omp_set_num_threads(int);  // omp.h belongs to one compiler only

namespace overlace {
namespace {

class FaissPeer final : public LinkPeer {
 public:
  FaissPeer(int threads, bool products) : products_(products) { omp_set_num_threads(threads); }

  std::string name() const override { return products_ ? "FAISS flat" : "FAISS flat, no BLAS"; }

  /// Relative to the middle, where its float products lose the fewest digits.
  void prepare(std::span<const Vec2> points) override {
    Vec2 middle;
    for (const Vec2& p : points) middle = middle + p * (1.0F / static_cast<float>(points.size()));
    coordinates_.clear();
    for (const Vec2& p : points)
      coordinates_.insert(coordinates_.end(), {p.x - middle.x, p.y - middle.y});
  }

  void search(int k) override {
    wanted_ = k + 1;  // each point finds itself
    const auto count = static_cast<std::int64_t>(coordinates_.size() / 2);
    const auto places = static_cast<std::size_t>(count * wanted_);
    labels_.resize(places);
    distances_.resize(places);
    faiss::distance_compute_blas_threshold = products_ ? 20 : std::numeric_limits<int>::max();
    faiss::IndexFlatL2 index(2);
    index.add(count, coordinates_.data());
    index.search(count, coordinates_.data(), wanted_, distances_.data(), labels_.data());
  }

  std::vector<Link> links() const override {
    return neighbour_links(labels_, static_cast<std::size_t>(wanted_));
  }

 private:
  bool products_;  ///< the library's own choice for more than 20 queries
  int wanted_ = 0;
  std::vector<float> coordinates_, distances_;
  std::vector<std::int64_t> labels_;
};

}  // namespace

LinkPeers faiss_peers(const PeerSetup& setup) {
  LinkPeers peers;
  for (const bool products : {true, false})
    peers.push_back(std::make_unique<FaissPeer>(setup.threads, products));
  return peers;
}

}  // namespace overlace
