// SPDX-License-Identifier: Apache-2.0
// Merges the notes of two frames by their keys.
#include "sound/synth/performance.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "graph/core/random.h"
#include "sound/synth/tuning.h"

namespace overlace {
namespace {

constexpr float last_release_s = 0.08F;

VoiceAim aim_of(const Note& note) {
  return {.frequency_hz = frequency_of(static_cast<double>(note.midi)),
          .level = note.level,
          .pan = note.pan,
          .brightness = note.brightness};
}

NoteStart start_of(const Note& note) {
  return {.instrument = note.instrument,
          .aim = aim_of(note),
          .ratio = note.ratio,
          .attack_s = note.attack_s,
          .ring_s = note.ring_s,
          .seed = static_cast<std::uint32_t>(mix_bits(note.key) >> 32U)};
}

}  // namespace

std::int64_t sample_at(double shown_s, int rate) {
  return std::llround(shown_s * rate);
}

Performance::Performance(Score score, const SynthSettings& settings)
    : score_(std::move(score)), settings_(settings), synthesizer_(settings) {
  rewind();
}

void Performance::rewind() {
  if (now_ > 0) synthesizer_ = Synthesizer(settings_);
  live_.clear();
  frame_ = 0;
  now_ = 0;
  event_ = 0;
  fading_ = false;
  const std::int64_t last = sample_at(static_cast<double>(last_release_s), settings_.rate);
  end_ = score_.frames > 0 ? sample_at(score_.shown_s(score_.frames), settings_.rate) : 0;
  fade_ = std::max<std::int64_t>(end_ - last, 0);
  if (score_.frames > 0) fetch(0, next_notes_);
}

/// Of several notes with the same key, the lowest is kept; of those the one farthest left, then the
/// softest, whatever their order.
void Performance::fetch(int frame, std::vector<Note>& notes) {
  notes.clear();
  score_.notes(frame, notes);
  std::ranges::sort(notes, {}, [](const Note& note) {
    return std::tuple(note.key, note.midi, note.pan, note.level);
  });
  const auto repeats = [](const Note& a, const Note& b) { return a.key == b.key; };
  notes.erase(std::unique(notes.begin(), notes.end(), repeats), notes.end());
}

/// Sustained instruments that play a note only once start at full level and fade over its ring
/// time.
VoiceId Performance::begin(const Note& note) {
  NoteStart start = start_of(note);
  const bool fades = note.once && !is_struck(note.instrument);
  if (fades) start.attack_s = 0;
  const VoiceId voice = synthesizer_.start(start);
  if (fades) synthesizer_.release(voice, note.ring_s);
  return voice;
}

/// Begins or continues a note; `before` is its key's state in the previous frame, or null.
void Performance::take_up(const Note& note, const Live* before) {
  Live live{note.key, {}, note.midi, note.release_s, note.once};
  const bool again =
      before != nullptr && is_struck(note.instrument) && !note.once && before->midi != note.midi;
  if (again) synthesizer_.release(before->voice, note.release_s);
  live.voice = before == nullptr || again ? begin(note) : before->voice;
  next_live_.push_back(live);
}

void Performance::begin_frame() {
  std::swap(notes_, next_notes_);
  next_live_.clear();
  auto before = live_.begin();
  const auto let_go_until = [&](std::uint64_t key) {
    for (; before != live_.end() && before->key < key; ++before)
      if (!before->once) synthesizer_.release(before->voice, before->release_s);
  };
  for (const Note& note : notes_) {
    let_go_until(note.key);
    const bool known = before != live_.end() && before->key == note.key;
    take_up(note, known ? &*before : nullptr);
    if (known) ++before;
  }
  let_go_until(~std::uint64_t{0});
  std::swap(live_, next_live_);
}

void Performance::aim_at_next() {
  const std::int64_t samples = event_ - now_;
  auto live = live_.begin();
  for (const Note& note : next_notes_) {
    while (live != live_.end() && live->key < note.key) ++live;
    if (live == live_.end()) return;
    if (live->key == note.key && !note.once) synthesizer_.aim(live->voice, aim_of(note), samples);
  }
}

/// Handles the events of this sample: the final fade and new frames.
void Performance::take_events() {
  if (!fading_ && now_ >= fade_) {
    synthesizer_.release_all(last_release_s);
    fading_ = true;
  }
  while (!fading_ && frame_ < score_.frames && now_ == event_) {
    begin_frame();
    ++frame_;
    event_ = std::max(now_, sample_at(score_.shown_s(frame_), settings_.rate));
    if (frame_ == score_.frames) return;
    fetch(frame_, next_notes_);
    aim_at_next();
  }
}

std::size_t Performance::read(std::span<float> pairs) {
  const auto wanted = static_cast<std::size_t>(
      std::min<std::int64_t>(static_cast<std::int64_t>(pairs.size() / 2), end_ - now_));
  for (std::size_t done = 0; done < wanted;) {
    take_events();
    std::int64_t until = fading_ ? end_ : fade_;
    if (!fading_ && frame_ < score_.frames) until = std::min(until, event_);
    const auto count = std::min(wanted - done, static_cast<std::size_t>(until - now_));
    synthesizer_.render(pairs.subspan(2 * done, 2 * count));
    done += count;
    now_ += static_cast<std::int64_t>(count);
  }
  return wanted;
}

}  // namespace overlace
