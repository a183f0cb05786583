// SPDX-License-Identifier: Apache-2.0
// The executor of plans on a device: one graph per ring slot, captured once and replayed for every
// frame.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gpu/device/clip_memory.h"
#include "gpu/device/kernel_trace.h"
#include "gpu/device/launch_shape.h"
#include "gpu/device/pass_launch.h"
#include "gpu/replay.h"
#include "graph/core/error.h"

namespace overlace {

/// Draws on device memory, or on host memory by way of it. A frame's counts live on the device;
/// where one exceeds a capacity, nothing is painted, and `finish` enlarges what was too small and
/// draws the frame again. In steady state nothing is allocated, instantiated or waited for but the
/// frame itself.
///
/// Queue is described in gpu/device/queue.h. Pictures in device memory must be ready for work that
/// is queued on it.
template <class Queue>
class DeviceReplay final : public Replay {
 public:
  /// `threads` run the host's steps, 0 takes one per core. `trace` is borrowed and may be null.
  DeviceReplay(std::shared_ptr<const Plan> plan, std::unique_ptr<Queue> queue, std::size_t slots,
               int threads = 0, Trace* trace = nullptr)
      : plan_(std::move(plan)),
        program_(make_device_program(*plan_)),
        queue_(std::move(queue)),
        packer_(plan_, program_, threads),
        clip_(*queue_, *plan_, program_),
        capacity_(first_capacity(*plan_, program_)),
        trace_(trace),
        ring_(slots) {
    const ClockOffset offset = measure_clock(*queue_, trace_);
    for (std::size_t i = 0; i < slots; ++i) ring_[i].kernels.emplace(*queue_, trace_, offset, i);
    reserve();
  }
  ~DeviceReplay() override;
  DeviceReplay(const DeviceReplay&) = delete;
  DeviceReplay& operator=(const DeviceReplay&) = delete;

  Memory memory() const override { return Memory::cuda; }
  std::size_t slots() const override { return ring_.size(); }
  void submit(std::size_t slot, const FrameTime& time, const ImageView& picture) override;
  ReplayStats finish(std::size_t slot) override;

  [[nodiscard]] Queue& queue() { return *queue_; }

 private:
  /// Counts that come back from the device with each frame.
  struct Counts {
    SceneCounters* passes = nullptr;
    std::uint32_t* links = nullptr;
  };
  /// One frame under way.
  struct Ring {
    typename Queue::HostBlock sent, received;
    typename Queue::Block copy;               ///< of what is uploaded
    typename Queue::Block picture, backdrop;  ///< where they are needed
    FrameRecords records;
    Counts counts;  ///< in `received`
    std::optional<typename Queue::Graph> graph;
    std::optional<KernelTrace<Queue>> kernels;
    typename Queue::Event done;
    FrameTime time;
    ImageView target;         ///< the caller's
    ImageView on_device;      ///< the same, or a copy on the device
    ImageView backdrop_view;  ///< in `backdrop`, or unset
    bool empty = true;        ///< nothing to draw: the device does not hear of it
    bool regrown = false;
    std::size_t room = 0;  ///< for pieces, when it was packed
    ReplayStats stats;
  };

  void reserve();
  void reserve(Ring& ring);
  bool make_room(const DeviceCapacity& wanted);
  void place(Ring& ring, const ImageView& picture);
  void choose_kernels(const ImageView& picture);
  void pack(Ring& ring);
  void upload_atlas();
  void launch(Ring& ring);
  void copy_picture(Ring& ring, CopyKind kind);
  [[nodiscard]] std::span<const SceneCounters> counts_of(const Ring& ring) const;
  void draw_again(Ring& ring);
  [[nodiscard]] ReplayStats collect(const Ring& ring) const;
  [[nodiscard]] PassLaunch pass_launch(const Ring& ring, std::size_t pass) const;
  void send_back(Ring& ring);

  std::shared_ptr<const Plan> plan_;
  const DeviceProgram program_;
  std::unique_ptr<Queue> queue_;
  FramePacker packer_;
  ClipMemory<Queue> clip_;
  DeviceCapacity capacity_;
  bool reserved_ = false;  ///< all that capacity_ says; not so when memory was short
  std::optional<SceneLayout> scene_layout_;
  typename Queue::Block scene_, counters_, atlas_;
  std::size_t atlas_sent_ = 0;         ///< bytes
  std::optional<PixelFormat> format_;  ///< that the graphs were captured for
  ChromaSiting siting_ = ChromaSiting::left;
  Trace* trace_;
  std::vector<Ring> ring_;
};

template <class Queue>
DeviceReplay<Queue>::~DeviceReplay() {
  try {
    queue_->synchronize();
  } catch (const Error&) {
    // Nothing runs on a device that has failed, and who waited for a frame has heard of it.
  }
}

template <class Queue>
void DeviceReplay<Queue>::submit(std::size_t slot, const FrameTime& time,
                                 const ImageView& picture) {
  const TraceSpan span(trace_, {"submit", "host", time.frame, static_cast<std::int32_t>(slot)});
  Ring& ring = ring_[slot];
  ring.time = time;
  ring.target = picture;
  ring.stats = {};
  ring.regrown = false;
  place(ring, picture);
  pack(ring);
  ring.empty = packer_.is_empty();
  ring.stats.links = packer_.host_counts().links;
  if (ring.empty) return;
  choose_kernels(picture);
  if (picture.memory == Memory::host) copy_picture(ring, CopyKind::host_to_device);
  if (!ring.graph) ring.graph = queue_->capture([&] { launch(ring); });
  queue_->replay(*ring.graph);
  send_back(ring);
}

template <class Queue>
ReplayStats DeviceReplay<Queue>::finish(std::size_t slot) {
  Ring& ring = ring_[slot];
  if (ring.empty) return ring.stats;
  {
    const TraceSpan span(trace_,
                         {"wait", "host", ring.time.frame, static_cast<std::int32_t>(slot)});
    queue_->wait(ring.done);
  }
  while (std::ranges::any_of(counts_of(ring), &SceneCounters::overflow)) draw_again(ring);
  ring.kernels->collect(ring.time.frame);
  return collect(ring);
}

/// Reserves what depends on capacities; graphs have addresses in them, and go.
template <class Queue>
void DeviceReplay<Queue>::reserve() {
  reserved_ = false;
  scene_ = {};
  scene_layout_.emplace(
      stored_size(plan_->clip), capacity_,
      group_scratch_floats(launched_teams<warp_size>(queue_->warps()), program_.group_depth));
  scene_ = queue_->allocate(scene_layout_->bytes);
  if (counters_.size() == 0)
    counters_ = queue_->allocate(program_.passes.size() * sizeof(SceneCounters));
  if (atlas_.size() < capacity_.atlas) {
    atlas_ = {};
    atlas_ = queue_->allocate(capacity_.atlas);
    atlas_sent_ = 0;
    clip_.tables().atlas = reinterpret_cast<const std::uint8_t*>(atlas_.data());
  }
  for (Ring& ring : ring_) reserve(ring);
  reserved_ = true;
}

/// Reserves more where that is wanted; false when there was enough.
template <class Queue>
bool DeviceReplay<Queue>::make_room(const DeviceCapacity& wanted) {
  if (!capacity_.grow(wanted) && reserved_) return false;
  queue_->synchronize();
  reserve();
  return true;
}

template <class Queue>
void DeviceReplay<Queue>::reserve(Ring& ring) {
  const FrameLayout layout(program_, capacity_);
  ring.graph.reset();
  ring.sent = {};
  ring.sent = queue_->allocate_host(layout.host_bytes());
  ring.copy = {};
  ring.copy = queue_->allocate(layout.uploaded());
  ring.records = layout.records(ring.sent.data(), ring.sent.device(), ring.copy.data());
  if (ring.received.size() != 0) return;  // may hold the counts of a frame under way
  const std::size_t pass_bytes = program_.passes.size() * sizeof(SceneCounters);
  ring.received = queue_->allocate_host(pass_bytes + program_.links.size() * sizeof(std::uint32_t));
  ring.counts = {reinterpret_cast<SceneCounters*>(ring.received.data()),
                 reinterpret_cast<std::uint32_t*>(ring.received.data() + pass_bytes)};
  ring.done = queue_->make_event();
}

/// Decides where on the device the frame is drawn.
template <class Queue>
void DeviceReplay<Queue>::place(Ring& ring, const ImageView& picture) {
  const std::size_t bytes = device_picture_bytes(picture.format, picture.size);
  const auto in_block = [&](typename Queue::Block& block) {
    if (block.size() < bytes) block = queue_->allocate(bytes);
    return device_picture(picture, block.data());
  };
  ring.on_device = picture.memory == Memory::host ? in_block(ring.picture) : picture;
  ring.backdrop_view = {};
  if (std::ranges::any_of(program_.passes, &PassWork::blends_with_target))
    ring.backdrop_view = in_block(ring.backdrop);
}

template <class Queue>
void DeviceReplay<Queue>::pack(Ring& ring) {
  const DevicePictures pictures{ring.on_device, ring.backdrop_view};
  if (!reserved_) make_room({});
  while (make_room(packer_.pack(ring.time, clip_.tables(), pictures, ring.records)))
    ring.regrown = true;
  ring.room = capacity_.pieces;
  upload_atlas();
}

/// Bitmaps are only ever appended.
template <class Queue>
void DeviceReplay<Queue>::upload_atlas() {
  if (!plan_->atlas) return;
  const std::lock_guard lock(plan_->atlas->growing);
  const std::vector<std::uint8_t>& coverage = plan_->atlas->coverage;
  const std::size_t end = std::min(coverage.size(), atlas_.size());
  if (end <= atlas_sent_) return;
  queue_->upload(atlas_.data() + atlas_sent_, coverage.data() + atlas_sent_, end - atlas_sent_);
  atlas_sent_ = end;
}

/// Kernels are made for a pixel format: another one needs other graphs.
template <class Queue>
void DeviceReplay<Queue>::choose_kernels(const ImageView& picture) {
  if (format_ == picture.format && siting_ == picture.color.siting) return;
  format_ = picture.format;
  siting_ = picture.color.siting;
  for (Ring& ring : ring_) ring.graph.reset();
}

/// Queues a frame: records, links, passes, and the way back of the counts.
template <class Queue>
void DeviceReplay<Queue>::launch(Ring& ring) {
  KernelTrace<Queue>& kernels = *ring.kernels;
  kernels.begin(*queue_);
  queue_->upload(ring.copy.data(), ring.sent.data(), ring.copy.size());
  kernels.mark(*queue_, "upload parameters", "upload");
  for (std::size_t i = 0; i < program_.links.size(); ++i) {
    const LinkWork& work = program_.links[i];
    if (work.made_on_host) continue;
    launch_links(*queue_, ring.records.links.device + i, clip_.links()[i], link_capacity(work));
    kernels.mark(*queue_, plan_->steps[work.step].name, "links");
  }
  for (std::size_t i = 0; i < program_.passes.size(); ++i)
    launch_pass(*queue_, pass_launch(ring, i),
                [&](std::string_view part) { kernels.mark(*queue_, part, "composite"); });
  const std::size_t pass_bytes = program_.passes.size() * sizeof(SceneCounters);
  queue_->download(ring.counts.passes, counters_.data(), pass_bytes);
  for (std::size_t i = 0; i < program_.links.size(); ++i)
    if (!program_.links[i].made_on_host)
      queue_->download(ring.counts.links + i, clip_.links()[i].count, sizeof(std::uint32_t));
}

template <class Queue>
PassLaunch DeviceReplay<Queue>::pass_launch(const Ring& ring, std::size_t pass) const {
  const PassWork& work = program_.passes[pass];
  auto* counters = reinterpret_cast<SceneCounters*>(counters_.data());
  PassLaunch launch;
  launch.record = ring.records.passes.device + pass;
  launch.draws = ring.records.draws.device;
  launch.target = ring.records.passes.host[pass].target;
  launch.scene = scene_layout_->tables(scene_.data(), capacity_, counters + pass);
  launch.before = pass == 0 ? nullptr : counters + pass - 1;
  launch.has_groups = work.has_groups;
  launch.copies_target = work.blends_with_target;
  if (work.layer) {
    launch.occupied = clip_.tables().layers[*work.layer].occupied;
    launch.occupied_bytes = layer_occupied_bytes(stored_size(plan_->clip));
  }
  return launch;
}

/// Queues what follows a frame's kernels.
template <class Queue>
void DeviceReplay<Queue>::send_back(Ring& ring) {
  if (ring.target.memory == Memory::host) copy_picture(ring, CopyKind::device_to_host);
  queue_->record(ring.done);
}

/// Copies a host picture to its place on the device, or back.
template <class Queue>
void DeviceReplay<Queue>::copy_picture(Ring& ring, CopyKind kind) {
  const bool there = kind == CopyKind::host_to_device;
  const ImageView &to = there ? ring.on_device : ring.target,
                  &from = there ? ring.target : ring.on_device;
  const auto extents = plane_extents(from.format, from.size);
  ring.kernels->begin_copy(*queue_);
  for (std::size_t i = 0; i < extents.size(); ++i)
    copy_plane(to.planes[i], from.planes[i], extents[i], kind,
               [this](const RowCopy& copy) { queue_->copy_rows(copy); });
  ring.kernels->end_copy(*queue_);
}

/// What came back of each pass.
template <class Queue>
std::span<const SceneCounters> DeviceReplay<Queue>::counts_of(const Ring& ring) const {
  return {ring.counts.passes, program_.passes.size()};
}

/// Draws a frame anew that did not have room, this once without a graph. Its picture, which the
/// last pass paints, is as it was. Its layers may be those of a later frame by now, and that frame
/// may have made the room.
template <class Queue>
void DeviceReplay<Queue>::draw_again(Ring& ring) {
  DeviceCapacity wanted;
  wanted.pieces = std::ranges::max(counts_of(ring), {}, &SceneCounters::pieces).pieces;
  if (wanted.pieces <= ring.room)
    throw Error(ErrorCode::internal, "a device pass overflowed without wanting more room");
  make_room(wanted);
  ring.regrown = true;
  pack(ring);
  launch(ring);
  send_back(ring);
  queue_->wait(ring.done);
}

template <class Queue>
ReplayStats DeviceReplay<Queue>::collect(const Ring& ring) const {
  ReplayStats stats = ring.stats;
  for (const SceneCounters& counters : counts_of(ring)) {
    stats.primitives += counters.primitives;
    stats.segments += counters.pieces;
    stats.tiles += counters.active_bins;
  }
  for (std::size_t i = 0; i < program_.links.size(); ++i)
    if (!program_.links[i].also_on_host) stats.links += ring.counts.links[i];
  stats.regrown = ring.regrown;
  return stats;
}

}  // namespace overlace
