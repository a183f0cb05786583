// SPDX-License-Identifier: Apache-2.0
// What a host that makes an instance for every frame counts on: nothing is made twice.
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include "render/plan_cache.h"

namespace overlace::test {
namespace {

/// Draws nothing.
class IdleReplay final : public Replay {
 public:
  [[nodiscard]] std::size_t slots() const override { return 1; }
  void submit(std::size_t, const FrameTime&, const ImageView&) override {}
  ReplayStats finish(std::size_t) override { return {}; }
  PixelRect bounds(const FrameTime&) override { return {}; }
};

/// A maker that counts.
struct Counted {
  std::atomic<int> plans = 0, replays = 0;
  std::string version = "1";
  PlanMaker maker{.plan =
                      [this] {
                        ++plans;
                        std::this_thread::sleep_for(std::chrono::milliseconds(5));
                        return MadePlan{std::make_shared<const Plan>(), {{"tracks.txt", version}}};
                      },
                  .replay =
                      [this](const std::shared_ptr<const Plan>& plan) {
                        EXPECT_NE(plan, nullptr);
                        ++replays;
                        return std::make_unique<IdleReplay>();
                      },
                  .file_version = [this](const std::string&) { return version; }};
  Counted() = default;
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
};

constexpr Digest::Value first{1, 0}, second{2, 0}, third{3, 0};

TEST(PlanCache, ReplaysComeBack) {
  PlanCache cache;
  Counted counted;
  const Replay* before = nullptr;
  for (int frame = 0; frame < 10; ++frame) {
    const PlanCache::Lease lease = cache.open(first, counted.maker);
    if (before != nullptr) EXPECT_EQ(&lease.replay(), before);
    before = &lease.replay();
  }
  EXPECT_EQ(counted.plans, 1);
  EXPECT_EQ(counted.replays, 1);
}

TEST(PlanCache, CallersAtOnceShareThePlanAndNotTheReplay) {
  PlanCache cache(16, 1);
  Counted counted;
  {
    const PlanCache::Lease a = cache.open(first, counted.maker),
                           b = cache.open(first, counted.maker);
    EXPECT_EQ(&a.plan(), &b.plan());
    EXPECT_NE(&a.replay(), &b.replay());
  }
  // One of the two is kept, as the cache was told.
  const PlanCache::Lease a = cache.open(first, counted.maker), b = cache.open(first, counted.maker);
  EXPECT_EQ(counted.replays, 3);
  EXPECT_EQ(counted.plans, 1);
}

TEST(PlanCache, ManyThreadsWaitForOnePlan) {
  PlanCache cache;
  Counted counted;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (int frame = 0; frame < 50; ++frame) (void)cache.open(first, counted.maker);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counted.plans, 1);
  EXPECT_LE(counted.replays, 8 + 50 * 4) << "four idle ones are kept";
}

TEST(PlanCache, LetsTheLeastRecentlyUsedGo) {
  PlanCache cache(2);
  Counted counted;
  const PlanCache::Lease held = cache.open(first, counted.maker);
  (void)cache.open(second, counted.maker);
  (void)cache.open(first, counted.maker);
  (void)cache.open(third, counted.maker);  // number 2 goes
  EXPECT_EQ(counted.plans, 3);
  (void)cache.open(first, counted.maker);
  EXPECT_EQ(counted.plans, 3);
  (void)cache.open(second, counted.maker);
  EXPECT_EQ(counted.plans, 4);
  (void)cache.open(third, counted.maker);  // number 1 has gone; the one in use is still whole
  EXPECT_EQ(held.plan().steps.size(), 0U);
}

TEST(PlanCache, MakesAPlanAgainOnceAFileHasChanged) {
  PlanCache cache;
  Counted counted;
  (void)cache.open(first, counted.maker);
  counted.version = "2";
  (void)cache.open(first, counted.maker);
  (void)cache.open(first, counted.maker);
  EXPECT_EQ(counted.plans, 2);
}

TEST(PlanCache, KeepsNoFailure) {
  PlanCache cache;
  Counted counted;
  PlanMaker failing = counted.maker;
  failing.plan = []() -> MadePlan { throw std::runtime_error("no such graph"); };
  EXPECT_THROW((void)cache.open(first, failing), std::runtime_error);
  (void)cache.open(first, counted.maker);
  EXPECT_EQ(counted.plans, 1);
}

TEST(PlanKey, DependsOnEverything) {
  const Json document = parse_json(R"({"overlace": 1})", "a"), other = parse_json("{}", "b");
  const std::vector<Setting> settings{{"links.k", "3"}}, more{{"links.k", "4"}};
  const ClipInfo clip{.size = {640, 360}, .frame_rate = {25}, .frame_count = 10};
  ClipInfo longer = clip, turned = clip;
  longer.frame_count = 11;
  turned.stored.flip_x = true;
  const PlanRequest request{document, settings, clip, "clip", "tracks"};
  const std::set<Digest::Value> keys = {
      plan_key(request),
      plan_key({other, settings, clip, "clip", "tracks"}),
      plan_key({document, more, clip, "clip", "tracks"}),
      plan_key({document, {}, clip, "clip", "tracks"}),
      plan_key({document, settings, longer, "clip", "tracks"}),
      plan_key({document, settings, turned, "clip", "tracks"}),
      plan_key({document, settings, clip, "clipt", "racks"}),
      plan_key({document, settings, clip, "clip", "tracks", true}),
  };
  EXPECT_EQ(keys.size(), 8U);
  EXPECT_EQ(plan_key(request), plan_key({document, settings, clip, "clip", "tracks"}));
}

}  // namespace
}  // namespace overlace::test
