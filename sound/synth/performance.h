// SPDX-License-Identifier: Apache-2.0
// Plays notes that are given frame by frame: new ones begin, present ones sound, and missing ones
// fade out.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "graph/data/notes.h"
#include "sound/synth/playable.h"
#include "sound/synth/synthesizer.h"

namespace overlace {

/// The notes of a clip, by frame.
struct Score {
  int frames = 0;
  /// When frame `frame` is shown, in seconds from the first one; for `frames`, the clip's end.
  /// Never decreases from frame to frame.
  std::function<double(int frame)> shown_s;
  /// Appends the notes of a frame. Must be a pure function of the frame; frames are requested in
  /// order.
  std::function<void(int frame, std::vector<Note>&)> notes;
};

/// The sample at a presentation time.
[[nodiscard]] std::int64_t sample_at(double shown_s, int rate);

/// Plays a score from its first frame to its end. At a frame's sample, its new notes begin and
/// those that are gone are released; the others move linearly to their values in the next frame.
/// The last notes fade during the clip's last 80 ms, in which no others begin.
class Performance final : public Playable {
 public:
  Performance(Score score, const SynthSettings& settings);

  void rewind() override;
  std::size_t read(std::span<float> pairs) override;
  [[nodiscard]] int rate() const override { return settings_.rate; }
  /// Counts since the last rewind.
  [[nodiscard]] const SynthCounts& counts() const { return synthesizer_.counts(); }

 private:
  /// A key of the current frame, whose note sounds or has already ended.
  struct Live {
    std::uint64_t key;
    VoiceId voice;
    float midi, release_s;
    bool once;  ///< keeps ringing when its key is gone
  };

  void fetch(int frame, std::vector<Note>& notes);
  void begin_frame();
  VoiceId begin(const Note& note);
  void take_up(const Note& note, const Live* before);
  void aim_at_next();
  void take_events();

  Score score_;
  SynthSettings settings_;
  Synthesizer synthesizer_;
  std::vector<Note> notes_, next_notes_;  ///< of this frame and the next one, by key
  std::vector<Live> live_, next_live_;    ///< by key
  int frame_ = 0;                         ///< the next one to begin
  std::int64_t now_ = 0, event_ = 0, fade_ = 0, end_ = 0;  ///< samples
  bool fading_ = false;                                    ///< all notes are released for the end
};

}  // namespace overlace
