// SPDX-License-Identifier: Apache-2.0
// Mixes synthesized and recorded sound.
#pragma once

#include <cstdint>
#include <memory>

#include "graph/data/clip_audio.h"
#include "sound/synth/playable.h"

namespace overlace {

/// The sum of both, as long as the synthesized sound. The recording is stereo, or mono in the
/// centre; it plays at its own time and level, with silence before and after.
class MixedSound final : public Playable {
 public:
  /// Throws Error(usage) where `recorded` has more than two channels or another rate.
  MixedSound(std::shared_ptr<Playable> made, std::shared_ptr<const PcmAudio> recorded);

  void rewind() override;
  std::size_t read(std::span<float> pairs) override;
  [[nodiscard]] int rate() const override { return made_->rate(); }

 private:
  std::shared_ptr<Playable> made_;
  std::shared_ptr<const PcmAudio> recorded_;
  std::int64_t first_;  ///< sample of the recording that coincides with the first made one
  std::int64_t now_ = 0;
};

}  // namespace overlace
