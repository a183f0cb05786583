// SPDX-License-Identifier: Apache-2.0
// Decoders of the same video side by side, with and without an overlay.
#include "tools/bench_video.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "gpu/replay.h"
#include "io/grab.h"
#include "io/video_reader.h"
#include "tools/bench_plan.h"
#include "tools/bench_rows.h"

namespace overlace {
namespace {

constexpr std::size_t slots = 3;

/// One decoder, and what draws on its frames.
class VideoStream {
 public:
  explicit VideoStream(const BenchVideoOptions& options)
      : session_(std::make_shared<const CudaSession>(options.gpu)),
        reader_(options.input,
                {.hardware = {.session = session_, .required = true, .frames = Memory::cuda}}) {}

  [[nodiscard]] const ClipInfo& clip() const { return reader_.info().clip; }
  /// Makes what draws; without it frames are only decoded.
  void draw(std::shared_ptr<const Plan> plan) {
    replay_ = make_cuda_replay(std::move(plan), {.device = session_->handles().device,
                                                 .slots = slots,
                                                 .stream = session_->handles().stream});
  }
  /// Plays to the end; returns the number of frames.
  std::int64_t play();

 private:
  void submit(std::size_t slot, Picture picture);
  void finish(std::size_t slot);

  std::shared_ptr<const CudaSession> session_;
  VideoReader reader_;
  std::unique_ptr<Replay> replay_;  ///< null: decode only
  std::array<std::optional<GrabbedFrame>, slots> under_way_;
};

std::int64_t VideoStream::play() {
  std::size_t count = 0;
  for (Picture picture;; ++count) {
    const std::size_t slot = count % slots;
    if (count >= slots) finish(slot);
    if (!reader_.read(picture)) break;
    submit(slot, std::move(picture));
  }
  const std::size_t left = std::min(count, slots - 1);
  for (std::size_t i = count - left; i < count; ++i) finish(i % slots);
  CudaEvent end(*session_);
  end.record();
  end.wait();
  return static_cast<std::int64_t>(count);
}

void VideoStream::submit(std::size_t slot, Picture picture) {
  const FrameTime time{picture.number, picture.number / clip().frame_rate.value()};
  const GrabbedFrame& frame =
      under_way_[slot].emplace(std::move(picture.frame), reader_.info().color);
  if (replay_) replay_->submit(slot, time, frame.view());
}

void VideoStream::finish(std::size_t slot) {
  if (replay_) static_cast<void>(replay_->finish(slot));
  under_way_[slot].reset();
}

/// Plays the video on so many streams at once; all of their frames per second.
double frames_per_second(const BenchVideoOptions& options, int streams, bool draw) {
  std::vector<std::unique_ptr<VideoStream>> all;
  for (int i = 0; i < streams; ++i) {
    VideoStream& stream = *all.emplace_back(std::make_unique<VideoStream>(options));
    const ClipInfo& clip = stream.clip();
    if (draw)
      stream.draw(bench_plan({.size = clip.size,
                              .frames = std::max(clip.frame_count, 1),
                              .seed = options.seed + static_cast<std::uint32_t>(i)}));
  }
  std::atomic<std::int64_t> frames = 0;
  std::vector<std::exception_ptr> failures(all.size());
  const auto start = std::chrono::steady_clock::now();
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < all.size(); ++i)
      threads.emplace_back([&, i] {
        try {
          frames += all[i]->play();
        } catch (...) {
          failures[i] = std::current_exception();
        }
      });
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
  return static_cast<double>(frames) / seconds.count();
}

void print_streams(const BenchVideoOptions& options, int streams, const std::string& codec) {
  constexpr int rounds = 2;
  double decoded = 0, drawn = 0;
  for (int round = 0; round < rounds; ++round) {
    decoded = std::max(decoded, frames_per_second(options, streams, false));
    drawn = std::max(drawn, frames_per_second(options, streams, true));
  }
  const std::string name = fmt::format("{} x {}", streams, codec);
  print_row({fmt::format("decode {}", name), fmt::format("{:.1f} fps", decoded), ""}, options.json);
  print_row({fmt::format("G8 drawn / decoded, {}", name),
             fmt::format("{:.3f} ({:.1f} fps)", drawn / decoded, drawn), ">= 0.95",
             at_least(drawn / decoded, 0.95)},
            options.json);
}

}  // namespace

int run_bench_video(const BenchVideoOptions& options) {
  const VideoInfo info = VideoReader(options.input).info();
  for (const int streams : options.streams)
    print_streams(options, streams,
                  fmt::format("{} {}x{}", info.codec, info.clip.size.width, info.clip.size.height));
  return 0;
}

}  // namespace overlace
