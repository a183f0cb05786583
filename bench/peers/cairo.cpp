// SPDX-License-Identifier: Apache-2.0
// Cairo onto an ARGB32 surface: drawing only, without conversion.
#include <cairo.h>

#include <cstring>
#include <numbers>

#include "bench/peers/peer.h"

namespace overlace {
namespace {

template <auto destroy>
struct Destroy {
  template <class T>
  void operator()(T* object) const {
    destroy(object);
  }
};
using Surface = std::unique_ptr<cairo_surface_t, Destroy<cairo_surface_destroy>>;
using Context = std::unique_ptr<cairo_t, Destroy<cairo_destroy>>;
using Path = std::unique_ptr<cairo_path_t, Destroy<cairo_path_destroy>>;

class CairoPeer final : public DrawPeer {
 public:
  CairoPeer(const PeerSetup& setup, cairo_antialias_t antialias)
      : antialias_(antialias),
        surface_(
            cairo_image_surface_create(CAIRO_FORMAT_ARGB32, setup.size.width, setup.size.height)),
        context_(cairo_create(surface_.get())) {
    cairo_set_antialias(context_.get(), antialias);
    cairo_set_tolerance(context_.get(), 0.1);
    cairo_set_line_cap(context_.get(), CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(context_.get(), CAIRO_LINE_JOIN_ROUND);
  }

  std::string name() const override {
    return antialias_ == CAIRO_ANTIALIAS_BEST ? "Cairo BEST" : "Cairo FAST";
  }

  void prepare(const DisplayList& list, const PeerBackdrop& backdrop) override {
    cairo_surface_flush(surface_.get());
    std::memcpy(cairo_image_surface_get_data(surface_.get()), backdrop.bgra.data(),
                backdrop.bgra.size());
    cairo_surface_mark_dirty(surface_.get());
    items_.clear();
    for (const Primitive& p : list.primitives) {
      cairo_new_path(context_.get());
      p.kind == PrimitiveKind::curve ? add_curve(p.curve) : add_box(p.shape);
      items_.push_back({Path(cairo_copy_path(context_.get())), p.stroke, p.fill, p.width});
    }
  }

  void draw() override {
    cairo_t* cr = context_.get();
    for (const Item& item : items_) {
      cairo_new_path(cr);
      cairo_append_path(cr, item.path.get());
      if (item.fill.a > 0) {
        set_color(item.fill);
        cairo_fill_preserve(cr);
      }
      set_color(item.stroke);
      cairo_set_line_width(cr, item.width);
      cairo_stroke(cr);
    }
    cairo_surface_flush(surface_.get());
  }

  std::vector<std::uint8_t> luma() override {
    const auto bytes =
        std::size_t{4} * static_cast<std::size_t>(cairo_image_surface_get_width(surface_.get()) *
                                                  cairo_image_surface_get_height(surface_.get()));
    return luma_of({cairo_image_surface_get_data(surface_.get()), bytes});
  }

 private:
  struct Item {
    Path path;
    Color stroke, fill;
    float width;
  };

  void set_color(const Color& c) { cairo_set_source_rgba(context_.get(), c.r, c.g, c.b, c.a); }
  void add_curve(const Curve& c) {
    const auto third = [](float end, float control) { return (end + 2.0 * control) / 3; };
    cairo_move_to(context_.get(), c.p0.x, c.p0.y);
    cairo_curve_to(context_.get(), third(c.p0.x, c.hc.x), third(c.p0.y, c.hc.y),
                   third(c.p1.x, c.hc.x), third(c.p1.y, c.hc.y), c.p1.x, c.p1.y);
  }
  void add_box(const ShapeGeometry& box) {
    constexpr double quarter = std::numbers::pi / 2;
    const double r = box.corner_radius;
    const double dx = box.half_size.x - r, dy = box.half_size.y - r;
    const double x = box.center.x, y = box.center.y;
    cairo_t* cr = context_.get();
    cairo_new_sub_path(cr);
    cairo_arc(cr, x + dx, y - dy, r, -quarter, 0);
    cairo_arc(cr, x + dx, y + dy, r, 0, quarter);
    cairo_arc(cr, x - dx, y + dy, r, quarter, 2 * quarter);
    cairo_arc(cr, x - dx, y - dy, r, 2 * quarter, 3 * quarter);
    cairo_close_path(cr);
  }

  cairo_antialias_t antialias_;
  Surface surface_;
  Context context_;
  std::vector<Item> items_;
};

}  // namespace

DrawPeers cairo_peers(const PeerSetup& setup) {
  DrawPeers peers;
  for (const cairo_antialias_t antialias : {CAIRO_ANTIALIAS_BEST, CAIRO_ANTIALIAS_FAST})
    peers.push_back(std::make_unique<CairoPeer>(setup, antialias));
  return peers;
}

}  // namespace overlace
