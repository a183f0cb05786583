// SPDX-License-Identifier: Apache-2.0
// The element `overlace`: an in-place video filter.
#pragma once

#include <gst/gst.h>

namespace overlace::gstreamer {

/// Registers the element with a plug-in.
[[nodiscard]] bool register_element(GstPlugin* plugin);

}  // namespace overlace::gstreamer
