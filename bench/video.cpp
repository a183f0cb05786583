// SPDX-License-Identifier: Apache-2.0
// Several decoders of the same video on a GPU, with and without an overlay.
#include "bench/video.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <thread>
#include <utility>

#include "bench/reference_graph.h"
#include "bench/rows.h"
#include "bench/video_cpu.h"
#include "gpu/replay.h"
#include "io/read/grab.h"
#include "io/read/video_reader.h"
#include "render/frames_in_flight.h"

namespace overlace {
namespace {

/// One decoder, and the replay that draws on its frames.
class VideoStream {
 public:
  explicit VideoStream(const BenchVideoOptions& options)
      : session_(std::make_shared<const CudaSession>(*options.gpu)),
        reader_(options.input,
                {.hardware = {.session = session_, .required = true, .frames = Memory::cuda}}) {}

  [[nodiscard]] const ClipInfo& clip() const { return reader_.info().clip; }
  /// Makes the replay; without one, frames are only decoded.
  void draw(std::shared_ptr<const Plan> plan) {
    const CudaHandles handles = session_->handles();
    replay_ =
        make_cuda_replay(std::move(plan), {.device = handles.device, .stream = handles.stream});
  }
  /// Plays to the end; returns the number of frames.
  std::int64_t play();

 private:
  std::int64_t decode();
  std::int64_t decode_and_draw();

  std::shared_ptr<const CudaSession> session_;
  VideoReader reader_;
  std::unique_ptr<Replay> replay_;  ///< null: decode only
};

std::int64_t VideoStream::play() {
  const std::int64_t count = replay_ ? decode_and_draw() : decode();
  CudaEvent end(*session_);
  end.record();
  end.wait();
  return count;
}

std::int64_t VideoStream::decode() {
  std::int64_t count = 0;
  for (DecodedFrame picture; reader_.read(picture);) ++count;
  return count;
}

std::int64_t VideoStream::decode_and_draw() {
  FramesInFlight<GrabbedFrame> frames(*replay_);
  std::int64_t count = 0;
  for (DecodedFrame picture; reader_.read(picture); ++count) {
    if (frames.full()) static_cast<void>(frames.take());
    const FrameTime time = picture.time;
    const VideoInfo& info = reader_.info();
    frames.submit(GrabbedFrame(std::move(picture.frame), info.color, info.alpha, time), time,
                  [](const GrabbedFrame& frame) { return frame.view(); });
  }
  while (!frames.empty()) static_cast<void>(frames.take());
  return count;
}

/// Plays the video in `streams` streams at once; returns their total frames per second.
double frames_per_second(const BenchVideoOptions& options, int streams, bool draw) {
  std::vector<std::unique_ptr<VideoStream>> all;
  for (int i = 0; i < streams; ++i) {
    VideoStream& stream = *all.emplace_back(std::make_unique<VideoStream>(options));
    const ClipInfo& clip = stream.clip();
    if (draw)
      stream.draw(bench_plan({.size = stored_size(clip),
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
  if (!options.gpu) return run_bench_video_cpu(options);
  const VideoInfo info = VideoReader(options.input).info();
  for (const int streams : options.streams)
    print_streams(options, streams,
                  fmt::format("{} {}x{}", info.codec, info.clip.size.width, info.clip.size.height));
  return 0;
}

}  // namespace overlace
