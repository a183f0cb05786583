// SPDX-License-Identifier: Apache-2.0
// audio_onsets: where notes and beats begin.
#include <fmt/format.h>

#include "node_list.h"
#include "nodes/parts/audio_tables.h"
#include "nodes/parts/running_counts.h"
#include "sound/onsets.h"

namespace overlace {
namespace {

struct Params {
  std::string name = "beat";
  Number threshold{0.07F};
  Number decay{0.15F};
};

TrackTable make(const Params& p, TrackContext& context) {
  check_series_name(p.name);
  const TrackTable& input = *context.inputs.front();
  TrackTable table = passed_on(input);
  const std::shared_ptr<const PcmAudio> sound = samples_of(&input);
  SoundOnsets onsets;
  if (sound)
    onsets = find_onsets(*sound, {.threshold = static_cast<double>(p.threshold.constant.value),
                                  .decay_s = static_cast<double>(p.decay.constant.value)});
  const SeriesTime time{.row_s = onsets.row_s, .start_s = onsets.start_s};
  append_measure<float>(p.name + ".envelope", onsets.envelope, time, table);
  append_measure<float>(p.name + ".pulse", onsets.pulse, time, table);
  SeriesTime counted = time;
  if (!onsets.count.empty()) counted.after = onsets.count.back();
  append_measure<std::uint32_t>(p.name + ".count", onsets.count, counted, table);
  if (sound && context.log)
    context.log(fmt::format("{}: {} onsets", p.name, onsets.onsets_s.size()));
  return table;
}

}  // namespace

NodeType audio_onsets() {
  return Node<Params>("audio_onsets", Stage::audio, "Finds where notes and beats begin.")
      .input("audio", Stage::audio, "The sound.")
      .text("name", &Params::name,
            "Name of the beats. Texts and parameters read the series NAME.envelope, the onset "
            "strength, 0 to 1; NAME.pulse, 1 at a beat and then falling to 0; and NAME.count, the "
            "number of beats so far.")
      .fixed_number(
          "threshold", &Params::threshold, {0, 1, Unit::ratio},
          "How far a beat must stand out from its surroundings, relative to the strongest onset.")
      .fixed_number("decay", &Params::decay, {0.001, 10, Unit::seconds},
                    "Time for a pulse to fall to a third.")
      .makes(make);
}

}  // namespace overlace
