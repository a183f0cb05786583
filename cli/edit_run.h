// SPDX-License-Identifier: Apache-2.0
// The editor as the command line runs it: on the user's clip or a test card, with a browser.
#pragma once

#include "edit/edit_service.h"

namespace overlace {

struct EditRun {
  EditServiceSettings service{};  ///< without a clip: a test card; without a document: a new one
  int port = 0;
  bool no_browser = false;
};

/// Serves until a signal ends it; returns the exit code. Throws as EditService.
int run_edit(EditRun& run);

}  // namespace overlace
