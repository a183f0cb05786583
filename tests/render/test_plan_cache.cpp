// SPDX-License-Identifier: Apache-2.0
// What a host that makes an instance for every frame relies on: nothing is made twice.
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "graph/data/tracks.h"
#include "render/plan_cache.h"

namespace overlace::test {
namespace {

/// Draws nothing, and can record the streams that it is set to.
class IdleReplay final : public Replay {
 public:
  explicit IdleReplay(std::vector<void*>* streams = nullptr) : streams_(streams) {}
  void set_stream(void* stream) override {
    if (streams_ != nullptr) streams_->push_back(stream);
  }
  [[nodiscard]] std::size_t slots() const override { return 1; }
  void submit(std::size_t, const FrameTime&, const ImageView&) override {}
  ReplayStats finish(std::size_t) override { return {}; }
  PixelRect bounds(const FrameTime&) override { return {}; }

 private:
  std::vector<void*>* streams_;
};

/// A document over a clip, which count the plans and replays made of them.
struct Host {
  std::atomic<int> plans = 0, replays = 0;
  std::string version = "1";
  bool broken = false;
  SessionDocument document{parse_json(R"({"overlace": 1,
      "nodes": {"tracks": {"type": "track_file", "params": {"path": "tracks.txt"}},
                "boxes": {"type": "draw_boxes", "inputs": {"tracks": "tracks"}}},
      "composite": ["boxes"]})",
                                      "test"),
                           "test"};
  ClipSources sources{.clip = {.size = {64, 48}, .frame_rate = {25}, .frame_count = 10},
                      .read_tracks =
                          [this](const std::string&) {
                            if (broken) throw std::runtime_error("no such tracks");
                            ++plans;
                            std::this_thread::sleep_for(std::chrono::milliseconds(5));
                            return make_track_table({}, {});
                          },
                      .file_version = [this](const std::string&) { return version; }};
  NamedDevice device{"idle", [this](const std::shared_ptr<const Plan>& plan) {
                       EXPECT_NE(plan, nullptr);
                       ++replays;
                       return std::make_unique<IdleReplay>();
                     }};

  Host() = default;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  [[nodiscard]] SessionRequest request(const char* width = "1") const {
    return {document, sources, {.values = {{"boxes.stroke_width", width}}}};
  }
};

TEST(PlanCache, ReplaysComeBack) {
  Host host;
  PlanCache cache;
  const Replay* before = nullptr;
  for (int frame = 0; frame < 10; ++frame) {
    const SharedPlan::Lease lease = cache.open(host.request(), host.device);
    if (before != nullptr) EXPECT_EQ(&lease.replay(), before);
    before = &lease.replay();
  }
  EXPECT_EQ(host.plans, 1);
  EXPECT_EQ(host.replays, 1);
}

/// The stream may not outlive the lease, so a replay that is kept must no longer refer to it.
TEST(PlanCache, KeptReplaysAreOffTheCallersStream) {
  Host host;
  std::vector<void*> streams;
  NamedDevice device{"noting", [&](const auto&) { return std::make_unique<IdleReplay>(&streams); }};
  int first = 0, second = 0;
  PlanCache cache;
  for (int* stream : {&first, &second}) {
    device.stream = stream;
    (void)cache.open(host.request(), device);
  }
  EXPECT_EQ(streams, (std::vector<void*>{&first, nullptr, &second, nullptr}));
}

TEST(PlanCache, CallersAtOnceShareThePlanAndNotTheReplay) {
  Host host;
  PlanCache cache(16, 1);
  {
    const SharedPlan::Lease a = cache.open(host.request(), host.device),
                            b = cache.open(host.request(), host.device);
    EXPECT_EQ(&a.plan(), &b.plan());
    EXPECT_NE(&a.replay(), &b.replay());
  }
  // One of the two replays was kept, the number that the cache was created with.
  const SharedPlan::Lease a = cache.open(host.request(), host.device),
                          b = cache.open(host.request(), host.device);
  EXPECT_EQ(host.replays, 3);
  EXPECT_EQ(host.plans, 1);
}

TEST(PlanCache, ManyThreadsWaitForOnePlan) {
  Host host;
  PlanCache cache;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (int frame = 0; frame < 50; ++frame) (void)cache.open(host.request(), host.device);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(host.plans, 1);
  EXPECT_LE(host.replays, 8 + 50 * 4) << "four idle ones are kept";
}

TEST(PlanCache, LetsTheLeastRecentlyUsedGo) {
  Host host;
  PlanCache cache(2);
  const SharedPlan::Lease held = cache.open(host.request("1"), host.device);
  (void)cache.open(host.request("2"), host.device);
  (void)cache.open(host.request("1"), host.device);
  (void)cache.open(host.request("3"), host.device);  // number 2 is evicted
  EXPECT_EQ(host.plans, 3);
  (void)cache.open(host.request("1"), host.device);
  EXPECT_EQ(host.plans, 3);
  (void)cache.open(host.request("2"), host.device);
  EXPECT_EQ(host.plans, 4);
  (void)cache.open(host.request("3"),
                   host.device);  // number 1 was evicted, but the one in use is intact
  EXPECT_EQ(held.plan().clip.size.width, 64);
}

TEST(PlanCache, PlansOfANamedClipShareItsTables) {
  Host host;
  host.sources.name = "clip";
  PlanCache cache;
  const SharedPlan::Lease thin = cache.open(host.request("1"), host.device),
                          wide = cache.open(host.request("2"), host.device);
  EXPECT_NE(&thin.plan(), &wide.plan());
  EXPECT_EQ(host.plans, 1) << "the track file was read again for another width";
}

TEST(PlanCache, DevicesShareThePlanAndNotTheReplays) {
  Host host;
  PlanCache cache;
  const NamedDevice other{"other", host.device.make};
  const Replay* of_first = nullptr;
  {
    const SharedPlan::Lease a = cache.open(host.request(), host.device);
    const SharedPlan::Lease b = cache.open(host.request(), other);
    EXPECT_EQ(&a.plan(), &b.plan());
    of_first = &a.replay();
  }
  EXPECT_EQ(&cache.open(host.request(), host.device).replay(), of_first);
  EXPECT_NE(&cache.open(host.request(), other).replay(), of_first);
  EXPECT_EQ(host.replays, 2);
}

TEST(PlanCache, MakesAPlanAgainOnceAFileHasChanged) {
  Host host;
  PlanCache cache;
  (void)cache.open(host.request(), host.device);
  host.version = "2";
  (void)cache.open(host.request(), host.device);
  (void)cache.open(host.request(), host.device);
  EXPECT_EQ(host.plans, 2);
}

TEST(PlanCache, KeepsNoFailure) {
  Host host;
  PlanCache cache;
  host.broken = true;
  EXPECT_THROW((void)cache.open(host.request(), host.device), std::exception);
  host.broken = false;
  (void)cache.open(host.request(), host.device);
  EXPECT_EQ(host.plans, 1);
}

TEST(PlanKey, DependsOnEverything) {
  const SessionDocument document{parse_json(R"({"overlace": 1})", "a"), "a", {{"tracks", "t"}}};
  SessionDocument other = document, renamed = document, of_other_tracks = document;
  other.json = parse_json("{}", "b");
  renamed.name = "b";
  of_other_tracks.variables["tracks"] = "u";
  const ClipSources clip{.clip = {.size = {640, 360}, .frame_rate = {25}, .frame_count = 10},
                         .name = "clip"};
  ClipSources longer = clip, mirrored = clip, second = clip;
  longer.clip.frame_count = 11;
  mirrored.clip.stored.flip_x = true;
  second.name = "second";
  const PlanSettings settings{.values = {{"links.k", "3"}}};
  const std::set<Digest::Value> keys = {
      plan_key({document, clip, settings}),
      plan_key({other, clip, settings}),
      plan_key({renamed, clip, settings}),
      plan_key({of_other_tracks, clip, settings}),
      plan_key({document, longer, settings}),
      plan_key({document, mirrored, settings}),
      plan_key({document, second, settings}),
      plan_key({document, clip, {.values = {{"links.k", "4"}}}}),
      plan_key({document, clip}),
      plan_key({document, clip, {.values = settings.values, .layered = true}}),
      plan_key({document, clip, {.values = settings.values, .keep_slots = true}}),
  };
  EXPECT_EQ(keys.size(), 11U);
  const SessionDocument equal = document;
  EXPECT_EQ(plan_key({document, clip, settings}), plan_key({equal, clip, settings}));
}

}  // namespace
}  // namespace overlace::test
