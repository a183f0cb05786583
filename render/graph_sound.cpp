// SPDX-License-Identifier: Apache-2.0
// Notes, voices, loudness, and the cut.
#include "render/graph_sound.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "render/graph_notes.h"
#include "sound/synth/mastering.h"
#include "sound/synth/mixed_sound.h"
#include "sound/synth/performance.h"

namespace overlace {
namespace {

/// A range of samples of a sound, read once. Everything before it is played and discarded, because
/// the state of the voices depends on it.
class Excerpt {
 public:
  Excerpt(std::shared_ptr<Playable> sound, std::int64_t begin, std::int64_t end)
      : sound_(std::move(sound)), before_(begin), left_(std::max<std::int64_t>(end - begin, 0)) {}

  std::size_t read(std::span<float> pairs) {
    skip();
    const auto wanted = std::min(static_cast<std::int64_t>(pairs.size() / 2), left_);
    const std::size_t count = sound_->read(pairs.first(2 * static_cast<std::size_t>(wanted)));
    left_ -= static_cast<std::int64_t>(count);
    return count;
  }

 private:
  void skip() {
    std::array<float, 4096> pairs;
    while (before_ > 0) {
      const auto wanted = std::min<std::int64_t>(before_, pairs.size() / 2);
      const std::size_t count =
          sound_->read(std::span(pairs).first(2 * static_cast<std::size_t>(wanted)));
      if (count == 0) return;
      before_ -= static_cast<std::int64_t>(count);
    }
  }

  std::shared_ptr<Playable> sound_;
  std::int64_t before_, left_;  ///< samples
};

void log_counts(const SynthCounts& counts, const SoundSettings& settings, double gain,
                const LogSink& log) {
  if (!log) return;
  log(counts.notes == 0 ? std::string("sound: no notes are played; the stream is silent")
                        : fmt::format("sound: {} notes at {:.1f} dB for {:g} LUFS", counts.notes,
                                      20 * std::log10(gain), settings.loudness_lufs));
  if (counts.stolen + counts.dropped > 0)
    log(fmt::format("sound: {} notes ended early, {} were left out; more than {} at once",
                    counts.stolen, counts.dropped, settings.voices));
}

}  // namespace

MemoryUse sound_memory(const SoundSettings& settings) {
  return {"sound", synthesizer_bytes({.rate = settings.rate, .voices = settings.voices}),
          fmt::format("{} voices of {} instruments at {} Hz", settings.voices, instrument_count,
                      settings.rate)};
}

PlayPairs graph_sound(SoundPlan plan, std::vector<double> times, const FrameList& frames,
                      const SoundSettings& settings, std::shared_ptr<const PcmAudio> recorded,
                      const LogSink& log) {
  const ClipInfo clip = plan.frames->clip;
  const int count = static_cast<int>(times.size()) - 1;
  const auto shown = std::make_shared<const std::vector<double>>(std::move(times));
  const auto shown_s = [shown](int frame) { return (*shown)[static_cast<std::size_t>(frame)]; };
  const auto graph = std::make_shared<GraphNotes>(std::move(plan));
  Score score{.frames = count,
              .shown_s = shown_s,
              .notes = [graph, clip, shown_s](int frame, std::vector<Note>& notes) {
                graph->append({clip.first_frame + frame, shown_s(frame)}, notes);
              }};
  const auto performance = std::make_shared<Performance>(
      std::move(score), SynthSettings{.rate = settings.rate, .voices = settings.voices});
  const MasteringSettings mastering{.loudness_lufs = settings.loudness_lufs,
                                    .ceiling_dbtp = settings.ceiling_dbtp};
  const double gain = mastering_gain(*performance, mastering);
  log_counts(performance->counts(), settings, gain, log);
  std::shared_ptr<Playable> heard = std::make_shared<MasteredSound>(performance, gain, mastering);
  if (recorded != nullptr)
    heard = std::make_shared<MasteredSound>(
        std::make_shared<MixedSound>(std::move(heard), std::move(recorded)), 1.0, mastering);
  const int first = frames.all() ? 0 : std::min(frames.first(), count);
  const int last = frames.all() ? count - 1 : std::min(frames.last(), count - 1);
  const auto excerpt = std::make_shared<Excerpt>(heard, sample_at(shown_s(first), settings.rate),
                                                 sample_at(shown_s(last + 1), settings.rate));
  return [excerpt](std::span<float> pairs) { return excerpt->read(pairs); };
}

}  // namespace overlace
