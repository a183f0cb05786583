// SPDX-License-Identifier: Apache-2.0
// Voices that are held, and phrases that must be ready in time.
#include "bench/sound.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/rows.h"
#include "bench/streams.h"
#include "bench/timer.h"
#include "sound/synth/synthesizer.h"

namespace overlace {
namespace {

constexpr int rate = 48000;
constexpr int fm_voices = 64;        // of the row with a target
constexpr double fm_target = 200;    // times real time
constexpr double phrase_target = 5;  // ms, at the 95th percentile

struct Subject {
  const char* name;
  Instrument instrument;
};
constexpr Subject subjects[] = {{"sine", Instrument::sine},
                                {"fm", Instrument::fm},
                                {"pluck", Instrument::pluck},
                                {"modal", Instrument::modal}};

/// A synthesizer with `voices` voices of an instrument, all held.
Synthesizer playing(Instrument instrument, int voices, SynthSimd simd) {
  Synthesizer synthesizer({.rate = rate, .voices = std::max(voices, fewest_voices), .simd = simd});
  for (int i = 0; i < voices; ++i)
    synthesizer.start({.instrument = instrument,
                       .aim = {.frequency_hz = 100.0 + 7 * i, .level = 0.01F},
                       .ring_s = 60,
                       .seed = static_cast<std::uint32_t>(i)});
  return synthesizer;
}

/// Whether the first quarter of a second has the same bytes as from scalar code.
bool is_right(Instrument instrument, int voices) {
  std::vector<float> best(rate / 2), scalar(rate / 2);
  playing(instrument, voices, SynthSimd::best).render(best);
  playing(instrument, voices, SynthSimd::scalar).render(scalar);
  return best == scalar;
}

BenchRow measure(const Subject& subject, int voices, int seconds) {
  Synthesizer synthesizer = playing(subject.instrument, voices, SynthSimd::best);
  std::vector<float> pairs(2 * rate);
  std::vector<double> each_ms;
  for (int i = 0; i < seconds; ++i)
    each_ms.push_back(thread_milliseconds([&] { synthesizer.render(pairs); }));
  const double times = 1000 / median(each_ms);
  BenchRow row{fmt::format("{} x {}", subject.name, voices),
               fmt::format("{} x real time", digits(times)), "", RowStatus::ok,
               Json::Object{{"times_real_time", times}}};
  if (subject.instrument == Instrument::fm && voices == fm_voices) {
    row.target = fmt::format(">= {} x", fm_target);
    row.status = at_least(times, fm_target);
  }
  if (!is_right(subject.instrument, std::min(voices, fm_voices))) row.status = RowStatus::failed;
  return row;
}

/// Two seconds of eight FM voices, from start to end.
BenchRow measure_phrase() {
  constexpr int phrases = 200, voices = 8;
  Synthesizer synthesizer({.rate = rate});
  std::vector<float> pairs(2 * 2 * rate);
  std::vector<double> each_ms;
  for (int i = 0; i < phrases; ++i)
    each_ms.push_back(milliseconds([&] {
      for (int v = 0; v < voices; ++v)
        synthesizer.start({.instrument = Instrument::fm, .aim = {.frequency_hz = 100.0 + 50 * v}});
      synthesizer.render(pairs);
      synthesizer.release_all();
    }));
  const double first = each_ms.front(), tenth = each_ms[9];
  std::ranges::sort(each_ms);
  const double high = each_ms[phrases * 95 / 100];
  return {"phrase", fmt::format("{} ms, p95 {} ms", digits(median(each_ms)), digits(high)),
          fmt::format("p95 <= {} ms", phrase_target), at_most(high, phrase_target),
          Json::Object{{"first_ms", first}, {"tenth_ms", tenth}, {"p95_ms", high}}};
}

/// Eight FM voices for two seconds, in independent streams.
BenchRow measure_streams() {
  constexpr int voices = 8, rounds = 30;
  const auto stream = [] {
    std::vector<float> pairs(2 * 2 * rate);
    playing(Instrument::fm, voices, SynthSimd::best).render(pairs);
    return pairs;
  };
  return streams_row("phrases", rounds, [&stream, whole = stream()] { return stream() == whole; });
}

}  // namespace

int run_bench_sound(const BenchSoundOptions& options) {
  bool correct = true;
  for (const Subject& subject : subjects)
    for (const int voices : {1, 8, 64, 512}) {
      const int seconds = std::max(options.seconds * fm_voices / std::max(voices, fm_voices), 3);
      const BenchRow row = measure(subject, voices, seconds);
      print_row(row, options.json);
      correct = correct && row.status != RowStatus::failed;
    }
  print_row(measure_phrase(), options.json);
  const BenchRow streams = measure_streams();
  print_row(streams, options.json);
  correct = correct && streams.status != RowStatus::failed;
  return correct ? 0 : 1;
}

}  // namespace overlace
