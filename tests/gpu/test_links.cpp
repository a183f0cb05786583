// SPDX-License-Identifier: Apache-2.0
// Links over time: hysteresis and fades, against a model that steps through the clip.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "gpu/host/link_search.h"
#include "gpu/host/link_timeline.h"
#include "link_oracle.h"

namespace overlace {
namespace {

using Rules = std::function<LinkKnnOp(std::int32_t)>;
using test::expected_links;

/// Objects that wander, arrive late, leave early and are occasionally missed.
TrackTable wanderers(int tracks, int frames, unsigned seed) {
  std::mt19937 random(seed);
  const auto pick = [&](int end) {
    return static_cast<int>(random() % static_cast<unsigned>(end));
  };
  std::vector<TrackRow> rows;
  for (int id = 0; id < tracks; ++id) {
    int x = pick(200), y = pick(200);
    const int begin = pick(frames / 2), end = begin + pick(frames);
    for (int frame = begin; frame < std::min(end, frames); ++frame) {
      x += pick(13) - 6;
      y += pick(13) - 6;
      if (pick(12) == 0) continue;
      rows.push_back({.frame = frame + 10,
                      .id = 3 * id + 1,
                      .box = {static_cast<float>(x), static_cast<float>(y), 2, 4}});
    }
  }
  return make_track_table(rows, {});
}

Link unborn() {
  Link link;
  link.strength = 0;
  return link;
}

struct ModelLink {
  Link link = unborn();
  bool alive = true;
  float start_of_fade = 0;
  int faded = 0;
};

/// The state of all links, advanced frame by frame.
class Model {
 public:
  Model(const TrackTable& table, Rules rules) : table_(table), rules_(std::move(rules)) {}

  /// Precondition: called for every frame in order, starting with the table's first.
  std::vector<Link> next(std::int32_t frame) {
    const LinkKnnOp op = rules_(frame);
    std::set<std::pair<TrackId, TrackId>> chosen;
    for (const auto& [a, b] : expected_links(op, table_, frame))
      chosen.emplace(table_.id[a], table_.id[b]);
    for (auto& [ids, state] : states_) {
      const bool stays = state.alive && near(ids, frame, op.memory.leave_distance);
      if (chosen.count(ids) == 0 && !stays) fade(state, op.memory.fade_out);
      ++state.link.age;
    }
    for (const auto& ids : chosen) states_.try_emplace(ids);
    std::erase_if(states_, [&](const auto& entry) {
      return !entry.second.alive && chosen.count(entry.first) == 0 &&
             entry.second.faded > op.memory.fade_out;
    });
    std::vector<Link> links;
    for (auto& [ids, state] : states_) {
      if (chosen.count(ids) != 0) state.alive = true;
      if (state.alive) {
        state.faded = 0;
        state.link.strength =
            std::min(1.0F, state.link.strength + 1.0F / static_cast<float>(op.memory.fade_in + 1));
      }
      state.link.row_a = last_row(ids.first, frame);
      state.link.row_b = last_row(ids.second, frame);
      links.push_back(state.link);
    }
    std::sort(links.begin(), links.end(), [](const Link& a, const Link& b) {
      return std::pair(a.row_a, a.row_b) < std::pair(b.row_a, b.row_b);
    });
    return links;
  }

 private:
  static void fade(ModelLink& state, int fade_out) {
    if (state.alive) state.start_of_fade = state.link.strength;
    state.alive = false;
    ++state.faded;
    state.link.strength = state.start_of_fade * static_cast<float>(fade_out + 1 - state.faded) /
                          static_cast<float>(fade_out + 1);
  }
  [[nodiscard]] std::optional<std::uint32_t> row_at(TrackId id, std::int32_t frame) const {
    const RowRange rows = table_.rows(frame);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      if (table_.id[row] == id) return row;
    return std::nullopt;
  }
  [[nodiscard]] std::uint32_t last_row(TrackId id, std::int32_t frame) const {
    while (!row_at(id, frame)) --frame;
    return *row_at(id, frame);
  }
  [[nodiscard]] bool near(std::pair<TrackId, TrackId> ids, std::int32_t frame,
                          float distance) const {
    const auto a = row_at(ids.first, frame), b = row_at(ids.second, frame);
    if (!a || !b || distance <= 0) return false;
    const double dx = double{table_.box[*a].x} - double{table_.box[*b].x};
    const double dy = double{table_.box[*a].y} - double{table_.box[*b].y};
    return dx * dx + dy * dy <= double{distance} * double{distance};
  }

  const TrackTable& table_;
  Rules rules_;
  std::map<std::pair<TrackId, TrackId>, ModelLink> states_;
};

/// A timeline of nearest neighbours.
class Timeline {
 public:
  Timeline(const FrameTracks& tracks, Rules rules)
      : tracks_(tracks), rules_(std::move(rules)), timeline_(tracks, link_rules()) {}

  std::vector<Link> at(std::int32_t frame) {
    std::vector<Link> links;
    timeline_.append(choose(), frame, tracks_.at(frame), links);
    return links;
  }

 private:
  ChooseLinks choose() {
    return [this](std::int32_t frame, const TrackView& view, std::vector<Link>& links) {
      const LinkKnnOp op = rules_(frame);
      search_.run(op, view, links);
      return op.memory.leave_distance;
    };
  }
  LinkRules link_rules() {
    const LinkKnnOp first = rules_(tracks_.table().first_frame);
    return {.anchor = first.anchor,
            .fade_in = first.memory.fade_in,
            .fade_out = first.memory.fade_out,
            .choose = choose()};
  }

  const FrameTracks& tracks_;
  Rules rules_;
  LinkSearch search_;
  LinkTimeline timeline_;
};

void expect_model(const TrackTable& table, const Rules& rules) {
  const FrameTracks tracks(table);
  Timeline timeline(tracks, rules);
  Model model(table, rules);
  const std::int32_t end = table.first_frame + table.frame_count();
  for (std::int32_t frame = table.first_frame; frame < end + 20; ++frame) {
    const std::vector<Link> expected = model.next(frame);
    const std::vector<Link> links = timeline.at(frame);
    ASSERT_EQ(links.size(), expected.size()) << "frame " << frame;
    for (std::size_t i = 0; i < links.size(); ++i) {
      ASSERT_EQ(links[i].row_a, expected[i].row_a) << "frame " << frame;
      ASSERT_EQ(links[i].row_b, expected[i].row_b) << "frame " << frame;
      ASSERT_NEAR(links[i].strength, expected[i].strength, 1e-5) << "frame " << frame;
      ASSERT_EQ(links[i].age, expected[i].age) << "frame " << frame;
      ASSERT_EQ(links[i].a, table.box[links[i].row_a].center());
      ASSERT_GT(links[i].strength, 0);
    }
  }
}

TEST(Links, FollowTheModel) {
  std::mt19937 random(1);
  for (unsigned seed = 0; seed < 12; ++seed) {
    const TrackTable table = wanderers(25, 150, seed);
    LinkKnnOp op = test::random_rules(random);
    op.anchor = Anchor::center;
    op.classes = ClassRule::any;
    op.max_distance = 60;
    op.memory.leave_distance = seed % 3 == 0 ? 0.0F : 90.0F;
    op.memory.fade_in = static_cast<int>(random() % 7);
    op.memory.fade_out = static_cast<int>(random() % 9);
    SCOPED_TRACE(test::describe(op));
    expect_model(table, [op](std::int32_t) { return op; });
  }
}

TEST(Links, FollowTheModelWhenRulesAreKeyframed) {
  const TrackTable table = wanderers(25, 200, 99);
  expect_model(table, [](std::int32_t frame) {
    LinkKnnOp op;
    op.k = 1 + frame / 20 % 3;
    op.max_distance = static_cast<float>(30 + frame % 60);
    op.memory.leave_distance = frame < 80 ? 0.0F : 100.0F;
    op.memory.fade_in = 4;
    op.memory.fade_out = 6;
    return op;
  });
}

TEST(Links, AnyFrameAloneEqualsTheFrameInSequence) {
  const TrackTable table = wanderers(30, 200, 5);
  const FrameTracks tracks(table);
  LinkKnnOp op;
  op.max_distance = 50;
  op.memory.leave_distance = 80;
  op.memory.fade_in = 5;
  op.memory.fade_out = 9;
  const Rules rules = [op](std::int32_t) { return op; };
  Timeline in_order(tracks, rules);
  std::vector<std::vector<Link>> sequence;
  for (std::int32_t frame = 0; frame < 230; ++frame) sequence.push_back(in_order.at(frame));
  std::mt19937 random(6);
  Timeline jumping(tracks, rules);
  for (int i = 0; i < 300; ++i) {
    const auto frame = static_cast<std::int32_t>(random() % sequence.size());
    const std::vector<Link> alone = jumping.at(frame);
    const std::vector<Link>& expected = sequence[static_cast<std::size_t>(frame)];
    ASSERT_EQ(alone.size(), expected.size());
    for (std::size_t l = 0; l < alone.size(); ++l) {
      ASSERT_EQ(alone[l].row_a, expected[l].row_a);
      ASSERT_EQ(alone[l].row_b, expected[l].row_b);
      ASSERT_EQ(alone[l].strength, expected[l].strength);
      ASSERT_EQ(alone[l].age, expected[l].age);
    }
  }
}

/// Two objects side by side that are apart in frames 4 and 5.
TrackTable parting_pair() {
  std::vector<TrackRow> rows;
  for (int frame = 0; frame < 12; ++frame) {
    const float x = frame == 4 || frame == 5 ? 100.0F : 10.0F;
    rows.push_back({.frame = frame, .id = 1, .box = {0, 0, 2, 2}});
    rows.push_back({.frame = frame, .id = 2, .box = {x, 0, 2, 2}});
  }
  return make_track_table(rows, {});
}

TEST(Links, StrengthRisesFallsAndGoesOnWithoutAJump) {
  const TrackTable table = parting_pair();
  const FrameTracks tracks(table);
  LinkKnnOp op;
  op.max_distance = 20;
  op.memory.fade_in = 3;
  op.memory.fade_out = 7;
  const Rules rules = [op](std::int32_t) { return op; };
  Timeline timeline(tracks, rules);
  const float expected[] = {0.25F, 0.5F, 0.75F, 1, 0.875F, 0.75F, 1, 1};
  for (std::int32_t frame = 0; frame < 8; ++frame) {
    const std::vector<Link> links = timeline.at(frame);
    ASSERT_EQ(links.size(), 1U);
    EXPECT_FLOAT_EQ(links[0].strength, expected[frame]) << "frame " << frame;
    EXPECT_EQ(links[0].age, static_cast<float>(frame));
  }
  EXPECT_TRUE(timeline.at(11 + 8).empty());  // 7 frames after the last
  const std::vector<Link> last = timeline.at(11 + 7);
  ASSERT_EQ(last.size(), 1U);
  EXPECT_FLOAT_EQ(last[0].strength, 0.125F);
  EXPECT_EQ(last[0].row_a, table.rows(11).begin);
}

TEST(Links, LeaveDistanceHoldsALinkThatIsNoLongerChosen) {
  const TrackTable table = parting_pair();
  const FrameTracks tracks(table);
  LinkKnnOp op;
  op.max_distance = 20;
  for (const float leave : {99.0F, 100.0F}) {  // they move to a distance of 100
    op.memory.leave_distance = leave;
    const Rules rules = [op](std::int32_t) { return op; };
    Timeline timeline(tracks, rules);
    EXPECT_EQ(timeline.at(4).size(), leave < 100 ? 0U : 1U);
    EXPECT_EQ(timeline.at(6).size(), 1U);
  }
}

TEST(Links, DetectionsWithoutIdAreLinkedFrameByFrame) {
  std::vector<TrackRow> rows;
  for (int frame = 0; frame < 3; ++frame) {
    rows.push_back({.frame = frame, .id = 1, .box = {0, 0, 2, 2}});
    rows.push_back({.frame = frame, .id = no_id, .box = {9, 0, 2, 2}});
    rows.push_back({.frame = frame, .id = no_id, .box = {18, 0, 2, 2}});
  }
  const TrackTable table = make_track_table(rows, {});
  const FrameTracks tracks(table);
  LinkKnnOp op;
  op.memory.fade_in = op.memory.fade_out = 10;
  const Rules rules = [op](std::int32_t) { return op; };
  Timeline timeline(tracks, rules);
  for (std::int32_t frame = 0; frame < 4; ++frame) {
    const std::vector<Link> links = timeline.at(frame);
    ASSERT_EQ(links.size(), frame < 3 ? 3U : 0U);
    for (const Link& link : links) EXPECT_EQ(link.strength, 1);
  }
}

TEST(Links, AnEmptyTableHasNone) {
  const TrackTable table = make_track_table({}, {});
  const FrameTracks tracks(table);
  LinkKnnOp op;
  op.memory.fade_out = 5;
  const Rules rules = [op](std::int32_t) { return op; };
  Timeline timeline(tracks, rules);
  EXPECT_TRUE(timeline.at(0).empty());
}

}  // namespace
}  // namespace overlace
