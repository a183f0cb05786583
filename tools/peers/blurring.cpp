// SPDX-License-Identifier: Apache-2.0
// Blurs of a full layer: ours of FP16 RGBA, which is twice the bytes that peers blur.
#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "gpu/cpu/image_runner.h"
#include "gpu/effects/effects.h"
#include "gpu/host/target.h"
#include "gpu/host/workers.h"
#include "gpu/kernels/half.h"
#include "gpu/layer.h"
#include "graph/plan/effect_memory.h"
#include "tools/bench/rows.h"
#include "tools/peers/contest.h"
#include "tools/peers/families.h"
#include "tools/peers/tables.h"

namespace overlace {
namespace {

/// A width, and how many times faster than the best peer we want to be.
struct Width {
  float sigma;
  double target;
};
constexpr Width widths[] = {{2, 3}, {10, 8}};

/// The same noise as a layer and as bytes, and our blur of it.
class Blurring {
 public:
  explicit Blurring(const PeerOptions& options)
      : bytes_(layer_pixels_bytes(options.size) / 2),
        from_(options.size),
        to_(options.size),
        arena_(worker_count(options.threads)),
        runner_(arena_, SimdLevel::best) {
    std::mt19937 random(options.seed);
    std::ranges::fill(from_.occupied, std::uint8_t{1});
    for (std::size_t i = 0; i < bytes_.size(); ++i) {
      bytes_[i] = static_cast<std::uint8_t>(random() >> 24U);
      from_.pixels[i] = float_to_half(static_cast<float>(bytes_[i]) / 255);
    }
  }

  void choose(float sigma) {
    op_ = BlurOp{sigma, sigma, sigma};
    write_record(op_, layer_space({}), record_);
    scratch_.resize(scratch_bytes(op_, from_.size, FilterAxes::at_once));
  }
  void run() {
    EffectPlace place;
    place.inputs[0] = from_.image();
    place.output = to_.image();
    place.scratch = scratch_.data();
    run_effect(runner_, op_, place, &record_);
  }
  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  /// The largest difference from a peer's picture, in code values, away from the edges.
  [[nodiscard]] double difference(const std::vector<std::uint8_t>& peer, float sigma) const {
    const int margin = static_cast<int>(std::ceil(4 * sigma));
    double largest = 0;
    for (int y = margin; y < to_.size.height - margin; ++y)
      for (int i = 4 * margin; i < 4 * (to_.size.width - margin); ++i) {
        const std::size_t at =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(to_.size.width) * 4 +
            static_cast<std::size_t>(i);
        largest = std::max(largest, std::abs(255.0 * half_to_float(to_.pixels[at]) - peer[at]));
      }
    return largest;
  }

 private:
  std::vector<std::uint8_t> bytes_;
  Layer16 from_, to_;
  tbb::task_arena arena_;
  ImageRunner runner_;
  EffectOp op_;
  EffectRecord record_;
  std::vector<std::byte> scratch_;
};

/// Blurs of one width.
void compare(Blurring& ours, const Width& width, const PeerOptions& options, BenchReport& report) {
  ours.choose(width.sigma);
  std::vector<std::pair<const PeerFamily<BlurPeers>*, std::unique_ptr<BlurPeer>>> peers;
  for (const auto& family : blur_families())
    if (family.make != nullptr)
      for (auto& peer : family.make({options.size, worker_count(options.threads)}))
        peers.emplace_back(&family, std::move(peer));
  std::vector<Contestant> all = {{"effect_blur", [] {}, [&] { ours.run(); }}};
  for (auto& [family, peer] : peers) {
    peer->prepare(ours.bytes(), width.sigma);
    all.push_back({peer->name(), [] {}, [&one = *peer] { one.blur(); }});
  }
  contest(all, {.rounds = options.rounds}, [](bool) {});
  report.add({fmt::format("blur, sigma {:g}", width.sigma),
              fmt::format("{:.1f} ms", median(all[0].times)),
              "",
              RowStatus::ok,
              {{"median_ms", median(all[0].times)}}});
  for (std::size_t i = 0; i < peers.size(); ++i) {
    const double longer = times_longer(all[0], all[i + 1]);
    const double off = ours.difference(peers[i].second->picture(), width.sigma);
    const bool same = off <= 2;  // peers round on the way, and cut their tails sooner
    report.add({fmt::format("faster than {}", all[i + 1].name),
                fmt::format("{:.2f} times, at most {:.1f} codes apart", longer, off),
                fmt::format(">= {:g} times", width.target),
                !same ? RowStatus::failed : at_least(longer, width.target),
                {{"ratio", longer}, {"difference", off}}});
  }
}

}  // namespace

void print_blurring(const PeerOptions& options, BenchReport& report) {
  Blurring ours(options);
  for (const Width& width : widths) compare(ours, width, options, report);
}

}  // namespace overlace
