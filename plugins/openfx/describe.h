// SPDX-License-Identifier: Apache-2.0
// What an effect tells its host of itself.
#pragma once

#include <string>

#include "plugins/openfx/look.h"

namespace overlace::ofx {

void describe(const Look& look, const Effect& effect);
/// Clips and parameters; `context` is the host's name of it.
void describe_in_context(const Look& look, const Effect& effect, const std::string& context);

}  // namespace overlace::ofx
