// SPDX-License-Identifier: Apache-2.0
// Lanes of GPUs that do not exist: stand-ins for renders report what a card would make them report.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "batch/batch_plan.h"
#include "batch/dispatcher.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr int out_of_memory = static_cast<int>(ErrorCode::out_of_memory);
constexpr int unavailable = static_cast<int>(ErrorCode::unavailable);

/// What a stand-in for a render has recorded about itself.
struct Visit {
  std::string id, device;
  pid_t pid = 0;
  int beside = 0;  ///< clips on the device, including this one
};

class Dispatching : public ::testing::Test {
 protected:
  using Render = std::function<int(const BatchClip& clip, const std::string& device)>;

  Dispatching() {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "on");
  }
  ~Dispatching() override { fs::remove_all(folder_); }

  /// Renders clips "0", "1" … in these lanes.
  BatchProgress run(const std::string& lanes, int count, const Render& render) {
    ClipList clips;
    std::vector<QueuedClip> queue;
    for (int i = 0; i < count; ++i) {
      const std::string name = std::to_string(i);
      clips.push_back({.id = name, .input = "/none/" + name, .output = name});
      queue.push_back({.row = static_cast<std::uint32_t>(i)});
    }
    Journal journal((folder_ / "journal").string(), Journal::Access::write);
    DispatchSettings settings{.lanes = parse_lanes(lanes),
                              .memory_bytes = std::int64_t{1} << 40U,
                              .retry_wait_s = 0.1,
                              .root = folder_.string()};
    Dispatcher dispatcher(
        clips, journal, settings,
        {.render = [&](const BatchClip& clip,
                       const std::string& device) { return visit(clip, device, render); },
         .basis = [](const BatchClip& /*clip*/) { return std::string("basis"); },
         .log_file = [](const BatchClip& /*clip*/) { return std::string(); },
         .progress = {},
         .settled = [this](const BatchClip& clip,
                           const ClipRecord& record) { records_[clip.id] = record; },
         .log = [this](const std::string& text) { said_.push_back(text); }});
    return dispatcher.run(queue);
  }

  [[nodiscard]] std::vector<Visit> visits() const {
    std::ifstream file(folder_ / "visits");
    std::vector<Visit> all;
    for (Visit v; file >> v.id >> v.device >> v.pid >> v.beside;) all.push_back(v);
    return all;
  }
  [[nodiscard]] std::set<pid_t> processes(const std::string& device) const {
    std::set<pid_t> pids;
    for (const Visit& v : visits())
      if (v.device == device) pids.insert(v.pid);
    return pids;
  }
  [[nodiscard]] int most_beside(const std::string& device) const {
    int most = 0;
    for (const Visit& v : visits())
      if (v.device == device) most = std::max(most, v.beside);
    return most;
  }
  void expect_each_done_at_once(int count) const {
    ASSERT_EQ(records_.size(), static_cast<std::size_t>(count));
    for (const auto& [id, record] : records_) {
      EXPECT_EQ(record.state, ClipState::done) << id;
      EXPECT_EQ(record.history.attempts, 1) << id;
    }
  }

  std::map<std::string, ClipRecord> records_;
  std::vector<std::string> said_;

 private:
  /// In the child: records which clips are there, and leaves.
  int visit(const BatchClip& clip, const std::string& device, const Render& render) const {
    const fs::path mark = folder_ / "on" / (device + " " + clip.id);
    std::ofstream{mark};
    const auto is_there = [&](const fs::directory_entry& entry) {
      return entry.path().filename().string().starts_with(device + " ");
    };
    const fs::directory_iterator there(folder_ / "on");
    const auto beside = std::count_if(begin(there), end(there), is_there);
    std::ofstream(folder_ / "visits", std::ios::app) << clip.id + " " + device + " " +
                                                            std::to_string(::getpid()) + " " +
                                                            std::to_string(beside) + "\n";
    const int code = render(clip, device);
    fs::remove(mark);
    return code;
  }

  fs::path folder_ = fs::path(::testing::TempDir()) / ("dispatcher-" + std::to_string(::getpid()));
};

int draw(const BatchClip& /*clip*/, const std::string& /*device*/) {
  return 0;
}

TEST_F(Dispatching, AGpuKeepsItsProcessAndTheCpuDoesNot) {
  EXPECT_EQ(run("cuda:0=1", 12, draw).count(ClipState::done), 12);
  EXPECT_EQ(processes("cuda:0").size(), 1U);
  expect_each_done_at_once(12);
  records_.clear();
  EXPECT_EQ(run("cpu=1", 12, draw).count(ClipState::done), 12);
  EXPECT_EQ(processes("cpu").size(), 12U);
}

TEST_F(Dispatching, AProcessEndsAfterTwoHundredClips) {
  run("cuda:0=1", 401, draw);
  expect_each_done_at_once(401);
  EXPECT_EQ(processes("cuda:0").size(), 3U);
}

TEST_F(Dispatching, OnlyWhatIsThereLeavesAProcessWarm) {
  const auto fails = [](const BatchClip& clip, const std::string& /*device*/) {
    if (clip.id == "1") return static_cast<int>(ErrorCode::loss);
    if (clip.id == "3") return static_cast<int>(ErrorCode::input);
    if (clip.id == "5") std::raise(SIGABRT);
    return 0;
  };
  const BatchProgress end = run("cuda:0=1", 7, fails);
  EXPECT_EQ(end.count(ClipState::done), 4);
  EXPECT_EQ(end.count(ClipState::done_with_loss), 1);
  EXPECT_EQ(records_["3"].state, ClipState::failed);
  EXPECT_EQ(records_["5"].state, ClipState::poison);
  std::map<std::string, pid_t> of;  // the first visit of each
  for (const Visit& v : visits()) of.emplace(v.id, v.pid);
  EXPECT_EQ((std::set{of["0"], of["1"], of["2"], of["3"]}.size()), 1U);
  EXPECT_EQ(of["4"], of["5"]);
  EXPECT_EQ((std::set{of["3"], of["4"], of["6"]}.size()), 3U);
}

TEST_F(Dispatching, AProcessThatGrowsIsGivenUp) {
  const auto leaks = [](const BatchClip& /*clip*/, const std::string& /*device*/) {
    constexpr std::size_t bytes = std::size_t{24} << 20U;
    void* const lost =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (lost != MAP_FAILED) std::memset(lost, 1, bytes);
    return 0;
  };
  run("cuda:0=1", 8, leaks);
  expect_each_done_at_once(8);
  EXPECT_EQ(processes("cuda:0").size(), 2U);  // the fourth has 72 MiB more than the first
}

// Like consumer cards, the card refuses a third session.
TEST_F(Dispatching, ACardWithTwoSessionsHasTwoClipsAtOnce) {
  const fs::path sessions =
      fs::path(::testing::TempDir()) / ("sessions-" + std::to_string(::getpid()));
  fs::create_directories(sessions);
  const auto encodes = [&](const BatchClip& /*clip*/, const std::string& device) {
    if (device == "cpu") return 0;
    for (const char* const name : {"a", "b"}) {
      if (!fs::create_directory(sessions / name)) continue;
      std::this_thread::sleep_for(milliseconds(20));
      fs::remove(sessions / name);
      return 0;
    }
    return unavailable;
  };
  run("cuda:0=4,cpu=1", 40, encodes);
  fs::remove_all(sessions);
  expect_each_done_at_once(40);
  std::map<std::string, int> tries;
  for (const Visit& v : visits()) ++tries[v.id];
  const auto again = std::ranges::count_if(tries, [](const auto& t) { return t.second > 1; });
  EXPECT_LE(again, 4);  // once the number is known, no more clips are refused
  EXPECT_FALSE(processes("cpu").empty());
}

TEST_F(Dispatching, AGpuDividesItsMemoryAmongItsClips) {
  const auto asks = [](const BatchClip& /*clip*/, const std::string& /*device*/) {
    Json opened, estimate;
    opened.set("event", "opened");
    opened.set("kind", "HD");
    opened.set("gpu_free", std::int64_t{10'000});
    if (ParentLine::ask(opened) == "estimate") {
      estimate.set("event", "estimate");
      estimate.set("bytes", std::int64_t{1});
      estimate.set("gpu_bytes", std::int64_t{3000});
      static_cast<void>(ParentLine::ask(estimate));
    }
    const fs::path mark = fs::path(::testing::TempDir()) / ("draws-" + std::to_string(::getppid()));
    fs::create_directories(mark);
    std::ofstream{mark / std::to_string(::getpid())};
    std::this_thread::sleep_for(milliseconds(30));
    const fs::directory_iterator there(mark);
    const auto drawing = std::distance(begin(there), end(there));
    fs::remove(mark / std::to_string(::getpid()));
    return drawing <= 2 ? 0 : static_cast<int>(ErrorCode::input);
  };
  run("cuda:0=4", 16, asks);
  fs::remove_all(fs::path(::testing::TempDir()) / ("draws-" + std::to_string(::getpid())));
  expect_each_done_at_once(16);
  EXPECT_EQ(most_beside("cuda:0"), 4);  // clips that have opened their inputs
}

TEST_F(Dispatching, WhatDoesNotFitIntoAGpuGoesToTheCpu) {
  const auto is_large = [](const BatchClip& clip, const std::string& device) {
    return device != "cpu" && clip.id == "2" ? out_of_memory : 0;
  };
  const BatchProgress end = run("cuda:0=2,cpu=1", 6, is_large);
  EXPECT_EQ(end.count(ClipState::done), 6);
  std::string last;
  for (const Visit& v : visits())
    if (v.id == "2") last = v.device;
  EXPECT_EQ(last, "cpu");
}

TEST_F(Dispatching, ADeadCardLeavesItsClipsToTheCpu) {
  const auto is_dead = [](const BatchClip& /*clip*/, const std::string& device) {
    return device == "cuda:1" ? unavailable : 0;
  };
  run("cuda:1=2,cpu=1", 8, is_dead);
  expect_each_done_at_once(8);
  EXPECT_LE(processes("cuda:1").size(), 2U);
  EXPECT_EQ(
      std::ranges::count_if(
          said_, [](const std::string& text) { return text.starts_with("cuda:1 draws no more"); }),
      1);
}

TEST_F(Dispatching, AProcessThatDiedWhileItRestedHarmsNoClip) {
  WarmChildren warm;
  const RenderClip render = [](const BatchClip& /*clip*/) { return 0; };
  const BatchClip clip{.id = "a", .input = "a", .output = "b", .part_of = "whole", .share = 0.5};
  const auto rest = [](ChildProcess& process) {
    std::optional<ChildEnd> end;
    while (!end)
      for (const Json& line : process.told()) end = WarmChildren::end_in(line);
    return end->code;
  };
  std::unique_ptr<ChildProcess> first = warm.start(0, clip, "", render);
  EXPECT_EQ(rest(*first), 0);
  const pid_t pid = first->pid();
  warm.keep(0, std::move(first));
  std::unique_ptr<ChildProcess> same = warm.start(0, clip, "", render);
  EXPECT_EQ(same->pid(), pid);
  EXPECT_EQ(rest(*same), 0);
  ASSERT_EQ(::kill(pid, SIGKILL), 0);
  std::this_thread::sleep_for(milliseconds(200));
  warm.keep(0, std::move(same));
  std::unique_ptr<ChildProcess> other = warm.start(0, clip, "", render);
  EXPECT_NE(other->pid(), pid);
  EXPECT_EQ(rest(*other), 0);
}

TEST(Handover, AClipIsTheSameInTheOtherProcess) {
  const BatchClip clip{.id = "walk.mp4#0-9",
                       .input = "/in/walk.mp4",
                       .output = "/out/walk.mp4",
                       .priority = 3,
                       .options = {{"set", "a=1"}, {"set", "b=2"}, {"frames", "0-9"}},
                       .part_of = "walk.mp4",
                       .share = 1.0 / 3,
                       .publish = {"cp", "{path}", "x y"}};
  EXPECT_EQ(clip_of(parse_json(clip_json(clip).dump(), "line")), clip);
}

}  // namespace
}  // namespace overlace
