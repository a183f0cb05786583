// SPDX-License-Identifier: Apache-2.0
// Effects on a tenth of an NV12 picture, in boxes: ours are whole frames, from the tracks to the
// region and the samples that change.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "gpu/host/workers.h"
#include "gpu/replay.h"
#include "render/session.h"
#include "tools/bench/rows.h"
#include "tools/peers/contest.h"
#include "tools/peers/families.h"
#include "tools/peers/tables.h"

namespace overlace {
namespace {

/// Ten squares of 2/15 of the rows: a tenth of a picture of 16:9. Each is eight blocks wide, and
/// begins between blocks.
std::vector<PixelRect> boxes_in(Size size) {
  const int unit = std::max(2, size.height / 60 / 2 * 2), side = 8 * unit;
  std::vector<PixelRect> boxes;
  for (int i = 0; i < 10; ++i)
    boxes.push_back({(4 + i % 5 * 20) * unit, (6 + i / 5 * 30) * unit, side, side});
  return boxes;
}

/// The graph that makes a change.
std::shared_ptr<const Plan> plan_of(const PictureChange& change, Size size) {
  const std::string effect =
      change.pixelates
          ? fmt::format(R"({{"type": "picture_pixelate", "inputs": {{"region": "boxes"}},
                             "params": {{"block": {}}}}})",
                        change.block)
          : fmt::format(R"({{"type": "picture_blur", "inputs": {{"region": "boxes"}},
                             "params": {{"sigma": {}}}}})",
                        change.sigma);
  const std::string graph = R"({"overlace": 1, "nodes": {
      "objects": {"type": "track_file", "params": {"path": "boxes"}},
      "boxes": {"type": "draw_boxes", "inputs": {"tracks": "objects"},
                "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#fff"}},
      "change": )" + effect +
                            R"(}, "composite": ["change"]})";
  std::vector<TrackRow> rows;
  for (const PixelRect& box : change.boxes)
    rows.push_back({.frame = 0,
                    .id = static_cast<TrackId>(rows.size() + 1),
                    .box = {static_cast<float>(box.x), static_cast<float>(box.y),
                            static_cast<float>(box.width), static_cast<float>(box.height)}});
  const TrackTable table = make_track_table(rows, {});
  const Session session({parse_json(graph, "boxes"), "boxes"},
                        {.clip = {.size = size, .frame_count = 1},
                         .read_tracks = [&](const auto&) { return table; }});
  return session.plan(session.analyse(), {});
}

/// How far two pictures are apart, in code values, away from the boxes' rims, where chroma sees
/// what is beside it.
int difference(std::span<const std::byte> a, std::span<const std::byte> b,
               const PictureChange& change, Size size) {
  int largest = 0;
  const auto compare = [&](std::size_t at) {
    largest = std::max(largest, std::abs(static_cast<int>(a[at]) - static_cast<int>(b[at])));
  };
  const auto stride = static_cast<std::size_t>(size.width);
  for (const PixelRect& box : change.boxes) {
    for (int y = box.y + 2; y < box.bottom() - 2; ++y)
      for (int x = box.x + 2; x < box.right() - 2; ++x) {
        compare(static_cast<std::size_t>(y) * stride + static_cast<std::size_t>(x));
        compare(static_cast<std::size_t>(size.height + y / 2) * stride +
                static_cast<std::size_t>(x));
      }
  }
  return largest;
}

void compare(const std::string& name, const PictureChange& change, const PeerOptions& options,
             BenchReport& report) {
  const BenchPicture fresh(options.size, options.seed);
  BenchPicture ours = fresh;
  const auto replay =
      make_cpu_replay(plan_of(change, options.size), {.threads = worker_count(options.threads)});
  std::vector<std::pair<const PeerFamily<ChangePeers>*, std::unique_ptr<ChangePeer>>> peers;
  for (const auto& family : change_families())
    if (family.make != nullptr)
      for (auto& peer : family.make({options.size, worker_count(options.threads)}))
        peers.emplace_back(&family, std::move(peer));
  std::vector<Contestant> all = {
      {name, [&] { std::ranges::copy(fresh.samples(), ours.samples().begin()); },
       [&] { replay->draw({}, ours.view()); }}};
  for (auto& [family, peer] : peers) {
    peer->prepare(fresh.samples(), change);
    all.push_back({peer->name(), [&, &one = *peer] { one.prepare(fresh.samples(), change); },
                   [&one = *peer] { one.run(); }});
  }
  contest(all, {.rounds = options.rounds}, [](bool) {});
  const double own = median(all[0].times);
  report.add({name, fmt::format("{:.2f} ms", own), "", RowStatus::ok, {{"median_ms", own}}});
  // Everybody has changed the same picture twice by now: it is changed once for the comparison.
  all[0].prepare();
  all[0].run();
  for (std::size_t i = 0; i < peers.size(); ++i) {
    all[i + 1].prepare();
    all[i + 1].run();
    const double longer = times_longer(all[0], all[i + 1]);
    const int off = difference(ours.samples(), peers[i].second->picture(), change, options.size);
    const double target = peers[i].first->target;
    report.add({fmt::format("faster than {}", all[i + 1].name),
                fmt::format("{:.2f} times, at most {} codes apart", longer, off),
                fmt::format(">= {:g} times", target),
                off > 3 ? RowStatus::failed : at_least(longer, target),
                {{"ratio", longer}, {"difference", off}}});
  }
}

}  // namespace

void print_changing(const PeerOptions& options, BenchReport& report) {
  PictureChange change{.boxes = boxes_in(options.size)};
  change.block = change.boxes.front().width / 8;
  for (const float sigma : {4.0F, 10.0F, 43.0F}) {
    change.sigma = sigma;
    compare(fmt::format("picture_blur, sigma {:g}", sigma), change, options, report);
  }
  change.pixelates = true;
  compare(fmt::format("picture_pixelate, {} px", change.block), change, options, report);
}

}  // namespace overlace
