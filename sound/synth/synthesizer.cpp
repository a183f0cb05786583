// SPDX-License-Identifier: Apache-2.0
// Assigns voices to lanes and tracks when they begin and end.
#include "sound/synth/synthesizer.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include "graph/core/error.h"
#include "sound/synth/exact_math.h"
#include "sound/synth/phase_sine.h"
#include "sound/synth/voice_bank.h"
#include "sound/synth/voice_kernels.h"

namespace overlace {
namespace {

constexpr double power_time_s = 0.05;  // time over which a voice's power is measured
constexpr float steal_s = 0.004F;      // fade-out of a stolen voice
constexpr float strike_s = 0.001F;     // fade-in of a string's noise
constexpr float alike = 3.98F;         // power ratio of voices that count as equal: 6 dB
constexpr float inaudible = 1e-10F;  // mean square; a struck voice that stays below for 50 ms ends
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

SynthSettings checked(const SynthSettings& settings) {
  if (settings.voices < fewest_voices || settings.voices > most_voices)
    throw Error(ErrorCode::usage, std::to_string(settings.voices) + " voices",
                "there are 2 to 512 of them");
  if (settings.rate < 8000 || settings.rate > 192000)
    throw Error(ErrorCode::usage, std::to_string(settings.rate) + " samples per second",
                "8000 to 192000 are made");
  return settings;
}

/// The state of a voice.
enum class Life : std::uint8_t { free, sounding, fading };

struct Voice {
  Life life = Life::free;
  std::uint32_t birth = 0;  ///< number of the note, from 1
  float ratio = 1;
  int quiet_blocks = 0;         ///< consecutive, up to now
  std::int64_t ramps_end = -1;  ///< sample at which its ramps reach their targets
};

/// Number of groups per instrument. There are twice as many lanes as voices, since fading voices
/// keep theirs until they are silent.
std::size_t groups_of(const SynthSettings& settings) {
  return static_cast<std::size_t>((2 * settings.voices + lane_count - 1) / lane_count);
}

}  // namespace

std::size_t synthesizer_bytes(const SynthSettings& settings) {
  const std::size_t line = std::size_t{line_stride(settings.rate)} * lane_count * sizeof(float);
  const std::size_t group = 2 * sizeof(OscillatorGroup) + sizeof(PluckGroup) + line +
                            sizeof(ModalGroup) +
                            std::size_t{lane_count} * instrument_count * sizeof(Voice);
  return groups_of(settings) * group + sizeof(LaneMix);
}

/// Voices are numbered instrument by instrument.
class Synthesizer::State {
 public:
  explicit State(const SynthSettings& wanted)
      : settings(checked(wanted)),
        kernels_(voice_kernels(settings.simd)),
        groups_(groups_of(settings)),
        sines_(groups_),
        fms_(groups_),
        strings_(groups_),
        bars_(groups_),
        voices_(groups_ * lane_count * instrument_count),
        remembered_(static_cast<float>(
            power_of_two(-block_samples / (power_time_s * settings.rate) * std::numbers::log2e))) {
    const std::uint32_t stride = line_stride(settings.rate);
    lines_.resize(groups_ * stride * lane_count);
    scratch_.reserve(stride);
    for (std::size_t g = 0; g < groups_; ++g) {
      strings_[g].line = lines_.data() + g * stride * lane_count;
      strings_[g].line_stride = stride;
    }
    for (std::size_t v = 0; v < voices_.size(); ++v) retire(v);
  }

  VoiceId start(const NoteStart& note);
  void aim(VoiceId id, const VoiceAim& aim, std::int64_t samples);
  void release(std::size_t voice, float seconds, bool stolen);
  void release_all(float seconds);
  void render(std::span<float> pairs);
  [[nodiscard]] bool is_sounding(VoiceId id) const {
    return id.birth != 0 && id.voice < voices_.size() && voices_[id.voice].birth == id.birth &&
           voices_[id.voice].life == Life::sounding;
  }

  SynthSettings settings;
  SynthCounts counts;
  int sounding = 0;

 private:
  [[nodiscard]] std::size_t per_instrument() const { return groups_ * lane_count; }
  [[nodiscard]] VoiceGroup& group_of(std::size_t voice);
  [[nodiscard]] static int lane_of(std::size_t voice) {
    return static_cast<int>(voice % lane_count);
  }
  [[nodiscard]] std::size_t index_of(std::size_t voice) const {
    return voice % per_instrument() / lane_count;
  }
  [[nodiscard]] Instrument instrument_of(std::size_t voice) const {
    return static_cast<Instrument>(voice / per_instrument());
  }
  void steal();
  void begin(std::size_t voice, const NoteStart& note);
  void make(int samples, float* pairs);
  void settle_ramps();
  void look_at_voices();
  [[nodiscard]] bool has_ended(const Voice& voice, std::int32_t fade, bool struck) const;
  void retire(std::size_t voice);

  const VoiceKernels& kernels_;
  std::size_t groups_;  ///< of each instrument
  std::vector<OscillatorGroup> sines_, fms_;
  std::vector<PluckGroup> strings_;
  std::vector<ModalGroup> bars_;
  std::vector<Voice> voices_;
  std::vector<float> lines_, scratch_;
  float remembered_;  ///< share of a voice's power kept from one measurement to the next
  LaneMix mix_{};
  std::int64_t now_ = 0;  ///< samples made
  std::int64_t next_ramps_end_ = never;
  std::uint32_t births_ = 0;
};

VoiceGroup& Synthesizer::State::group_of(std::size_t voice) {
  const std::size_t index = index_of(voice);
  switch (instrument_of(voice)) {
    case Instrument::sine:
      return sines_[index];
    case Instrument::fm:
      return fms_[index];
    case Instrument::pluck:
      return strings_[index];
    case Instrument::modal:
      break;
  }
  return bars_[index];
}

/// Loudness is a voice's power after its gains.
void Synthesizer::State::steal() {
  const auto loudness = [this](std::size_t voice) {
    const VoiceGroup& group = group_of(voice);
    const int lane = lane_of(voice);
    const float left = group.left.value[lane], right = group.right.value[lane];
    return group.power[lane] * fma(left, left, right * right);
  };
  float quietest = 0;
  bool any = false;
  for (std::size_t v = 0; v < voices_.size(); ++v) {
    if (voices_[v].life != Life::sounding) continue;
    const float power = loudness(v);
    quietest = any ? std::min(quietest, power) : power;
    any = true;
  }
  std::size_t oldest = voices_.size();
  for (std::size_t v = 0; v < voices_.size(); ++v) {
    if (voices_[v].life != Life::sounding || loudness(v) > quietest * alike) continue;
    if (oldest == voices_.size() || voices_[v].birth < voices_[oldest].birth) oldest = v;
  }
  if (oldest < voices_.size()) release(oldest, steal_s, true);
}

VoiceId Synthesizer::State::start(const NoteStart& note) {
  ++counts.notes;
  if (sounding >= settings.voices) steal();
  const auto first =
      voices_.begin() +
      static_cast<std::ptrdiff_t>(static_cast<std::size_t>(note.instrument) * per_instrument());
  const auto last = first + static_cast<std::ptrdiff_t>(per_instrument());
  const auto free = std::find_if(first, last, [](const Voice& v) { return v.life == Life::free; });
  if (free == last) {
    ++counts.dropped;
    return {};
  }
  const auto voice = static_cast<std::size_t>(free - voices_.begin());
  begin(voice, note);
  ++sounding;
  return {static_cast<std::uint32_t>(voice), free->birth};
}

void Synthesizer::State::begin(std::size_t voice, const NoteStart& note) {
  VoiceGroup& group = group_of(voice);
  const int lane = lane_of(voice);
  const std::size_t index = index_of(voice);
  voices_[voice] = {.life = Life::sounding, .birth = ++births_, .ratio = note.ratio};
  group.active |= 1U << static_cast<unsigned>(lane);
  group.energy[lane] = 0;
  group.power[lane] = 0.5F;  // that of a sine, so that a new note does not count as quiet
  aim_gains(group, lane, note.aim, 0);
  float attack_s = note.attack_s;
  switch (note.instrument) {
    case Instrument::sine:
      start_oscillator(sines_[index], lane, note, settings.rate);
      break;
    case Instrument::fm:
      start_oscillator(fms_[index], lane, note, settings.rate);
      break;
    case Instrument::pluck:
      attack_s = strike_s;
      strike_string(strings_[index], lane, note, settings.rate, scratch_);
      break;
    case Instrument::modal:
      attack_s = 0;
      strike_bar(bars_[index], lane, note, settings.rate);
      break;
  }
  group.fade[lane] = attack_s > 0 ? 0 : quarter_turn;
  begin_fade(group, lane, static_cast<double>(attack_s) * settings.rate, true);
}

void Synthesizer::State::aim(VoiceId id, const VoiceAim& aim, std::int64_t samples) {
  if (!is_sounding(id)) return;
  const Instrument instrument = instrument_of(id.voice);
  const int lane = lane_of(id.voice);
  Voice& voice = voices_[id.voice];
  aim_gains(group_of(id.voice), lane, aim, samples);
  if (!is_struck(instrument)) {
    auto& group = (instrument == Instrument::sine ? sines_ : fms_)[index_of(id.voice)];
    aim_oscillator(group, lane, aim, static_cast<double>(voice.ratio), settings.rate, samples);
  }
  voice.ramps_end = now_ + std::max<std::int64_t>(samples, 0);
  next_ramps_end_ = std::min(next_ramps_end_, voice.ramps_end);
}

void Synthesizer::State::release(std::size_t voice, float seconds, bool stolen) {
  VoiceGroup& group = group_of(voice);
  begin_fade(group, lane_of(voice), static_cast<double>(seconds) * settings.rate, false);
  voices_[voice].life = Life::fading;
  if (stolen) ++counts.stolen;
  --sounding;
}

void Synthesizer::State::release_all(float seconds) {
  for (std::size_t v = 0; v < voices_.size(); ++v)
    if (voices_[v].life == Life::sounding) release(v, seconds, false);
}

/// Sets the ramps that end now to their targets.
void Synthesizer::State::settle_ramps() {
  next_ramps_end_ = never;
  for (std::size_t v = 0; v < voices_.size(); ++v) {
    const Voice& voice = voices_[v];
    if (voice.life == Life::free || voice.ramps_end < now_) continue;
    if (voice.ramps_end > now_) {
      next_ramps_end_ = std::min(next_ramps_end_, voice.ramps_end);
      continue;
    }
    const Instrument instrument = instrument_of(v);
    if (is_struck(instrument))
      settle(group_of(v), lane_of(v));
    else
      settle((instrument == Instrument::sine ? sines_ : fms_)[index_of(v)], lane_of(v));
  }
}

bool Synthesizer::State::has_ended(const Voice& voice, std::int32_t fade, bool struck) const {
  if (voice.life == Life::fading && fade == 0) return true;
  if (!struck || voice.quiet_blocks == 0) return false;
  const double quiet_s = static_cast<double>(voice.quiet_blocks) * block_samples / settings.rate;
  return quiet_s > power_time_s;
}

/// Updates the power of each voice and frees the lanes of those that have ended. Runs only at
/// multiples of a block, so that nothing depends on how rendering is divided, but often enough that
/// silent groups are worth skipping.
void Synthesizer::State::look_at_voices() {
  for (std::size_t first = 0; first < voices_.size(); first += lane_count) {
    VoiceGroup& group = group_of(first);
    if (group.active == 0) continue;
    const bool struck = is_struck(instrument_of(first));
    for (int lane = 0; lane < lane_count; ++lane) {
      const std::size_t v = first + static_cast<std::size_t>(lane);
      Voice& voice = voices_[v];
      if (voice.life == Life::free) continue;
      const float mean = group.energy[lane] * (1.0F / block_samples);
      group.energy[lane] = 0;
      group.power[lane] = mean + remembered_ * (group.power[lane] - mean);
      voice.quiet_blocks = mean < inaudible ? voice.quiet_blocks + 1 : 0;
      if (has_ended(voice, group.fade[lane], struck)) retire(v);
    }
  }
}

void Synthesizer::State::retire(std::size_t voice) {
  if (voices_[voice].life == Life::sounding) --sounding;
  voices_[voice].life = Life::free;
  const int lane = lane_of(voice);
  const std::size_t index = index_of(voice);
  switch (instrument_of(voice)) {
    case Instrument::sine:
    case Instrument::fm:
      return silence(group_of(voice), lane);
    case Instrument::pluck:
      return silence(strings_[index], lane);
    case Instrument::modal:
      return silence(bars_[index], lane);
  }
}

/// Groups add to the mix in a fixed order; silent ones are skipped.
void Synthesizer::State::make(int samples, float* pairs) {
  std::fill_n(&mix_.left[0][0], samples * lane_count, 0.0F);
  std::fill_n(&mix_.right[0][0], samples * lane_count, 0.0F);
  const auto run = [&](auto& groups, auto kernel) {
    for (auto& group : groups)
      if (group.active != 0) kernel(group, samples, mix_);
  };
  run(sines_, kernels_.sine);
  run(fms_, kernels_.fm);
  run(strings_, kernels_.pluck);
  run(bars_, kernels_.modal);
  kernels_.fold(mix_, samples, pairs);
}

void Synthesizer::State::render(std::span<float> pairs) {
  auto left = static_cast<std::int64_t>(pairs.size() / 2);
  float* out = pairs.data();
  while (left > 0) {
    if (next_ramps_end_ == now_) settle_ramps();
    std::int64_t samples = std::min(left, block_samples - now_ % block_samples);
    samples = std::min(samples, next_ramps_end_ - now_);
    make(static_cast<int>(samples), out);
    out += 2 * samples;
    left -= samples;
    now_ += samples;
    if (now_ % block_samples == 0) look_at_voices();
  }
}

Synthesizer::Synthesizer(const SynthSettings& settings)
    : state_(std::make_unique<State>(settings)) {}
Synthesizer::~Synthesizer() = default;
Synthesizer::Synthesizer(Synthesizer&&) noexcept = default;
Synthesizer& Synthesizer::operator=(Synthesizer&&) noexcept = default;

VoiceId Synthesizer::start(const NoteStart& note) {
  return state_->start(note);
}
void Synthesizer::aim(VoiceId id, const VoiceAim& aim, std::int64_t samples) {
  state_->aim(id, aim, samples);
}
void Synthesizer::release(VoiceId id, float seconds) {
  if (state_->is_sounding(id)) state_->release(id.voice, seconds, false);
}
void Synthesizer::release_all(float seconds) {
  state_->release_all(seconds);
}
bool Synthesizer::is_sounding(VoiceId id) const {
  return state_->is_sounding(id);
}
int Synthesizer::sounding() const {
  return state_->sounding;
}
void Synthesizer::render(std::span<float> pairs) {
  state_->render(pairs);
}
const SynthCounts& Synthesizer::counts() const {
  return state_->counts;
}
const SynthSettings& Synthesizer::settings() const {
  return state_->settings;
}

}  // namespace overlace
