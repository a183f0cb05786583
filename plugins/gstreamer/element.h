// SPDX-License-Identifier: Apache-2.0
// The element `overlace`: a video filter that works in place.
#pragma once

#include <gst/gst.h>

namespace overlace::gstreamer {

/// Registers the element in a plug-in.
[[nodiscard]] bool register_element(GstPlugin* plugin);

}  // namespace overlace::gstreamer
