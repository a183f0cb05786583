// SPDX-License-Identifier: Apache-2.0
// How an effect describes itself to its host.
#pragma once

#include <string>

#include "plugins/openfx/look.h"

namespace overlace::ofx {

void describe(const Look& look, const Effect& effect);
/// Clips and parameters; `context` is the host's name of the context.
void describe_in_context(const Look& look, const Effect& effect, const std::string& context);

}  // namespace overlace::ofx
