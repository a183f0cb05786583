// SPDX-License-Identifier: Apache-2.0
// nanoflann: a k-d tree, built by one thread and queried by that thread or by all.
#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <nanoflann.hpp>

#include "bench/calibration.h"
#include "bench/peers/neighbours.h"
#include "bench/peers/peer.h"

namespace overlace {
namespace {

struct Cloud {
  std::span<const Vec2> points;
  std::size_t kdtree_get_point_count() const { return points.size(); }
  float kdtree_get_pt(std::size_t i, std::size_t axis) const {
    return axis == 0 ? points[i].x : points[i].y;
  }
  template <class Bounds>
  bool kdtree_get_bbox(Bounds&) const {
    return false;
  }
};
using Tree =
    nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Cloud>, Cloud, 2>;

class NanoflannPeer final : public LinkPeer {
 public:
  explicit NanoflannPeer(int threads) : workers_(threads) {}

  std::string name() const override {
    return workers_.threads() == 1 ? "nanoflann"
                                   : fmt::format("nanoflann by {}", workers_.threads());
  }
  void prepare(std::span<const Vec2> points) override {
    points_.assign(points.begin(), points.end());
  }

  void search(int k) override {
    wanted_ = static_cast<std::size_t>(k) + 1;  // each point finds itself
    found_.resize(points_.size() * wanted_);
    distances_.resize(found_.size());
    const Cloud cloud{points_};
    Tree tree(2, cloud, {10});
    tree.buildIndex();
    workers_.run([&] {
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, points_.size(), 256),
                        [&](const tbb::blocked_range<std::size_t>& part) {
                          for (std::size_t i = part.begin(); i != part.end(); ++i)
                            tree.knnSearch(&points_[i].x, wanted_, found_.data() + i * wanted_,
                                           distances_.data() + i * wanted_);
                        });
    });
  }

  std::vector<Link> links() const override { return neighbour_links(found_, wanted_); }

 private:
  BenchWorkers workers_;
  std::size_t wanted_ = 0;
  std::vector<Vec2> points_;
  std::vector<std::uint32_t> found_;
  std::vector<float> distances_;
};

}  // namespace

LinkPeers nanoflann_peers(const PeerSetup& setup) {
  LinkPeers peers;
  peers.push_back(std::make_unique<NanoflannPeer>(1));
  if (setup.threads > 1) peers.push_back(std::make_unique<NanoflannPeer>(setup.threads));
  return peers;
}

}  // namespace overlace
