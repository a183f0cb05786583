// SPDX-License-Identifier: Apache-2.0
// What a benchmark keeps on a device: pictures, and the tables of a link step.
#pragma once

#include <vector>

#include "bench/gpu/gpu_bench.h"
#include "gpu/device/link_step.h"
#include "gpu/device/picture_memory.h"
#include "gpu/device/track_memory.h"

namespace overlace {

/// A picture on the device, with upload and download.
template <class Queue>
class DevicePicture {
 public:
  DevicePicture(Queue& queue, const ImageView& like)
      : queue_(&queue),
        block_(queue.allocate(device_picture_bytes(like.format, like.size))),
        view_(device_picture(like, block_.data())) {
    view_.memory = Memory::cuda;
  }
  [[nodiscard]] const ImageView& view() const { return view_; }
  [[nodiscard]] const std::byte* data() const { return block_.data(); }
  void copy_from(const DevicePicture& other) {
    queue_->copy_rows({.dst = block_.data(),
                       .dst_stride = block_.size(),
                       .src = other.data(),
                       .src_stride = block_.size(),
                       .row_bytes = block_.size(),
                       .rows = 1});
  }
  void upload(const ImageView& image) { copy_planes(view_, image, CopyKind::host_to_device); }
  void download(const ImageView& image) { copy_planes(image, view_, CopyKind::device_to_host); }

 private:
  void copy_planes(const ImageView& to, const ImageView& from, CopyKind kind) {
    const auto extents = plane_extents(view_.format, view_.size);
    for (std::size_t i = 0; i < extents.size(); ++i)
      copy_plane(to.planes[i], from.planes[i], extents[i], kind,
                 [&](const RowCopy& copy) { queue_->copy_rows(copy); });
    queue_->synchronize();
  }

  Queue* queue_;
  typename Queue::Block block_;
  ImageView view_;
};

/// A picture of the same shape in host memory.
class HostPicture {
 public:
  explicit HostPicture(const ImageView& like)
      : bytes_(device_picture_bytes(like.format, like.size)),
        view_(device_picture(like, bytes_.data())) {
    view_.memory = Memory::host;
  }
  [[nodiscard]] const ImageView& view() const { return view_; }

 private:
  std::vector<std::byte> bytes_;
  ImageView view_;
};

/// The tables of a link step and one frame's record, on the device.
template <class Queue>
class LinkMemory {
 public:
  LinkMemory(Queue& queue, const TrackTable& table, const LinkKnnOp& op)
      : capacity_(capacity_of(table, op)),
        layout_(capacity_),
        track_layout_(table),
        tracks_(queue.allocate(track_layout_.bytes())),
        tables_(queue.allocate(layout_.bytes())),
        record_(queue.allocate(sizeof(LinkRecord))) {
    const std::vector<std::byte> contents = track_layout_.contents(table, tracks_.data());
    queue.upload(tracks_.data(), contents.data(), contents.size());
    LinkRecord record;
    record.op = op;
    record.tracks = track_layout_.columns(tracks_.data());
    record.tracks.rows = table.rows(table.first_frame);
    record.row_of_rank = track_layout_.row_of_rank(tracks_.data());
    queue.upload(record_.data(), &record, sizeof record);
    queue.synchronize();
  }
  void launch(Queue& queue, LinkSteps steps) const {
    const auto* record = reinterpret_cast<const LinkRecord*>(record_.data());
    if (steps == LinkSteps::usual) return launch_links(queue, record, tables(), capacity_);
    launch_large_step(queue, record, tables(), capacity_);
  }
  [[nodiscard]] std::vector<Link> links(Queue& queue) const {
    std::uint32_t count = 0;
    queue.download(&count, tables().count, sizeof count);
    queue.synchronize();
    std::vector<Link> links(count);
    queue.download(links.data(), tables().links, links.size() * sizeof(Link));
    queue.synchronize();
    return links;
  }

 private:
  [[nodiscard]] LinkTables tables() const { return layout_.tables(tables_.data()); }
  static LinkCapacity capacity_of(const TrackTable& table, const LinkKnnOp& op) {
    LinkCapacity capacity;
    capacity.points = table.rows(table.first_frame).size();
    capacity.k = static_cast<std::uint32_t>(op.k);
    return capacity;
  }

  LinkCapacity capacity_;
  LinkLayout layout_;
  TrackLayout track_layout_;
  typename Queue::Block tracks_, tables_, record_;
};

}  // namespace overlace
