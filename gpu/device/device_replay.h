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
#include "gpu/device/image_tiles.h"
#include "gpu/device/kernel_trace.h"
#include "gpu/device/launch_shape.h"
#include "gpu/device/pass_launch.h"
#include "gpu/device/plane_tiles.h"
#include "gpu/device/texture_memory.h"
#include "gpu/host/ground.h"
#include "gpu/replay.h"
#include "graph/core/error.h"
#include "graph/plan/effect_memory.h"

namespace overlace {

/// Draws on pictures in device memory, or in host memory by way of the device. A frame's counts are
/// known on the device; if one exceeds a capacity, nothing is painted, and `finish` enlarges what
/// was too small and draws the frame again. In steady state nothing is allocated or instantiated,
/// and only the frame itself is waited for.
///
/// Queue is described in gpu/device/queue.h. Pictures in device memory must be ready for work that
/// is queued on it.
template <class Queue>
class DeviceReplay final : public Replay {
 public:
  /// `threads` run the host's steps; 0 means one per core. `trace` is borrowed and may be null.
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
    for (std::size_t i = 0; i < slots; ++i)
      ring_[i].kernels.emplace(*queue_, trace_, offset, i, most_marks());
    reserve();
  }
  ~DeviceReplay() override;
  DeviceReplay(const DeviceReplay&) = delete;
  DeviceReplay& operator=(const DeviceReplay&) = delete;

  Memory memory() const override { return Memory::cuda; }
  std::size_t slots() const override { return ring_.size(); }
  void submit(std::size_t slot, const FrameTime& time, const ImageView& picture) override;
  ReplayStats finish(std::size_t slot) override;
  PixelRect bounds(const FrameTime& time) override { return packer_.bounds(time); }

  [[nodiscard]] Queue& queue() { return *queue_; }

 private:
  /// A frame's counts, which kernels write to host memory.
  struct Counts {
    SceneCounters* passes = nullptr;
    std::uint32_t* links = nullptr;
  };
  /// One frame in flight.
  struct Ring {
    typename Queue::HostBlock sent, received;
    typename Queue::Block copy;               ///< of the records
    typename Queue::Block picture, backdrop;  ///< if needed
    typename Queue::Block kept;               ///< the original picture, if effects change it
    typename Queue::HostBlock staging;        ///< for uploading and downloading a host picture
    FrameRecords records;
    Counts counts, counts_on_device;  ///< in `received`, as each side sees it
    std::optional<typename Queue::Graph> graph;
    std::optional<KernelTrace<Queue>> kernels;
    typename Queue::Event done;
    FrameTime time;
    ImageView target;         ///< the caller's
    ImageView staged;         ///< a host picture in `staging`, laid out as on the device
    ImageView on_device;      ///< the caller's, or a copy on the device
    ImageView backdrop_view;  ///< in `backdrop`, or unset
    ImageView kept_view;      ///< in `kept`, or unset
    bool empty = true;        ///< nothing to draw: nothing was queued
    bool reallocated = false;
    std::size_t room = 0;  ///< segment capacity when it was packed
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
  [[nodiscard]] std::size_t most_marks() const;
  void launch_beginning(Ring& ring);
  void launch_link_step(Ring& ring, std::size_t link, const BeginPass& begin = {});
  void launch_effects(Ring& ring, std::size_t pass);
  void launch_layer_effect(Ring& ring, const EffectWork& work);
  void launch_picture_effect(Ring& ring, const EffectWork& work, std::size_t before);
  [[nodiscard]] TiledImage layer_image(std::size_t buffer) const;
  [[nodiscard]] RegionImage layer_region(std::size_t buffer) const;
  void send_there(Ring& ring);
  [[nodiscard]] std::span<const SceneCounters> counts_of(const Ring& ring) const;
  void restore_picture(Ring& ring);
  void copy_on_device(const ImageView& to, const ImageView& from);
  /// Whether a frame's picture changes before its last pass.
  [[nodiscard]] bool changes_picture() const { return program_.picture_effects > 0; }
  void draw_again(Ring& ring);
  [[nodiscard]] ReplayStats collect(const Ring& ring) const;
  [[nodiscard]] PassLaunch pass_launch(const Ring& ring, std::size_t pass) const;
  [[nodiscard]] bool takes_one_kernel(const LinkWork& work) const;
  [[nodiscard]] Counts counts_in(std::byte* received) const;
  void send_back(Ring& ring);
  static std::size_t staged_bytes(const Ring& ring) { return device_picture_bytes(ring.target); }

  std::shared_ptr<const Plan> plan_;
  const DeviceProgram program_;
  std::unique_ptr<Queue> queue_;
  FramePacker packer_;
  ClipMemory<Queue> clip_;
  TextureMemory<Queue> textures_;
  DeviceCapacity capacity_;
  bool reserved_ = false;  ///< all that capacity_ says; false if memory ran out
  std::optional<SceneLayout> scene_layout_;
  typename Queue::Block scene_, counters_, atlas_;
  typename Queue::Block alpha_scratch_;  ///< if effects change pictures with straight alpha
  std::size_t atlas_sent_ = 0;           ///< bytes
  std::optional<PixelFormat> format_;    ///< that the graphs were captured for
  ChromaSiting siting_ = ChromaSiting::left;
  AlphaKind alpha_ = AlphaKind::premultiplied;
  Trace* trace_;
  std::vector<Ring> ring_;
};

template <class Queue>
DeviceReplay<Queue>::~DeviceReplay() {
  try {
    queue_->synchronize();
  } catch (const Error&) {
    // A failed device runs nothing, and waiting for a frame has already reported the error.
  }
}

template <class Queue>
void DeviceReplay<Queue>::submit(std::size_t slot, const FrameTime& time,
                                 const ImageView& picture) {
  const TraceSpan span(trace_, {"submit", "host", time.frame, static_cast<std::int32_t>(slot)});
  Ring& ring = ring_[slot];
  ring.time = time;
  ring.target = picture;
  lay_ground(ring.target);
  ring.stats = {};
  ring.reallocated = false;
  ring.kernels->begin_frame();
  place(ring, picture);
  pack(ring);
  ring.empty = packer_.is_empty();
  ring.stats.links = packer_.host_counts().links;
  if (ring.empty) return;
  choose_kernels(picture);
  if (picture.memory == Memory::host)
    send_there(ring);
  else if (changes_picture())
    copy_on_device(ring.kept_view, ring.on_device);
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
  if (ring.target.memory == Memory::host) copy_picture(ring.target, ring.staged);
  ring.kernels->collect(ring.time.frame);
  return collect(ring);
}

/// Reserves what depends on capacities, and drops the graphs, which contain addresses.
template <class Queue>
void DeviceReplay<Queue>::reserve() {
  reserved_ = false;
  scene_ = {};
  scene_layout_.emplace(
      stored_size(plan_->clip), capacity_,
      group_scratch_floats(launched_groups<warp_size>(queue_->warps()), program_.group_depth));
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

/// Reserves more if that is wanted; false if there was enough.
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
  ring.copy = queue_->allocate(layout.copied());
  ring.records = layout.records(ring.sent.data(), ring.sent.device(), ring.copy.data());
  if (ring.received.size() != 0) return;  // may hold the counts of a frame in flight
  ring.received = queue_->allocate_host(program_.passes.size() * sizeof(SceneCounters) +
                                        program_.links.size() * sizeof(std::uint32_t));
  ring.counts = counts_in(ring.received.data());
  ring.counts_on_device = counts_in(ring.received.device());
  ring.done = queue_->make_event();
}

template <class Queue>
typename DeviceReplay<Queue>::Counts DeviceReplay<Queue>::counts_in(std::byte* received) const {
  const std::size_t pass_bytes = program_.passes.size() * sizeof(SceneCounters);
  return {reinterpret_cast<SceneCounters*>(received),
          reinterpret_cast<std::uint32_t*>(received + pass_bytes)};
}

/// Decides where on the device the frame is drawn.
template <class Queue>
void DeviceReplay<Queue>::place(Ring& ring, const ImageView& picture) {
  const std::size_t bytes = device_picture_bytes(picture);
  const auto in_block = [&](typename Queue::Block& block) {
    if (block.size() < bytes) block = queue_->allocate(bytes);
    return device_picture(picture, block.data());
  };
  const bool on_host = picture.memory == Memory::host;
  ring.on_device = on_host ? in_block(ring.picture) : picture;
  if (on_host) {
    if (ring.staging.size() < bytes) ring.staging = queue_->allocate_host(bytes);
    ring.staged = device_picture(picture, ring.staging.data());
  }
  ring.backdrop_view = {};
  if (std::ranges::any_of(program_.passes, &PassWork::blends_with_target))
    ring.backdrop_view = in_block(ring.backdrop);
  if (!changes_picture()) return;
  if (!on_host) ring.kept_view = in_block(ring.kept);
  if (picture.format.alpha && picture.alpha == AlphaKind::straight && alpha_scratch_.size() == 0)
    alpha_scratch_ = queue_->allocate(effect_scratch_bytes(*plan_, FilterAxes::one_by_one));
}

/// Queues a copy of a picture to one like it.
template <class Queue>
void DeviceReplay<Queue>::copy_on_device(const ImageView& to, const ImageView& from) {
  const PixelRect held = from.held();
  const auto extents = plane_extents(from.format, {held.width, held.height});
  for (std::size_t i = 0; i < extents.size(); ++i)
    copy_plane(to.planes[i], from.planes[i], extents[i], CopyKind::device_to_device,
               [&](const RowCopy& copy) { queue_->copy_rows(copy); });
}

template <class Queue>
void DeviceReplay<Queue>::pack(Ring& ring) {
  const DevicePictures pictures{ring.on_device, ring.backdrop_view};
  textures_.send(*queue_, plan_->textures, ring.on_device, clip_.tables());
  if (!reserved_) make_room({});
  while (make_room(packer_.pack(ring.time, clip_.tables(), pictures, ring.records)))
    ring.reallocated = true;
  ring.room = capacity_.segments;
  upload_atlas();
}

/// Uploads what is new: bitmaps are only ever appended.
template <class Queue>
void DeviceReplay<Queue>::upload_atlas() {
  const std::vector<std::uint8_t>& coverage = packer_.atlas().coverage;
  const std::size_t end = std::min(coverage.size(), atlas_.size());
  if (end <= atlas_sent_) return;
  queue_->upload(atlas_.data() + atlas_sent_, coverage.data() + atlas_sent_, end - atlas_sent_);
  atlas_sent_ = end;
}

/// Kernels depend on the pixel format, so another one needs new graphs.
template <class Queue>
void DeviceReplay<Queue>::choose_kernels(const ImageView& picture) {
  if (format_ == picture.format && siting_ == picture.color.siting && alpha_ == picture.alpha)
    return;
  format_ = picture.format;
  alpha_ = picture.alpha;
  siting_ = picture.color.siting;
  for (Ring& ring : ring_) ring.graph.reset();
}

/// Queues a frame's kernels. They fetch its records and write its counts to host memory themselves:
/// on a device, a copy between kernels takes longer than a kernel.
template <class Queue>
void DeviceReplay<Queue>::launch(Ring& ring) {
  ring.kernels->begin(*queue_);
  launch_beginning(ring);
  for (std::size_t i = 0; i < program_.links.size(); ++i)
    if (!takes_one_kernel(program_.links[i])) launch_link_step(ring, i);
  for (std::size_t i = 0; i < program_.passes.size(); ++i) {
    launch_effects(ring, i);
    const PassLaunch pass = pass_launch(ring, i);
    const auto mark = [&](std::string_view part) {
      ring.kernels->mark(*queue_, part, "composite");
    };
    if (i > 0) {
      queue_->launch(pass.begin, queue_->warps());
      prepare_target(*queue_, pass);
      mark("begin pass");
    }
    launch_drawing(*queue_, pass, mark);
  }
}

/// The most marks that `launch` makes: one after each link step and effect, three in each pass.
template <class Queue>
std::size_t DeviceReplay<Queue>::most_marks() const {
  return program_.links.size() + program_.effects.size() + 3 * program_.passes.size();
}

/// Queues the links that take one kernel and do not depend on the first pass's beginning. The first
/// of them does that, too; without any, it is a kernel of its own.
template <class Queue>
void DeviceReplay<Queue>::launch_beginning(Ring& ring) {
  const PassLaunch pass = pass_launch(ring, 0);
  BeginPass begin = pass.begin;
  for (std::size_t i = 0; i < program_.links.size(); ++i)
    if (takes_one_kernel(program_.links[i])) launch_link_step(ring, i, std::exchange(begin, {}));
  if (begin.pass != nullptr) {
    queue_->launch(begin, queue_->warps());
    ring.kernels->mark(*queue_, "begin pass", "composite");
  }
  prepare_target(*queue_, pass);
}

template <class Queue>
bool DeviceReplay<Queue>::takes_one_kernel(const LinkWork& work) const {
  return !work.made_on_host && overlace::takes_one_kernel(link_capacity(work));
}

/// Queues a link step, if the device runs it. A step of a single kernel reads its record in host
/// memory, and does what `begin` does.
template <class Queue>
void DeviceReplay<Queue>::launch_link_step(Ring& ring, std::size_t link, const BeginPass& begin) {
  const LinkWork& work = program_.links[link];
  if (work.made_on_host) return;
  const Mirrored<LinkRecord>& records = ring.records.links;
  LinkTables tables = clip_.links()[link];
  tables.report = ring.counts_on_device.links + link;
  launch_links(*queue_, (takes_one_kernel(work) ? records.in_place : records.device) + link, tables,
               link_capacity(work), begin);
  ring.kernels->mark(*queue_, plan_->steps[work.step].name, "links");
}

/// Queues the effects between a pass and the one before it.
template <class Queue>
void DeviceReplay<Queue>::launch_effects(Ring& ring, std::size_t pass) {
  const PassWork& work = program_.passes[pass];
  for (std::size_t i = 0; i < work.effect_count; ++i) {
    const EffectWork& effect = program_.effects[work.first_effect + i];
    if (effect.output == no_slot)
      launch_picture_effect(ring, effect, pass - 1);
    else
      launch_layer_effect(ring, effect);
    const Step& step = plan_->steps[effect.step];
    ring.kernels->mark(*queue_, step.name, step.stage);
  }
}

template <class Queue>
void DeviceReplay<Queue>::launch_layer_effect(Ring& ring, const EffectWork& work) {
  EffectPlace place;
  place.scratch = clip_.tables().effect_scratch;
  place.stored = plan_->clip.stored;
  place.luts = clip_.tables().luts;
  place.output = layer_image(work.output);
  for (std::size_t port = 0; port < work.inputs.size(); ++port)
    if (work.inputs[port] != no_slot) place.inputs[port] = layer_image(work.inputs[port]);
  ImageLauncher<Queue> launcher{*queue_};
  run_effect(launcher, std::get<EffectStep>(plan_->steps[work.step].work).lower({}), place,
             ring.records.effects.device + work.record);
}

/// `before` is the previous pass, which always exists; its counters say whether any pass up to it
/// overflowed.
template <class Queue>
void DeviceReplay<Queue>::launch_picture_effect(Ring& ring, const EffectWork& work,
                                                std::size_t before) {
  const Mirrored<PictureEffectRecord>& records = ring.records.picture_effects;
  PicturePlace place;
  place.picture = records.host[work.record].picture.picture;
  place.region = layer_region(work.inputs.front());
  place.scratch = clip_.tables().effect_scratch;
  place.alpha_scratch = alpha_scratch_.data();
  place.stored = plan_->clip.stored;
  place.luts = clip_.tables().luts;
  place.lost = &(reinterpret_cast<SceneCounters*>(counters_.data()) + before)->overflow;
  PlaneLauncher<Queue> launcher(*queue_);
  run_picture_effect(launcher, std::get<PictureStep>(plan_->steps[work.step].work).lower({}), place,
                     records.device + work.record);
}

template <class Queue>
TiledImage DeviceReplay<Queue>::layer_image(std::size_t buffer) const {
  const LayerMemory& layer = clip_.tables().layers[buffer];
  return {{layer.occupied, stored_size(plan_->clip)}, layer.pixels};
}

template <class Queue>
RegionImage DeviceReplay<Queue>::layer_region(std::size_t buffer) const {
  const LayerMemory& layer = clip_.tables().layers[buffer];
  if (layer.kind == LayerKind::colors) return region_of(layer_image(buffer));
  return {{layer.occupied, stored_size(plan_->clip)}, layer.pixels};
}

template <class Queue>
PassLaunch DeviceReplay<Queue>::pass_launch(const Ring& ring, std::size_t pass) const {
  const PassWork& work = program_.passes[pass];
  const Mirrored<PassRecord>& records = ring.records.passes;
  auto* counters = reinterpret_cast<SceneCounters*>(counters_.data());
  PassLaunch launch;
  launch.record = records.device + pass;
  launch.draws = ring.records.draws.device;
  launch.target = records.host[pass].target;
  launch.scene = scene_layout_->tables(scene_.data(), capacity_, counters + pass);
  launch.scene.report = ring.counts_on_device.passes + pass;
  launch.begin = {.pass = launch.record, .scene = launch.scene};
  if (pass == 0) {
    launch.begin.pass = records.in_place;
    launch.begin.sent = {reinterpret_cast<const SentRecords::Bytes*>(ring.sent.device()),
                         reinterpret_cast<SentRecords::Bytes*>(ring.copy.data()),
                         static_cast<std::uint32_t>(ring.copy.size() / sizeof(SentRecords::Bytes))};
  } else {
    launch.begin.before = counters + pass - 1;
  }
  launch.has_groups = work.has_groups;
  launch.copies_target = work.blends_with_target;
  if (work.layer) {
    launch.occupied = clip_.tables().layers[*work.layer].occupied;
    launch.occupied_bytes = layer_occupied_bytes(stored_size(plan_->clip));
  }
  return launch;
}

/// Queues the upload of a host picture, through staging memory: with pageable memory the host would
/// have to wait.
template <class Queue>
void DeviceReplay<Queue>::send_there(Ring& ring) {
  copy_picture(ring.staged, ring.target);
  ring.kernels->begin_copy(*queue_);
  queue_->upload(ring.picture.data(), ring.staging.data(), staged_bytes(ring));
  ring.kernels->end_copy(*queue_);
}

/// Queues what follows a frame's kernels. A host picture is downloaded while the next frame is
/// drawn.
template <class Queue>
void DeviceReplay<Queue>::send_back(Ring& ring) {
  if (ring.target.memory != Memory::host) return queue_->record(ring.done);
  queue_->aside([&] {
    ring.kernels->begin_copy(*queue_);
    queue_->download(ring.staging.data(), ring.picture.data(), staged_bytes(ring));
    ring.kernels->end_copy(*queue_);
    queue_->record(ring.done);
  });
}

/// The counts that came back for each pass.
template <class Queue>
std::span<const SceneCounters> DeviceReplay<Queue>::counts_of(const Ring& ring) const {
  return {ring.counts.passes, program_.passes.size()};
}

/// Restores a frame's picture. If no effect changes it, only the last pass would have painted on
/// it, and has not.
template <class Queue>
void DeviceReplay<Queue>::restore_picture(Ring& ring) {
  if (!changes_picture()) return;
  if (ring.target.memory == Memory::host)
    send_there(ring);
  else
    copy_on_device(ring.on_device, ring.kept_view);
}

/// Redraws a frame that ran out of room, this time without a graph. Its layers may hold a later
/// frame by now, and that frame may already have made the room.
template <class Queue>
void DeviceReplay<Queue>::draw_again(Ring& ring) {
  restore_picture(ring);  // first: a fallback replay starts from it if memory runs out
  DeviceCapacity wanted;
  wanted.segments = std::ranges::max(counts_of(ring), {}, &SceneCounters::segments).segments;
  if (wanted.segments <= ring.room)
    throw Error(ErrorCode::internal, "a device pass overflowed without wanting more room");
  make_room(wanted);
  ring.reallocated = true;
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
    stats.segments += counters.segments;
    stats.tiles += counters.active_bins;
  }
  for (std::size_t i = 0; i < program_.links.size(); ++i)
    if (!program_.links[i].also_on_host) stats.links += ring.counts.links[i];
  stats.reallocated = ring.reallocated;
  return stats;
}

}  // namespace overlace
