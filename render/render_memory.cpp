// SPDX-License-Identifier: Apache-2.0
// Counts of frames times their bytes.
#include "render/render_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "render/transcode.h"

namespace overlace {
namespace {

constexpr std::size_t program_bytes = std::size_t{70} << 20U;  ///< code, libraries, threads' heaps
/// Edges round a decoded picture, and what is kept of each block's motion: H.264 has 141 bytes for
/// 384 of samples, others less.
constexpr double decoded_picture = 1.35;
constexpr std::size_t in_hands = 2;  ///< frames: one that is drawn on, one that is being encoded

std::size_t times(double count, std::int64_t bytes) {
  return static_cast<std::size_t>(count * static_cast<double>(bytes));
}

MemoryUse decoder_use(const FramePlan& plan) {
  const DecoderLoad& load = plan.decoding;
  return {"decoder", times(load.frames() * decoded_picture, plan.from_bytes),
          fmt::format("{} frames: {} decoded at once, {} referred to, {} waiting for their turn",
                      load.frames(), load.threads, load.references, load.reordered)};
}

// Not more than the file has.
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

}  // namespace

std::vector<MemoryUse> render_memory(const FramePlan& plan, std::size_t drawing_bytes) {
  return {{"program and libraries", program_bytes},
          decoder_use(plan),
          history_use(plan),
          queue_use(plan),
          {"drawing", drawing_bytes, "tracks and buffers of the plan"},
          encoder_use(plan)};
}

}  // namespace overlace
