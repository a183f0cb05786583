// SPDX-License-Identifier: Apache-2.0
// SVG drawings as librsvg reads them.
#pragma once

#include <librsvg/rsvg.h>

#include <memory>
#include <string>
#include <string_view>

#include "graph/core/vec.h"

namespace overlace {

/// Releases what GLib and cairo count.
struct ReleaseDrawing {
  void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
  void operator()(GError* error) const { g_error_free(error); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(GInputStream* stream) const { g_object_unref(stream); }
};
template <class T>
using Released = std::unique_ptr<T, ReleaseDrawing>;

/// A drawing that has been parsed, and not drawn yet.
class Drawing {
 public:
  /// Throws Error(input) if the file is no drawing.
  explicit Drawing(const std::string& path);
  /// The content of a drawing that has no neighbours.
  explicit Drawing(std::string_view content);

  /// The texels that it takes: its natural size, or more if that is small. Throws Error(limit) if a
  /// texture cannot have as many.
  [[nodiscard]] Size texels() const;
  /// Draws all of it. Throws Error(input) if librsvg cannot.
  [[nodiscard]] Released<cairo_surface_t> draw(Size texels) const;

 private:
  Released<RsvgHandle> handle_;
  std::string path_;
};

}  // namespace overlace
