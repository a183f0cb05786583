// SPDX-License-Identifier: Apache-2.0
// Plays notes that are given frame by frame: what is there sounds, what comes begins, what goes
// fades.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "graph/data/notes.h"
#include "sound/synth/playable.h"
#include "sound/synth/synthesizer.h"

namespace overlace {

/// The frames of a clip, as they are heard.
struct Score {
  int frames = 0;
  /// When frame `frame` is shown, seconds from the first one; that of `frames` is the clip's end.
  /// Never less than that of the frame before.
  std::function<double(int frame)> shown_s;
  /// Appends the notes of a frame. It must be a pure function of the frame; frames are asked for in
  /// order.
  std::function<void(int frame, std::vector<Note>&)> notes;
};

/// The sample at which something happens that is shown at a time.
[[nodiscard]] std::int64_t sample_at(double shown_s, int rate);

/// Plays a score from its first frame to its end. At a frame's sample its new notes begin and those
/// that are gone are let go; the others move evenly to what they are in the next frame. The last
/// notes fade in the clip's last 80 ms, in which no others begin.
class Performance final : public Playable {
 public:
  Performance(Score score, const SynthSettings& settings);

  void rewind() override;
  std::size_t read(std::span<float> pairs) override;
  [[nodiscard]] int rate() const override { return settings_.rate; }
  /// Since the last rewind.
  [[nodiscard]] const SynthCounts& counts() const { return synthesizer_.counts(); }

 private:
  /// A key that sounds, or did and is still there.
  struct Live {
    std::uint64_t key;
    VoiceId voice;
    float midi, release_s;
    bool once;  ///< it rings on when its key is gone
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
  std::vector<Note> notes_, next_notes_;  ///< of the frame and the one after, by key
  std::vector<Live> live_, next_live_;    ///< by key
  int frame_ = 0;                         ///< whose event comes next
  std::int64_t now_ = 0, event_ = 0, fade_ = 0, end_ = 0;  ///< samples
  bool fading_ = false;                                    ///< everything was let go for the end
};

}  // namespace overlace
