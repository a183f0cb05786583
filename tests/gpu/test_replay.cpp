// SPDX-License-Identifier: Apache-2.0
// The executor: hand-built plans, step by step.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <tuple>

#include "gpu/host/link_faiss.h"
#include "gpu/replay.h"
#include "graph/core/error.h"
#include "tests/gpu/memory_picture.h"
#include "tests/text/allocations.h"

namespace overlace {
namespace {

constexpr Size frame_size{64, 48};

/// A 4:2:0 picture whose contents do not matter.
class Picture {
 public:
  Picture() : bytes_(frame_size.width * frame_size.height * 3 / 2, std::byte{100}) {
    view_.size = frame_size;
    view_.format.chroma_shift_x = view_.format.chroma_shift_y = 1;
    const std::size_t luma = frame_size.width * frame_size.height;
    view_.planes[0] = {bytes_.data(), frame_size.width};
    view_.planes[1] = {bytes_.data() + luma, frame_size.width / 2};
    view_.planes[2] = {bytes_.data() + luma + luma / 4, frame_size.width / 2};
  }
  [[nodiscard]] const ImageView& view() const { return view_; }
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
  ImageView view_;
};

std::shared_ptr<const TrackTable> finished(const std::vector<TrackRow>& rows) {
  TrackTable table = make_track_table(rows, {});
  finish_tracks(table, {.frame_rate = {25}});
  return std::make_shared<const TrackTable>(std::move(table));
}

/// Four objects that drift apart over ten frames.
std::shared_ptr<const TrackTable> drifting(int first = 0) {
  std::vector<TrackRow> rows;
  for (int frame = 0; frame < 10; ++frame)
    for (int id = 0; id < 4; ++id)
      rows.push_back({.frame = first + frame,
                      .id = id,
                      .box = {static_cast<float>(id * (8 + frame)), 10, 4, 4}});
  return finished(rows);
}

FrameNumber number(float value) {
  FrameNumber n;
  n.constant = value;
  return n;
}
FrameColor white() {
  FrameColor c;
  c.constant = {1, 1, 1, 1};
  return c;
}

template <class Variant, class Op>
Lower<Variant> always(Op op) {
  return [op](const FrameTime&) { return Variant(op); };
}

DrawLinesOp lines() {
  DrawLinesOp op;
  op.width = op.width_end = number(2);
  op.opacity = number(1);
  op.color = op.color_end = white();
  return op;
}
DrawBoxesOp boxes() {
  DrawBoxesOp op;
  op.stroke_width = number(2);
  op.opacity = number(1);
  op.color = white();
  op.fill.constant = {0, 0, 0, 0};
  return op;
}

/// links -> curves, drawn in a group under the boxes.
std::shared_ptr<Plan> constellation(const Lower<LinkOp>& links, std::size_t capacity = 16) {
  CurveBezierOp curves;
  curves.bend = number(0.3F);
  Number half(0.5F);
  half.bind({.clip = {}, .tracks = nullptr});
  auto plan = std::make_shared<Plan>();
  plan->clip = {.size = frame_size, .frame_rate = {25}, .frame_count = 10};
  plan->tracks.push_back(drifting());
  plan->slots = {{.name = "links", .stage = Stage::links, .capacity = capacity, .buffer = 0},
                 {.name = "curves", .stage = Stage::curves, .capacity = capacity, .buffer = 1}};
  plan->buffers = 2;
  plan->primitive_capacity = capacity;
  plan->steps = {
      {.name = "links", .stage = "links", .work = LinkStep{0, 0, links}},
      {.name = "curves", .stage = "curves", .work = CurveStep{0, 0, 1, always<CurveOp>(curves)}},
      {.name = "", .stage = "", .work = GroupBeginStep{BlendMode::add, half}},
      {.name = "lines", .stage = "", .work = DrawStep{0, 1, always<DrawOp>(lines())}},
      {.name = "", .stage = "", .work = GroupEndStep{}},
      {.name = "boxes", .stage = "", .work = DrawStep{0, no_slot, always<DrawOp>(boxes())}},
      {.name = "", .stage = "", .work = RasterStep{}}};
  return plan;
}

LinkKnnOp nearest(std::int32_t k) {
  LinkKnnOp op;
  op.k = k;
  return op;
}

FrameTime frame(std::int32_t n) {
  return {.frame = n, .shown_s = n / 25.0};
}

std::vector<PrimitiveKind> kinds(const InspectableReplay& replay) {
  std::vector<PrimitiveKind> list;
  for (const Primitive& p : replay.display_list().primitives) list.push_back(p.kind);
  return list;
}

TEST(Replay, StepsRunInOrder) {
  const auto replay = make_cpu_replay(constellation(always<LinkOp>(nearest(1))), {});
  const Picture picture;
  const ReplayStats stats = replay->draw(frame(0), picture.view());
  using enum PrimitiveKind;
  EXPECT_EQ(kinds(*replay),
            (std::vector{group_begin, curve, curve, curve, group_end, shape, shape, shape, shape}));
  EXPECT_EQ(replay->display_list().primitives[0].group.blend, BlendMode::add);
  EXPECT_EQ(replay->display_list().primitives[0].group.opacity, 0.5F);
  EXPECT_EQ(stats.links, 3U);
  EXPECT_EQ(stats.curves, 3U);
  EXPECT_EQ(stats.primitives, 7U);
  EXPECT_FALSE(stats.reallocated);
  ASSERT_EQ(replay->links(0).size(), 3U);
  EXPECT_EQ(replay->links(0)[1].a, (Vec2{10, 12}));
  EXPECT_EQ(replay->curves(1).size(), 3U);
}

TEST(Replay, SomethingIsDrawnAndNothingOutsideTheTable) {
  const auto replay = make_cpu_replay(constellation(always<LinkOp>(nearest(1))), {});
  const Picture drawn, empty;
  replay->draw(frame(3), drawn.view());
  EXPECT_NE(drawn.bytes(), Picture().bytes());
  replay->draw(frame(10), empty.view());
  EXPECT_EQ(empty.bytes(), Picture().bytes());
  EXPECT_EQ(kinds(*replay).size(), 2U);  // the empty group
}

TEST(Replay, OperationsAreLoweredForEachFrame) {
  const auto replay = make_cpu_replay(
      constellation([](const FrameTime& time) { return nearest(time.frame < 5 ? 1 : 3); }), {});
  const Picture picture;
  EXPECT_EQ(replay->draw(frame(0), picture.view()).links, 3U);
  EXPECT_EQ(replay->draw(frame(5), picture.view()).links, 6U);
  EXPECT_EQ(replay->draw(frame(4), picture.view()).links, 3U);
}

TEST(Replay, CapacitiesGrowAndNothingIsDropped) {
  const auto replay = make_cpu_replay(constellation(always<LinkOp>(nearest(3)), 1), {});
  const Picture picture;
  const ReplayStats first = replay->draw(frame(0), picture.view());
  EXPECT_TRUE(first.reallocated);
  EXPECT_EQ(first.links, 6U);
  EXPECT_EQ(replay->display_list().primitives.size(), 12U);  // 6 curves, 4 boxes, a group
  EXPECT_FALSE(replay->draw(frame(1), picture.view()).reallocated);
}

TEST(Replay, CountsAroundTheCapacityInAnyOrderDrawWhatAFreshReplayDraws) {
  constexpr int capacity = 8;
  constexpr int counts[] = {0, 1, capacity - 1, capacity, capacity + 1, 3 * capacity};
  std::vector<TrackRow> rows;
  for (int n = 0; n < 6; ++n)
    for (int id = 0; id < counts[n]; ++id)
      rows.push_back({.frame = n, .id = id, .box = {static_cast<float>(id * id % 60), 2, 3, 3}});
  rows.push_back({.frame = 6, .id = 0, .box = {0, 0, 3, 3}});
  const auto plan = constellation(always<LinkOp>(nearest(1)), capacity);
  plan->tracks[0] = finished(rows);
  const auto replay = make_cpu_replay(plan, {});
  std::mt19937 random(1);
  bool grown_early = false;
  for (int round = 0; round < 300; ++round) {
    const auto n = static_cast<std::int32_t>(random() % 6);
    const Picture reused, fresh;
    const bool grew = replay->draw(frame(n), reused.view()).reallocated;
    grown_early |= round < 100 && grew;
    ASSERT_FALSE(round >= 100 && grew) << "every count has been seen by now";
    make_cpu_replay(plan, {})->draw(frame(n), fresh.view());
    ASSERT_EQ(reused.bytes(), fresh.bytes()) << "frame " << n;
  }
  EXPECT_TRUE(grown_early);
}

// A tracker may list a frame's rows in any order: links keep their ends and bends. Only objects of
// different colours would show which is painted later, and these have one colour.
TEST(Replay, TheOrderOfRowsDoesNotMatter) {
  std::mt19937 random(5);
  std::vector<TrackRow> rows;
  for (int n = 0; n < 3; ++n) {
    for (int id = 0; id < 30; ++id) {
      const auto x = static_cast<float>(random() % 56), y = static_cast<float>(random() % 40);
      rows.push_back({.frame = n, .id = id, .box = {x, y, 6, 6}});
    }
  }
  const auto draw = [&] {
    const auto plan = constellation(always<LinkOp>(nearest(3)), 128);
    plan->tracks[0] = finished(rows);
    const Picture picture;
    make_cpu_replay(plan, {})->draw(frame(2), picture.view());
    return picture.bytes();
  };
  const std::vector<std::byte> expected = draw();
  for (int round = 0; round < 20; ++round) {
    std::shuffle(rows.begin(), rows.end(), random);
    const std::vector<std::byte> drawn = draw();
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      // Equal paint in a different order is rounded differently.
      ASSERT_NEAR(static_cast<int>(drawn[i]), static_cast<int>(expected[i]), 1) << i;
    }
  }
}

// Frames may be interleaved arbitrarily: the paint order within a frame is that of its rows.
TEST(Replay, FramesMayBeListedInAnyOrder) {
  const auto plan = constellation(always<LinkOp>(nearest(3)));
  std::vector<TrackRow> rows;
  for (std::int32_t n = 9; n >= 0; --n) {
    for (int id = 0; id < 4; ++id)
      rows.push_back({.frame = n, .id = id, .box = {static_cast<float>(id * (8 + n)), 10, 4, 4}});
  }
  const auto reversed = std::make_shared<Plan>(*plan);
  reversed->tracks[0] = finished(rows);
  const auto a = make_cpu_replay(plan, {}), b = make_cpu_replay(reversed, {});
  for (std::int32_t n = 0; n < 10; ++n) {
    const Picture forwards, backwards;
    a->draw(frame(n), forwards.view());
    b->draw(frame(n), backwards.view());
    ASSERT_EQ(forwards.bytes(), backwards.bytes()) << "frame " << n;
  }
}

TEST(Replay, LayersAreDrawnFirstAndPaintedInTheirPlace) {
  auto plan = constellation(always<LinkOp>(nearest(1)));
  plan->layers = {{}};
  plan->layer_buffers = 1;
  plan->steps.insert(plan->steps.begin() + 5, Step{.name = "", .stage = "", .work = RasterStep{0}});
  plan->steps.insert(plan->steps.begin() + 6, Step{.name = "", .stage = "", .work = LayerStep{0}});
  const auto replay = make_cpu_replay(plan, {});
  const Picture picture;
  replay->draw(frame(0), picture.view());
  using enum PrimitiveKind;
  EXPECT_EQ(kinds(*replay), (std::vector{group_begin, curve, curve, curve, group_end, layer, shape,
                                         shape, shape, shape}));
  EXPECT_NE(picture.bytes(), Picture().bytes());
}

// A layer stores colours in the picture's encoding: on HDR, white in a layer is reference white.
TEST(Replay, LayersOnHdrPicturesLookLikeNone) {
  auto plan = constellation(always<LinkOp>(nearest(3)));
  plan->steps.erase(plan->steps.begin() + 4);  // a group on a layer has a different backdrop
  plan->steps.erase(plan->steps.begin() + 2);
  DrawLinesOp orange = lines();
  orange.color.constant = orange.color_end.constant = {1, 0.5F, 0.1F, 1};
  orange.opacity = number(0.7F);
  std::get<DrawStep>(plan->steps[2].work).lower = always<DrawOp>(orange);
  auto layered = std::make_shared<Plan>(*plan);
  layered->layers = {{}};
  layered->layer_buffers = 1;
  layered->steps.back().work = RasterStep{0};
  layered->steps.push_back({.name = "", .stage = "", .work = LayerStep{0}});
  layered->steps.push_back({.name = "", .stage = "", .work = RasterStep{}});

  const ColorSpec pq{.matrix = ColorMatrix::bt2020,
                     .transfer = Transfer::pq,
                     .siting = ChromaSiting::top_left,
                     .primaries = bt2020_primaries};
  test::Picture fused(frame_size, test::ycbcr_format(1, 1, 10), pq);
  fused.fill_noise(4);
  const test::Picture before = fused;
  test::Picture by_layer = fused;
  make_cpu_replay(plan, {})->draw(frame(2), fused.view());
  make_cpu_replay(layered, {})->draw(frame(2), by_layer.view());
  for (int c = 0; c < 3; ++c) {
    const Size plane = fused.plane_size(c);
    int painted = 0;
    for (int y = 0; y < plane.height; ++y) {
      for (int x = 0; x < plane.width; ++x) {
        painted += fused.sample(c, x, y) != before.sample(c, x, y) ? 1 : 0;
        ASSERT_NEAR(fused.sample(c, x, y), by_layer.sample(c, x, y), 2)
            << "component " << c << " at " << x << ", " << y;
      }
    }
    EXPECT_GT(painted, 50);
  }
}

TEST(Replay, HostOperationsSeeTheirInputs) {
  auto plan = constellation(always<LinkOp>(nearest(1)));
  const HostLinks host_links = [](const HostInputs& in, std::vector<Link>& out) {
    EXPECT_EQ(in.tracks.rows.size(), 4U);
    EXPECT_EQ(in.time.frame, 2);
    EXPECT_NE(in.table, nullptr);
    Link link;
    link.a = {1, 2};
    link.b = {30, 2};
    link.row_a = in.tracks.rows.begin;
    link.row_b = in.tracks.rows.begin + 1;
    out.push_back(link);
  };
  const MakeHostLinks make_links = [&] { return host_links; };
  const HostCurves host_curves = [](const HostInputs& in, std::vector<Curve>& out) {
    ASSERT_EQ(in.links.size(), 1U);
    Curve curve;
    curve.p0 = curve.hc = in.links[0].a;
    curve.p1 = in.links[0].b;
    out.assign(2, curve);
  };
  const MakeHostDraw host_draw = [](const std::shared_ptr<GlyphAtlas>& atlas) {
    EXPECT_NE(atlas, nullptr);
    return [](const HostInputs& in, DisplayList& out) {
      EXPECT_EQ(in.curves.size(), 2U);
      Primitive fill;
      fill.fill = {1, 1, 1, 1};
      out.primitives.push_back(fill);
    };
  };
  std::get<LinkStep>(plan->steps[0].work).lower =
      always<LinkOp>(HostLinksOp{&make_links, 1, Anchor::center, {}});
  std::get<CurveStep>(plan->steps[1].work).lower = always<CurveOp>(HostCurvesOp{&host_curves});
  std::get<DrawStep>(plan->steps[3].work).lower = always<DrawOp>(HostDrawOp{&host_draw});
  const auto replay = make_cpu_replay(plan, {});
  const Picture picture;
  const ReplayStats stats = replay->draw(frame(2), picture.view());
  EXPECT_EQ(stats.links, 1U);
  EXPECT_EQ(stats.curves, 2U);
  EXPECT_EQ(kinds(*replay)[1], PrimitiveKind::fill);
}

LinkKnnOp fading() {
  LinkKnnOp op = nearest(1);
  op.max_distance = 12;
  op.memory.leave_distance = 14;
  op.memory.fade_in = 2;
  op.memory.fade_out = 4;
  return op;
}

TEST(Replay, AnyFrameAloneEqualsTheFrameInSequence) {
  const auto plan = constellation(always<LinkOp>(fading()));
  const auto in_order = make_cpu_replay(plan, {});
  std::size_t fading_out = 0;
  for (std::int32_t n = 0; n < 14; ++n) {
    const Picture sequence, alone;
    in_order->draw(frame(n), sequence.view());
    for (const Link& link : in_order->links(0)) fading_out += n > 7 && link.strength < 1;
    make_cpu_replay(plan, {})->draw(frame(n), alone.view());
    EXPECT_EQ(sequence.bytes(), alone.bytes()) << "frame " << n;
  }
  EXPECT_GT(fading_out, 0U);
}

/// Rows, strength and age of each link.
using Facts = std::vector<std::tuple<std::uint32_t, std::uint32_t, float, float>>;

/// Links of frames drawn in the given order, by a replay that looks back over `memory` frames.
std::map<std::int32_t, Facts> remembered(const Lower<LinkOp>& links, int memory,
                                         const std::vector<std::int32_t>& order) {
  const auto replay = make_cpu_replay(constellation(links), {.threads = 1, .link_memory = memory});
  std::map<std::int32_t, Facts> drawn;
  for (const std::int32_t n : order) {
    const Picture picture;
    replay->draw(frame(n), picture.view());
    Facts& facts = drawn[n];
    for (const Link& l : replay->links(0)) facts.emplace_back(l.row_a, l.row_b, l.strength, l.age);
  }
  return drawn;
}

TEST(Replay, ABoundedMemoryIsExactAsFarAsItReaches) {
  std::vector<std::int32_t> forwards(14), backwards;
  std::iota(forwards.begin(), forwards.end(), 0);
  backwards.assign(forwards.rbegin(), forwards.rend());
  const Lower<LinkOp> links = always<LinkOp>(fading());
  const auto exact = remembered(links, 0, forwards);
  EXPECT_EQ(remembered(links, 100, forwards), exact);
  const auto bounded = remembered(links, 3, forwards);
  for (std::int32_t n = 0; n < 6; ++n) EXPECT_EQ(bounded.at(n), exact.at(n)) << "frame " << n;
  EXPECT_EQ(remembered(links, 3, backwards), bounded) << "a frame is the same in any order";
}

TEST(Replay, TheLongestMemoryIsThatOfTheWholeClip) {
  const auto strengths = [](int memory) {
    const auto plan = constellation(always<LinkOp>(fading()));
    plan->tracks = {drifting(1)};
    const auto replay = make_cpu_replay(plan, {.threads = 1, .link_memory = memory});
    const Picture picture;
    replay->draw(frame(9), picture.view());
    std::vector<float> each;
    for (const Link& l : replay->links(0)) each.push_back(l.strength);
    return each;
  };
  EXPECT_FALSE(strengths(0).empty());
  EXPECT_EQ(strengths(std::numeric_limits<int>::max()), strengths(0));
}

TEST(Replay, ABoundedMemoryWalksNoMoreThanItReaches) {
  int asked = 0;
  const Lower<LinkOp> links = [&](const FrameTime&) {
    ++asked;
    return LinkOp(fading());
  };
  (void)remembered(links, 0, {});
  EXPECT_GE(asked, 10) << "all frames of the clip";
  asked = 0;
  (void)remembered(links, 2, {9});
  EXPECT_LE(asked, 2 * 2 + 5) << "the frames that it reaches, and a few words about the step";
}

TEST(Replay, NothingIsAllocatedOnceWarm) {
  for (const LinkKnnOp& op : {nearest(3), fading()}) {
    const auto replay = make_cpu_replay(constellation(always<LinkOp>(op)), {.threads = 1});
    const Picture picture;
    for (int round = 0; round < 2; ++round)
      for (std::int32_t n = 0; n < 12; ++n) replay->draw(frame(n), picture.view());
    const std::size_t before = test::allocations();
    for (std::int32_t n = 0; n < 12; ++n) replay->draw(frame(n), picture.view());
    EXPECT_EQ(test::allocations(), before);
  }
}

TEST(Replay, ABackEndThatIsMissingIsRefusedBeforeTheFirstFrame) {
  LinkKnnOp op = nearest(1);
  op.backend = KnnBackend::faiss;
  const auto plan = constellation(always<LinkOp>(op));
  if (has_faiss()) {
    const auto faiss = make_cpu_replay(plan, {});
    const auto grid = make_cpu_replay(constellation(always<LinkOp>(nearest(1))), {});
    const Picture by_faiss, by_grid;
    faiss->draw(frame(0), by_faiss.view());
    grid->draw(frame(0), by_grid.view());
    EXPECT_EQ(by_faiss.bytes(), by_grid.bytes());
    EXPECT_NE(by_faiss.bytes(), Picture().bytes());
    return;
  }
  try {
    const auto replay = make_cpu_replay(plan, {});
    FAIL() << "made without FAISS";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_NE(error.problems()[0].message.find("FAISS"), std::string::npos);
    EXPECT_FALSE(error.problems()[0].hint.empty());
  }
}

}  // namespace
}  // namespace overlace
