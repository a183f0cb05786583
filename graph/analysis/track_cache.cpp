// SPDX-License-Identifier: Apache-2.0
// The cache and its mutex, and the size of a table.
#include "graph/analysis/track_cache.h"

#include <utility>

#include "graph/data/clip_audio.h"

namespace overlace {

namespace {

/// Bytes of samples and spectra, which tables of several nodes may share.
std::size_t audio_bytes(const ClipAudio& audio) {
  return (audio.samples == nullptr ? 0 : audio.samples->bytes()) +
         (audio.spectrum == nullptr ? 0 : audio.spectrum->bytes());
}

}  // namespace

std::size_t table_bytes(const TrackTable& t) {
  const auto sum = [](const auto&... columns) {
    return ((columns.size() * sizeof columns[0]) + ... + std::size_t{0});
  };
  const auto of_lists = [&](const auto&... lists) {
    return (sum(lists.end, lists.items) + ... + std::size_t{0});
  };
  std::size_t bytes =
      sum(t.box, t.id, t.class_index, t.score, t.rotation, t.skeleton, t.mask_size, t.embedding,
          t.frame_begin, t.previous, t.next, t.age, t.remaining, t.velocity) +
      of_lists(t.key_points, t.outlines, t.mask_runs);
  for (const AttributeColumn& column : t.attributes) bytes += sum(column.values);
  for (const SharedSeries& series : t.series) bytes += sum(series->values);
  return bytes + (t.audio == nullptr ? 0 : audio_bytes(*t.audio));
}

std::shared_ptr<const TrackTable> TrackCache::find(const Digest::Value& key) {
  const std::lock_guard lock(mutex_);
  const auto* table = tables_.find(key);
  return table == nullptr ? nullptr : *table;
}

void TrackCache::keep(const Digest::Value& key, std::shared_ptr<const TrackTable> table) {
  const std::size_t bytes = table_bytes(*table);
  const std::lock_guard lock(mutex_);
  tables_.keep(key, std::move(table), bytes);
}

}  // namespace overlace
