// SPDX-License-Identifier: Apache-2.0
// A clip and tracks to try things on, where the user has named none.
#pragma once

#include "edit/edit_settings.h"
#include "io/files/scratch_folder.h"

namespace overlace {

/// Ten seconds of a test card at 1280x720 and 25 fps, with sound, and tracks of people and a car
/// that walk over it, meet, and leave: the same every time. Its files exist as long as it does.
class ExampleClip {
 public:
  /// Throws Error(output).
  ExampleClip();

  /// Makes it the clip that is edited.
  void use(EditSettings& settings) const;

 private:
  ScratchFolder folder_;
};

}  // namespace overlace
