// SPDX-License-Identifier: Apache-2.0
// Counts of frames times their bytes.
#include "render/render_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "gpu/device/budget.h"
#include "gpu/replay.h"
#include "render/transcode.h"

namespace overlace {
namespace {

constexpr std::size_t program_bytes = std::size_t{70} << 20U;  ///< code, libraries, threads' heaps
/// Borders around a decoded picture, and the stored motion of each block: 141 bytes for 384 bytes
/// of samples in H.264, less in others.
constexpr double decoded_picture = 1.35;
constexpr std::size_t in_hands = 2;  ///< frames: one being drawn on, one being encoded

std::size_t times(double count, std::int64_t bytes) {
  return static_cast<std::size_t>(count * static_cast<double>(bytes));
}

MemoryUse decoder_use(const FramePlan& plan) {
  const DecoderLoad& load = plan.decoding;
  return {"decoder", times(load.frames() * decoded_picture, plan.from_bytes),
          fmt::format("{} frames: {} decoded at once, {} referred to, {} waiting for their turn",
                      load.frames(), load.threads, load.references, load.reordered)};
}

// At most the size of the file.
MemoryUse history_use(const FramePlan& plan) {
  const std::int64_t most = plan.decoding.history_bytes;
  const std::int64_t bytes = plan.input_bytes > 0 ? std::min(plan.input_bytes, most) : most;
  return {"packets since a key frame", static_cast<std::size_t>(bytes),
          "kept to decode damage again"};
}

MemoryUse queue_use(const FramePlan& plan) {
  const TranscodeOptions queues;
  const std::size_t from = static_cast<std::size_t>(plan.from_bytes);
  const std::size_t to = static_cast<std::size_t>(plan.to_bytes);
  const std::size_t decoded = frames_within(queues.decoded_bytes, from, queues.queue_depth);
  const std::size_t drawn = frames_within(queues.drawn_bytes, to, queues.queue_depth);
  return {"frames on their way", decoded * from + (drawn + in_hands) * to,
          fmt::format("{} decoded, {} drawn on, {} in hands", decoded, drawn, in_hands)};
}

MemoryUse encoder_use(const FramePlan& plan) {
  const EncoderLoad& load = plan.encoding;
  std::string note = fmt::format("as {:.0f} pictures", load.pictures);
  if (load.waiting > 0) note += fmt::format(", {} waiting", load.waiting);
  if (load.threads > 0) note += fmt::format(", {} threads", load.threads);
  return {fmt::format("encoder {}", plan.encoder), times(load.pictures, plan.to_bytes), note};
}

/// The CUDA runtime with overlace's kernels: what drivers take on their own, rounded up.
constexpr std::size_t context_bytes = std::size_t{500} << 20U;

/// Pictures that libav makes NVDEC keep beyond what the stream needs: 3 of its own, and 3 that are
/// held while they are copied (io/read/video_decoder.cpp).
constexpr int spare_surfaces = 6;
/// NVENC's pictures: libav allots 4 per frame of the interval between P-frames, which is 4 at most
/// (nvenc.c, nvenc_recalc_surfaces), and the encoder refers to 4.
constexpr int encoder_surfaces = 20;

MemoryUse nvdec_use(const FramePlan& plan) {
  const int surfaces = plan.decoding.references + plan.decoding.reordered + 1 + spare_surfaces;
  return {"decoder", times(surfaces, plan.from_bytes), fmt::format("{} surfaces", surfaces)};
}

MemoryUse nvenc_use(const FramePlan& plan) {
  return {fmt::format("encoder {}", plan.encoder), times(encoder_surfaces, plan.to_bytes),
          fmt::format("{} surfaces", encoder_surfaces)};
}

}  // namespace

std::vector<MemoryUse> render_memory(const FramePlan& plan, std::size_t drawing_bytes) {
  std::vector<MemoryUse> uses{{"program and libraries", program_bytes},
                              decoder_use(plan),
                              history_use(plan),
                              queue_use(plan),
                              {"drawing", drawing_bytes, "tracks and buffers of the plan"},
                              encoder_use(plan)};
  uses.insert(uses.end(), plan.beside.begin(), plan.beside.end());
  return uses;
}

std::vector<MemoryUse> gpu_render_memory(const FramePlan& plan, const Plan& drawn) {
  PixelFormat picture;
  picture.layout = PlaneLayout::semi_planar;
  picture.chroma_shift_x = picture.chroma_shift_y = 1;
  std::vector<MemoryUse> uses{{"context and kernels", context_bytes}};
  if (plan.decoder == "nvdec") {
    uses.push_back(nvdec_use(plan));
    uses.push_back(queue_use(plan));
  }
  for (MemoryUse& use : device_budget(drawn, picture, CudaReplayOptions{}.slots))
    uses.push_back(std::move(use));
  if (std::string_view(plan.encoder).ends_with("_nvenc")) uses.push_back(nvenc_use(plan));
  return uses;
}

}  // namespace overlace
