// SPDX-License-Identifier: Apache-2.0
// The five nearest neighbours of every point, found by all contestants in turn.
#include <fmt/format.h>

#include "bench/check.h"
#include "bench/peers/contest.h"
#include "bench/peers/families.h"
#include "bench/peers/tables.h"
#include "bench/points.h"
#include "gpu/host/link_search.h"

namespace overlace {
namespace {

constexpr int neighbours = BenchScene::neighbours;

class LinkContest {
 public:
  LinkContest(const PeerOptions& options, int points)
      : options_(options), workers_(options.threads), points_(options.size, points, options.seed) {
    all_.push_back({"overlace", [this] { links_.clear(); }, [this] { search(); }});
    for (const auto& family : link_families()) {
      if (family.make == nullptr) continue;
      for (auto& peer : family.make({options.size, workers_.threads()}))
        add(family, std::move(peer));
    }
  }

  void run(BenchReport& report);

 private:
  struct Member {
    const PeerFamily<LinkPeers>* family;
    std::unique_ptr<LinkPeer> peer;
    std::vector<Vec2> points;  ///< of the last round that it took part in
  };

  void add(const PeerFamily<LinkPeers>& family, std::unique_ptr<LinkPeer> peer) {
    Member& member =
        *members_.emplace_back(std::make_unique<Member>(Member{&family, std::move(peer), {}}));
    all_.push_back({member.peer->name(), [this, &member] { prepare(member); },
                    [&member] { member.peer->search(neighbours); }});
  }
  void prepare(Member& member) {
    member.points = points_.positions();
    member.peer->prepare(member.points);
  }
  void search() {
    workers_.run(
        [this] { search_.run({.k = neighbours, .once = false}, points_.tracks(), links_); });
  }
  [[nodiscard]] bool exact(std::span<const Vec2> points, const std::vector<Link>& links) const {
    constexpr int samples = 50;
    return links_are_nearest(points, links, neighbours, samples, options_.seed);
  }
  void print(const Contestant& one, const PeerFamily<LinkPeers>* family, bool is_exact,
             BenchReport& report) const;

  const PeerOptions& options_;
  BenchWorkers workers_;
  BenchPoints points_;
  LinkSearch search_;
  std::vector<Link> links_;
  std::vector<std::unique_ptr<Member>> members_;
  std::vector<Contestant> all_;  ///< overlace, then the members in order
};

void LinkContest::run(BenchReport& report) {
  contest(all_, {.rounds = options_.rounds}, [this](bool) { points_.move(); });
  print(all_[0], nullptr, exact(points_.positions(), links_), report);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& member = *members_[i];
    print(all_[i + 1], member.family, exact(member.points, member.peer->links()), report);
  }
}

void LinkContest::print(const Contestant& one, const PeerFamily<LinkPeers>* family, bool is_exact,
                        BenchReport& report) const {
  BenchRow row{fmt::format("{}, {} points", one.name, points_.positions().size()),
               milliseconds_text(one.times), ""};
  const double longer = times_longer(all_[0], one);
  if (family != nullptr) {
    row.value += fmt::format(", {} x ours", digits(longer));
    // With few points, the overhead of a call dominates: being faster is enough.
    constexpr std::size_t few = 1'000;
    const double wanted = points_.positions().size() < few ? 1.0 : family->target;
    row.target = fmt::format(">= {} x ours", wanted);
    row.status = at_least(longer, wanted);
  }
  if (!is_exact) {
    row.value += ", not exact";
    if (family == nullptr) row.status = RowStatus::failed;
  }
  row.figures = {{"points", static_cast<std::int64_t>(points_.positions().size())},
                 {"median_ms", median(one.times)},
                 {"least_ms", least(one.times)},
                 {"times_longer", longer},
                 {"rounds", static_cast<std::int64_t>(one.times.size())},
                 {"exact", is_exact}};
  report.add(row);
}

}  // namespace

void print_linking(const PeerOptions& options, BenchReport& report) {
  for (const int points : {100, 1'000, 5'000, 20'000, 100'000})
    if (points <= options.most_points) LinkContest(options, points).run(report);
}

}  // namespace overlace
