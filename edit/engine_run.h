// SPDX-License-Identifier: Apache-2.0
// The editor's engine at a socket.
#pragma once

#include "edit/edit_settings.h"

namespace overlace {

/// Answers what comes through a socket, until it is closed.
void run_edit_engine(const EditSettings& settings, int socket);

}  // namespace overlace
