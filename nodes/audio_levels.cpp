// SPDX-License-Identifier: Apache-2.0
// audio_levels: how loud the sound is, a hundred times a second.
#include <fmt/format.h>

#include "node_list.h"
#include "nodes/parts/audio_tables.h"
#include "nodes/parts/running_counts.h"
#include "sound/levels.h"

namespace overlace {
namespace {

struct Params {
  std::string name = "sound";
};

TrackTable make(const Params& p, TrackContext& context) {
  check_series_name(p.name);
  const TrackTable& input = *context.inputs.front();
  TrackTable table = passed_on(input);
  const std::shared_ptr<const PcmAudio> sound = samples_of(&input);
  const SoundLevels levels = sound ? measure_levels(*sound) : SoundLevels{};
  const auto append = [&](const char* measure, const std::vector<float>& values, double after) {
    append_measure<float>(p.name + "." + measure, values,
                          {.row_s = 1.0 / level_rows_per_second,
                           .start_s = levels.start_s,
                           .before = static_cast<double>(silence_db),
                           .after = after},
                          table);
  };
  const double silence = static_cast<double>(silence_db);
  append("rms", levels.rms_db, silence);
  append("peak", levels.peak_db, silence);
  append("true_peak", levels.true_peak_db, silence);
  append("vu", levels.vu_db, silence);
  append("momentary", levels.momentary_lufs, silence);
  append("short_term", levels.short_term_lufs, silence);
  append("integrated", levels.integrated_lufs, static_cast<double>(levels.whole_lufs));
  if (sound && context.log)
    context.log(fmt::format("{}: {:.1f} LUFS, true peak {:.1f} dB", p.name, levels.whole_lufs,
                            levels.whole_true_peak_db));
  return table;
}

}  // namespace

NodeType audio_levels() {
  return Node<Params>("audio_levels", Stage::audio,
                      "Measures how loud the sound is, 100 times a second.")
      .input("audio", Stage::audio, "The sound.")
      .text("name", &Params::name,
            "Name of the levels. Texts and parameters read the series NAME.rms, NAME.peak, "
            "NAME.true_peak and NAME.vu in dBFS, and the loudness NAME.momentary, NAME.short_term "
            "and NAME.integrated in LUFS. Silence is -120.")
      .makes(make);
}

}  // namespace overlace
