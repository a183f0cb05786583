// SPDX-License-Identifier: Apache-2.0
// The plug-in that GStreamer loads.
#include <gst/gst.h>

#include "plugins/gstreamer/element.h"

namespace {

gboolean init(GstPlugin* plugin) {
  return static_cast<gboolean>(overlace::gstreamer::register_element(plugin));
}

}  // namespace

#define PACKAGE "overlace"
GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, overlace,
                  "Draws tracked objects: boxes, labels, trails, links", init, OVERLACE_VERSION,
                  "Apache 2.0", "overlace", "overlace")
