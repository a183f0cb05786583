// SPDX-License-Identifier: Apache-2.0
// What audio nodes share: the tables they read and make, and series of measurements.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>

#include "graph/data/clip_audio.h"
#include "graph/data/tracks.h"
#include "graph/types/node.h"

namespace overlace {

/// The sound of a table; null if it has none.
[[nodiscard]] inline std::shared_ptr<const PcmAudio> samples_of(const TrackTable* table) {
  if (table == nullptr || table->audio == nullptr) return nullptr;
  const auto& samples = table->audio->samples;
  return samples != nullptr && samples->size() > 0 ? samples : nullptr;
}

/// The spectrum of a table; null if it has none.
[[nodiscard]] inline std::shared_ptr<const AudioSpectrum> spectrum_of(const TrackTable* table) {
  if (table == nullptr || table->audio == nullptr) return nullptr;
  const auto& spectrum = table->audio->spectrum;
  return spectrum != nullptr && spectrum->columns > 0 ? spectrum : nullptr;
}

/// A table with sound and no rows.
[[nodiscard]] inline TrackTable audio_table(ClipAudio audio) {
  TrackTable table;
  table.audio = std::make_shared<const ClipAudio>(std::move(audio));
  return table;
}

/// Passes the sound on to nodes that read from a measuring node.
[[nodiscard]] inline TrackTable passed_on(const TrackTable& table) {
  return audio_table(table.audio == nullptr ? ClipAudio{} : *table.audio);
}

/// The times of a series' values, and the values outside them.
struct SeriesTime {
  double row_s = 0;    ///< seconds from value to value
  double start_s = 0;  ///< presentation time of the first one
  double before = 0, after = 0;
};

/// Appends a series of measurements. For a clip without sound it has no values ("missing").
template <class T>
void append_measure(std::string name, std::span<const T> values, const SeriesTime& time,
                    TrackTable& table) {
  Series series{.name = std::move(name),
                .values = {},
                .sample_rate = 1 / time.row_s,
                .start_s = time.start_s - time.row_s};
  if (!values.empty()) {
    series.values.reserve(values.size() + 2);
    series.values.push_back(time.before);
    for (const T value : values) series.values.push_back(static_cast<double>(value));
    series.values.push_back(time.after);
  }
  table.series.push_back(std::make_shared<const Series>(std::move(series)));
}

}  // namespace overlace
