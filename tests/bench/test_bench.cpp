// SPDX-License-Identifier: Apache-2.0
// Benchmarks notice wrong results, and their scenes are as documented.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>

#include "bench/bench_report.h"
#include "bench/check.h"
#include "bench/loop.h"
#include "bench/points.h"
#include "bench/rows.h"

namespace overlace {
namespace {

constexpr Size small{64, 48};

/// Draws the frame number into every luma sample; the slow drawing adds `error`.
class FakeSubject final : public BenchSubject {
 public:
  explicit FakeSubject(int error) : error_(error) {}
  void prepare() override { ++frame_; }
  ReplayStats draw(const ImageView& picture) override {
    fill(picture, frame_);
    return {.bytes_written = 7};
  }
  SlowDrawing slow_drawing() const override {
    return [value = frame_ + error_](const ImageView& picture) { fill(picture, value); };
  }

 private:
  static void fill(const ImageView& picture, int value) {
    for (int y = 0; y < picture.size.height; ++y)
      for (int x = 0; x < picture.size.width; ++x)
        picture.planes[0].data[y * picture.planes[0].stride + x] = static_cast<std::byte>(value);
  }
  int error_, frame_ = 0;
};

std::vector<SubjectTimes> time_fakes(std::initializer_list<int> errors,
                                     const LoopOptions& options) {
  std::vector<std::unique_ptr<BenchSubject>> subjects;
  for (const int error : errors) subjects.push_back(std::make_unique<FakeSubject>(error));
  BenchWorkers workers(1);
  BenchFrames frames(BenchPicture(small, 1));
  return time_in_turn(subjects, workers, frames, options);
}

TEST(BenchLoop, NoticesFramesThatAreWrong) {
  for (const std::uint32_t seed : {1U, 2U, 3U}) {
    const auto times = time_fakes({0, 1}, {.rounds = 20, .seed = seed});
    EXPECT_TRUE(times[0].correct);
    EXPECT_FALSE(times[1].correct);
    EXPECT_EQ(times[0].hash, times[1].hash);  // of equal drawings
  }
}

TEST(BenchLoop, StopsAfterItsBudgetButNotBeforeThereIsAMedian) {
  EXPECT_EQ(time_fakes({0}, {.rounds = 20, .budget_ms = 0})[0].draw.size(), least_rounds);
  const auto times = time_fakes({0}, {.rounds = 20, .budget_ms = 1e9});
  EXPECT_EQ(times[0].draw.size(), 20U);
  EXPECT_EQ(times[0].copy.size(), 20U);
  EXPECT_EQ(times[0].stats.bytes_written, 7U);
}

TEST(BenchLoop, AsManyRoundsAsAskedFor) {
  EXPECT_EQ(time_fakes({0}, loop_options(100, 1))[0].draw.size(), 100U);
  EXPECT_EQ(loop_options(1, 9).rounds, least_rounds);
  EXPECT_EQ(loop_options(1, 9).seed, 9U);
  EXPECT_EQ(loop_options(0, 1).rounds, LoopOptions().rounds);
}

TEST(BenchReport, FailsWhenARowIsWrong) {
  BenchReport report(true);
  SubjectTimes times{.draw = {1}, .copy = {1}, .stats = {}, .hash = 0, .correct = true};
  report.add_times("slow", times, 0.5);
  EXPECT_TRUE(report.correct());  // missed its target, but right
  times.correct = false;
  report.add_times("wrong", times);
  EXPECT_FALSE(report.correct());
}

TEST(PictureCheck, MissesNoSample) {
  const BenchPicture clean(small, 3);
  for (const std::size_t sample : {std::size_t{0}, clean.bytes() / 2, clean.bytes() - 1}) {
    PictureCheck check(5, least_rounds);
    BenchPicture drawn = clean;
    check.keep(drawn.view(), [](const ImageView&) {});
    EXPECT_FALSE(check.verify(clean)) << "one of two frames is missing";
    drawn.samples()[sample] ^= std::byte{1};
    check.keep(drawn.view(), [](const ImageView&) {});
    EXPECT_FALSE(check.verify(clean)) << sample;
  }
}

TEST(PictureCheck, TheSeedPicksTwoFrames) {
  std::set<std::pair<int, int>> picks;
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    const PictureCheck check(seed, least_rounds);
    std::vector<int> wanted;
    for (int frame = 0; frame < least_rounds; ++frame)
      if (check.wants(frame)) wanted.push_back(frame);
    ASSERT_EQ(wanted.size(), 2U) << seed;
    picks.emplace(wanted[0], wanted[1]);
  }
  EXPECT_EQ(picks.size(), std::size_t{least_rounds * (least_rounds - 1) / 2});
}

/// Three points on the left and three on the right, each linked to the two next to it.
struct TwoClusters {
  std::vector<Vec2> points{{0, 0}, {1, 0}, {0, 2}, {90, 0}, {91, 0}, {90, 2}};
  std::vector<Link> links;
  TwoClusters() {
    for (std::uint32_t a = 0; a < 6; ++a)
      for (std::uint32_t b = a / 3 * 3; b < a / 3 * 3 + 3; ++b)
        if (a != b) links.push_back({.row_a = a, .row_b = b, .a = points[a], .b = points[b]});
  }
  [[nodiscard]] bool checked() const { return links_are_nearest(points, links, 2, 60, 1); }
};

TEST(LinkCheck, NoticesLinksThatAreWrong) {
  EXPECT_TRUE(TwoClusters().checked());
  const auto broken = [](auto change) {
    TwoClusters scene;
    change(scene.links);
    return !scene.checked();
  };
  EXPECT_TRUE(broken([](auto& links) { links[0].row_b = 3; }));  // a point farther away
  EXPECT_TRUE(broken([](auto& links) { links[0].row_b = 0; }));  // itself
  EXPECT_TRUE(broken([](auto& links) { links[1] = links[0]; }));
  EXPECT_TRUE(broken([](auto& links) { links[0].row_b = 6; }));  // no such point
  EXPECT_TRUE(broken([](auto& links) { links.pop_back(); }));
  EXPECT_TRUE(broken([](auto& links) { links.push_back(links[0]); }));
}

TEST(LinkCheck, FewPoints) {
  const std::vector<Vec2> two{{0, 0}, {5, 5}};
  const std::vector<Link> links{{.row_a = 0, .row_b = 1, .a = two[0], .b = two[1]},
                                {.row_a = 1, .row_b = 0, .a = two[1], .b = two[0]}};
  EXPECT_TRUE(links_are_nearest(two, links, 5, 10, 1));
  EXPECT_FALSE(links_are_nearest(two, {}, 5, 10, 1));
  EXPECT_TRUE(links_are_nearest({}, {}, 5, 10, 1));
}

std::size_t count_of(const DisplayList& list, PrimitiveKind kind) {
  return static_cast<std::size_t>(std::count_if(list.primitives.begin(), list.primitives.end(),
                                                [kind](const auto& p) { return p.kind == kind; }));
}

TEST(BenchScene, EverythingChangesFromFrameToFrame) {
  BenchScene scene({.points = 100, .filled = true, .seed = 4});
  DisplayList list, before;
  std::set<std::size_t> counts;
  scene.next_frame(before);
  for (int frame = 0; frame < 60; ++frame) {
    scene.next_frame(list);
    const std::size_t boxes = count_of(list, PrimitiveKind::shape);
    counts.insert(boxes);
    ASSERT_EQ(count_of(list, PrimitiveKind::curve), boxes * BenchScene::neighbours);
    const Primitive &box = list.primitives[boxes * BenchScene::neighbours],
                    &old = before.primitives[count_of(before, PrimitiveKind::curve)];
    EXPECT_NE(box.shape.center, old.shape.center);
    EXPECT_NE(box.stroke, old.stroke);
    EXPECT_NEAR(box.fill.a, 0.2, 1e-6);
    before.primitives = list.primitives;
  }
  EXPECT_EQ(counts, (std::set<std::size_t>{98, 99, 100, 101, 102}));
}

TEST(BenchScene, LooksAlikeAtEverySize) {
  BenchScene large({.size = {3840, 2160}, .filled = true, .seed = 9});
  BenchScene half({.size = {1920, 1080}, .filled = true, .seed = 9});
  DisplayList a, b;
  for (int frame = 0; frame < 3; ++frame) {
    large.next_frame(a);
    half.next_frame(b);
  }
  ASSERT_EQ(a.primitives.size(), b.primitives.size());
  const Primitive &box = a.primitives.back(), &small_box = b.primitives.back();
  EXPECT_NEAR(box.shape.center.x, 2 * small_box.shape.center.x, 1e-2);
  EXPECT_NEAR(box.shape.half_size.y, 2 * small_box.shape.half_size.y, 1e-3);
  EXPECT_FLOAT_EQ(box.width, 3);
  EXPECT_FLOAT_EQ(small_box.width, 1.5F);
}

TEST(BenchScene, HasNothingOrLabels) {
  DisplayList list;
  BenchScene({.points = 0}).next_frame(list);
  EXPECT_TRUE(list.primitives.empty());
  BenchScene labels({.points = 20, .labels = true, .seed = 2});
  labels.next_frame(list);
  EXPECT_GT(count_of(list, PrimitiveKind::glyph), 20 * std::string_view("thing0.00").size() - 1);
  EXPECT_NE(list.atlas, nullptr);
}

TEST(BenchPoints, AllMove) {
  BenchPoints points(small, 50, 1);
  const std::vector<Vec2> before = points.positions();
  points.move();
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_NE(points.positions()[i], before[i]);
    EXPECT_EQ(points.tracks().box[i].center(), points.positions()[i]);
  }
}

TEST(Calibration, DoubtsABusyMachine) {
  Calibration found{.threads = 4, .copy = {}, .scaling = 3.7, .load = 1.9, .cores = 4};
  EXPECT_EQ(found.doubts(), "");
  found.scaling = 3.5;
  EXPECT_NE(found.doubts(), "");
  found.scaling = 4;
  found.load = 2.1;
  EXPECT_NE(found.doubts(), "");
}

TEST(BenchFrames, CopiesAreWhole) {
  BenchWorkers workers(2);
  BenchPicture clean({1923, 1081}, 5);
  const std::uint64_t clean_hash = picture_hash(clean.view());
  BenchFrames frames(clean);
  for (int i = 0; i < 9; ++i) {
    double ms = -1;
    const ImageView copy = frames.next(workers, ms);
    EXPECT_EQ(picture_hash(copy), clean_hash);
    EXPECT_GE(ms, 0);
    copy.planes[0].data[0] ^= std::byte{1};  // the next one is clean again
  }
}

TEST(BenchRows, RatiosAreOfTheSameRound) {
  EXPECT_EQ(ratios({2, 9, 4}, {1, 3, 8}), (std::vector<double>{2, 3, 0.5}));
  EXPECT_EQ(digits(1234.5), "1234");
  EXPECT_EQ(digits(0.01234), "0.0123");
}

/// Values are aligned, however long a name is.
TEST(BenchRows, LongNamesKeepTheColumns) {
  const std::vector<std::string> names{"copy",
                                       "effect_grade, gain 1.2, saturation 0.5, of 100 objects"};
  const std::size_t width = name_width(names);
  for (const std::string& name : names)
    EXPECT_EQ(row_text({name, "2.97 ms", ""}, width).find("2.97"), names[1].size() + 1) << name;
  EXPECT_EQ(name_width({"copy"}), usual_name_width);
}

std::set<std::pair<std::ptrdiff_t, std::ptrdiff_t>> planes_of(const PixelFormat& format) {
  BenchPicture picture(small, 1, format);
  std::set<std::pair<std::ptrdiff_t, std::ptrdiff_t>> planes;
  for (const PlaneView& plane : picture.view().planes)
    if (plane.data != nullptr) planes.emplace(plane.data - picture.samples().data(), plane.stride);
  return planes;
}

TEST(BenchPicture, HasThePlanesOfItsFormat) {
  using Planes = std::set<std::pair<std::ptrdiff_t, std::ptrdiff_t>>;
  EXPECT_EQ(planes_of(nv12_format), (Planes{{0, 64}, {64 * 48, 64}}));
  EXPECT_EQ(planes_of(plate_format), (Planes{{0, 128}, {128 * 48, 64}, {192 * 48, 64}}));
  EXPECT_EQ(planes_of(bgr24_format), (Planes{{0, 192}}));
}

TEST(BenchPicture, NoiseFillsTheBitsOfItsSamples) {
  const BenchPicture plate(small, 1, plate_format);
  std::uint16_t all = 0;
  for (std::size_t i = 0; i < plate.bytes(); i += 2) {
    std::uint16_t sample = 0;
    std::memcpy(&sample, &plate.samples()[i], sizeof sample);
    all |= sample;
  }
  EXPECT_EQ(all, 1023);
}

}  // namespace
}  // namespace overlace
