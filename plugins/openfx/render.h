// SPDX-License-Identifier: Apache-2.0
// Renders an instance's frames. Nothing is kept between calls: libovl finds programs and renderers
// again, so hosts may make an instance per frame, and render on any thread.
#pragma once

#include "plugins/openfx/look.h"

namespace overlace::ofx {

/// Draws the render window of an output picture.
[[nodiscard]] OfxStatus render(const Look& look, const Effect& effect, const Properties& in);
/// Replies that Source passes through if nothing is drawn.
[[nodiscard]] OfxStatus is_identity(const Look& look, const Effect& effect, const Properties& in,
                                    const Properties& out);
/// The whole project, for generators.
[[nodiscard]] OfxStatus region_of_definition(const Effect& effect, const Properties& out);
/// First and last frame of the tracks, for generators.
[[nodiscard]] OfxStatus time_domain(const Look& look, const Effect& effect, const Properties& out);
/// Declares that every frame differs, and what alpha means.
[[nodiscard]] OfxStatus clip_preferences(const Effect& effect, const Properties& out);

}  // namespace overlace::ofx
