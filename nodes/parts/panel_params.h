// SPDX-License-Identifier: Apache-2.0
// Parameters of nodes that draw on a plate in the picture, or at objects: a Params struct inherits
// them.
#pragma once

#include "graph/values/presence.h"
#include "nodes/parts/text_params.h"
#include "text/panel.h"

namespace overlace {

/// Where a panel stands, and what is written on it.
struct PanelParams : TextParams {
  std::string text;
  BoxPosition position = BoxPosition::bottom_right;
  Number margin{percent(2.5F)};

  PanelParams() { plate_padding = percent(1.2F); }
};

/// The whole picture, as a box to place things in.
[[nodiscard]] inline Box picture_box(const ClipInfo& clip) {
  return {0, 0, static_cast<float>(clip.size.width), static_cast<float>(clip.size.height)};
}

/// Writes a panel's text for an object, or for the frame.
template <class Params>
const std::string& write_on_panel(TextWriter<Params>& writer, const HostInputs& in,
                                  const Element& object) {
  return writer.write({.time = in.time, .tracks = &in.tracks, .object = object});
}

inline constexpr auto panel_rows = []<class P>(Node<P>& node) {
  node.text("text", &P::text,
            "What to write on the plate: {frame}, {time} or a series such as {door.in}; for "
            "objects, also their attributes.")
      .with(text_rows_with("text_color"))
      .template choice<BoxPosition>("position", &P::position, box_position_names,
                                    "Place in the picture, or around the box.")
      .number("margin", &P::margin, {0, 1e4, Unit::px},
              "Distance from the edge of the picture, or from the box, to the plate.");
};

/// The same for nodes that draw a panel for each object of their tracks, or one in the picture if
/// they have no tracks.
struct ObjectPanelParams : PanelParams, PresenceParams {};

/// One panel of a frame.
struct Panel {
  Element object;
  Presence there;
  PanelPlace place;
};

/// Calls `draw(panel)` for every object, or once for the picture if there are no tracks.
template <class Params, class F>
void for_each_panel(const Params& p, const HostInputs& in, DisplayList& out, F draw) {
  const FrameNumber margin = p.margin.at(in.time);
  if (in.table == nullptr)
    return draw(Panel{.object = {},
                      .there = {},
                      .place = {picture_box(in.clip), p.position, margin.constant, true}});
  for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
    out.begin_row(row);
    const Presence there = presence_of(p.presence(), in.tracks, row);
    const Element object{.row = row, .presence = there.opacity};
    draw(Panel{.object = object,
               .there = there,
               .place = {in.tracks.box[row], p.position, margin.at(in.tracks, object), false}});
  }
}

/// Which parameters require objects, for `Node::optional_input`.
template <class Params>
std::string objects_needed_by(const Params& p) {
  return p.enter > 0 || p.leave > 0 ? "\"enter\" and \"leave\", which are of objects," : "";
}

/// Object scope if there are tracks to draw at, else frame scope.
[[nodiscard]] inline TemplateScope scope_of(const PrepareContext& context) {
  return context.tracks == nullptr ? TemplateScope::frame : TemplateScope::object;
}

/// For `Node::draws_with_memory`: like `writes`, in the scope of scope_of().
template <class Params>
auto writes_on_panels(void (*draw)(TextWriter<Params>&, const HostInputs&, DisplayList&)) {
  return [draw](std::shared_ptr<const Params> params, PrepareContext& context) {
    return writes<Params>(scope_of(context), draw)(std::move(params), context);
  };
}

}  // namespace overlace
