// SPDX-License-Identifier: Apache-2.0
// The reference scene, drawn by all contestants in turn.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "bench/check.h"
#include "bench/peers/contest.h"
#include "bench/peers/families.h"
#include "bench/peers/picture_similarity.h"
#include "bench/peers/tables.h"
#include "gpu/raster.h"

namespace overlace {
namespace {

/// Reduces the boxes of a list to what drawbox can draw: no areas, square corners, whole pixels.
void keep_square_boxes(DisplayList& list) {
  std::erase_if(list.primitives, [](const Primitive& p) { return p.kind != PrimitiveKind::shape; });
  for (Primitive& p : list.primitives) {
    const float inset = std::round(p.width) / 2;
    const auto snap = [inset](float& center, float& half) {
      const float begin = std::round(center - half), end = std::round(center + half);
      center = (begin + end) / 2;
      half = (end - begin) / 2 - inset;
    };
    p.width = 2 * inset;
    snap(p.shape.center.x, p.shape.half_size.x);
    snap(p.shape.center.y, p.shape.half_size.y);
    p.shape.corner_radius = 0;
    p.fill = {0, 0, 0, 0};
  }
}

/// Peers that draw the same scene as overlace.
class DrawContest {
 public:
  DrawContest(const PeerOptions& options, bool boxes_only)
      : options_(options),
        boxes_only_(boxes_only),
        backdrop_(options.size),
        workers_(options.threads),
        frames_(backdrop_.nv12, 0),
        scene_({.size = options.size, .filled = options.filled, .seed = options.seed}),
        rasterizer_({.threads = options.threads}),
        check_(options.seed, std::min(options.rounds, least_rounds)) {
    all_.push_back({"overlace, with composite", [this] { prepare(); }, [this] { draw(); }});
  }

  void add(const PeerFamily<DrawPeers>& family);
  void run(BenchReport& report);

 private:
  struct Member {
    const PeerFamily<DrawPeers>* family;
    std::unique_ptr<DrawPeer> peer;
  };

  void next(bool counts);
  void prepare();
  void draw() { rasterizer_.draw(list_, {}, picture_); }
  void keep();
  void print_ours(BenchReport& report) const;
  void print_peer(std::size_t index, BenchReport& report);
  void print_family(const PeerFamily<DrawPeers>& family, BenchReport& report) const;
  [[nodiscard]] std::vector<std::uint8_t> luma(const ImageView& picture) const;

  const PeerOptions& options_;
  bool boxes_only_;
  PeerBackdrop backdrop_;
  BenchWorkers workers_;
  BenchFrames frames_;
  BenchScene scene_;
  Rasterizer rasterizer_;
  PictureCheck check_;
  DisplayList list_;
  ImageView picture_;  ///< what overlace draws on
  std::vector<double> copies_;
  int round_ = -1;
  std::vector<Member> members_;
  std::vector<Contestant> all_;  ///< overlace, then the members in order
};

void DrawContest::add(const PeerFamily<DrawPeers>& family) {
  for (auto& peer : family.make({options_.size, workers_.threads()})) {
    DrawPeer* drawing = peer.get();
    all_.push_back({drawing->name(), [this, drawing] { drawing->prepare(list_, backdrop_); },
                    [drawing] { drawing->draw(); }});
    members_.push_back({&family, std::move(peer)});
  }
}

void DrawContest::next(bool counts) {
  if (round_ >= 0) keep();
  round_ += counts ? 1 : 0;
  scene_.next_frame(list_);
  if (boxes_only_) keep_square_boxes(list_);
}

void DrawContest::prepare() {
  double copy = 0;
  picture_ = frames_.next(workers_, copy);
  picture_.color.matrix = ColorMatrix::bt601;
  copies_.push_back(copy);
}

/// Keeps the result of the round that has just ended.
void DrawContest::keep() {
  if (!check_.wants(round_)) return;
  check_.keep(picture_, [list = list_](ImageView picture) {
    picture.color.matrix = ColorMatrix::bt601;
    Rasterizer({.threads = 1, .simd = SimdLevel::scalar}).draw(list, {}, picture);
  });
}

std::vector<std::uint8_t> DrawContest::luma(const ImageView& picture) const {
  const auto [width, height] = options_.size;
  std::vector<std::uint8_t> luma(static_cast<std::size_t>(width * height));
  for (int y = 0; y < height; ++y)
    std::memcpy(luma.data() + std::ptrdiff_t{y} * width,
                picture.planes[0].data + y * picture.planes[0].stride,
                static_cast<std::size_t>(width));
  return luma;
}

void DrawContest::run(BenchReport& report) {
  constexpr double no_limit = std::numeric_limits<double>::infinity();
  contest(all_, {.rounds = options_.rounds, .long_ms = no_limit},
          [this](bool counts) { next(counts); });
  keep();
  copies_.erase(copies_.begin());  // of the round that does not count
  print_ours(report);
  for (std::size_t i = 0; i < members_.size(); ++i) print_peer(i, report);
  const PeerFamily<DrawPeers>* last = nullptr;
  for (const Member& member : members_) {
    if (member.family != last) print_family(*member.family, report);
    last = member.family;
  }
}

void DrawContest::print_ours(BenchReport& report) const {
  const bool correct = check_.verify(backdrop_.nv12);
  const double copies = median(ratios(all_[0].times, copies_));
  report.add({all_[0].name,
              fmt::format("{}, {} copies{}", milliseconds_text(all_[0].times), digits(copies),
                          correct ? "" : ", WRONG"),
              "",
              correct ? RowStatus::ok : RowStatus::failed,
              {{"median_ms", median(all_[0].times)},
               {"least_ms", least(all_[0].times)},
               {"copies", copies},
               {"rounds", static_cast<std::int64_t>(all_[0].times.size())},
               {"hash", fmt::format("{:016x}", check_.hash())}}});
}

void DrawContest::print_peer(std::size_t index, BenchReport& report) {
  const Contestant& one = all_[index + 1];
  BenchPicture& clean = backdrop_.nv12;
  const Similarity similarity =
      compare_luma(luma(clean.view()), luma(picture_), members_[index].peer->luma());
  const double longer = times_longer(all_[0], one);
  report.add({one.name,
              fmt::format("{}, {} x ours{}", milliseconds_text(one.times), digits(longer),
                          similarity.alike() ? "" : ", draws SOMETHING ELSE"),
              "",
              similarity.alike() ? RowStatus::ok : RowStatus::failed,
              {{"median_ms", median(one.times)},
               {"least_ms", least(one.times)},
               {"times_longer", longer},
               {"correlation", similarity.correlation},
               {"ink", similarity.ink}}});
}

/// A family counts by its best variant.
void DrawContest::print_family(const PeerFamily<DrawPeers>& family, BenchReport& report) const {
  double longer = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < members_.size(); ++i)
    if (members_[i].family == &family)
      longer = std::min(longer, times_longer(all_[0], all_[i + 1]));
  report.add({fmt::format("faster than {}", family.name),
              fmt::format("{} times", digits(longer)),
              family.target > 0 ? fmt::format(">= {} times", family.target) : "",
              at_least(longer, family.target),
              {{"ratio", longer}}});
}

}  // namespace

void print_drawing(const PeerOptions& options, BenchReport& report) {
  for (const bool boxes_only : {false, true}) {
    std::vector<const PeerFamily<DrawPeers>*> present;
    for (const auto& family : draw_families())
      if (family.make != nullptr && family.boxes_only == boxes_only) present.push_back(&family);
    if (present.empty() && boxes_only) continue;
    report.add({boxes_only ? "outlines of boxes only" : "lines and boxes",
                fmt::format("{}x{}", options.size.width, options.size.height), ""});
    DrawContest drawing(options, boxes_only);
    for (const auto* family : present) drawing.add(*family);
    drawing.run(report);
  }
}

}  // namespace overlace
