// SPDX-License-Identifier: Apache-2.0
// What link nodes share: anchors, memory, and host code.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "nodes/parts/shared_params.h"

namespace overlace {

/// What a link joins, and how long it outlives the frames that choose it.
struct LinkParams {
  Anchor anchor = Anchor::center;
  Number leave_distance{0};
  int fade_in = 0;
  int fade_out = 0;

  [[nodiscard]] LinkMemoryOp memory(const FrameTime& time) const {
    return {leave_distance.at(time).constant, fade_in, fade_out};
  }
};

inline constexpr auto link_rows = []<class P>(Node<P>& node) {
  node.template choice<Anchor>("anchor", &P::anchor, anchor_names,
                               "Point of the box that is linked.")
      .number("leave_distance", &P::leave_distance, {0, 1e6, Unit::px},
              "Keep a link until its ends are further apart than this (hysteresis); 0 keeps it "
              "only while the rules above select it.")
      .transition("fade_in", &P::fade_in, {0, 600, Unit::frames},
                  "Frames a new link takes to appear.")
      .transition("fade_out", &P::fade_out, {0, 600, Unit::frames},
                  "Frames a lost link takes to vanish.");
};

/// Tells of links that are kept at far more than the distance at which they are made: whoever sets
/// one of the two lengths alone may not know of the other.
template <class Params>
void note_far_links(const Params& p, const PrepareContext& context) {
  constexpr double usual = 1.5;  // hysteresis needs less
  const double made = p.max_distance.extent().max, kept = p.leave_distance.extent().max;
  if (context.log && made > 0 && kept > usual * made)
    context.log(
        fmt::format("links are made up to {:.0f} px, and kept up to {:.0f} px: set "
                    "leave_distance along with max_distance",
                    made, kept));
}

/// Names of the class rules, for `Node::choice`.
inline constexpr Named<ClassRule> class_rule_names[] = {
    {"any", ClassRule::any}, {"same", ClassRule::same}, {"different", ClassRule::different}};

/// Appends a link between two rows of a frame.
inline void append_link(const TrackView& tracks, std::uint32_t a, std::uint32_t b, Anchor anchor,
                        std::vector<Link>& links) {
  links.push_back({.row_a = a,
                   .row_b = b,
                   .a = anchor_point(tracks.box[a], anchor),
                   .b = anchor_point(tracks.box[b], anchor)});
}

/// A replay's own linker: `linker` has append(inputs, links), and may reuse memory between frames.
template <class Linker>
HostLinks host_links(Linker linker) {
  return [linker = std::make_shared<Linker>(std::move(linker))](
             const HostInputs& in, std::vector<Link>& links) { linker->append(in, links); };
}

/// Links that a node makes with its own code: `make` gives each replay a HostLinks of its own,
/// which chooses the links of any frame independently, usually at most `links_per_point` per
/// object.
template <class Params>
Lower<LinkOp> links_on_host(std::shared_ptr<const Params> params, std::size_t links_per_point,
                            MakeHostLinks make) {
  auto kept = std::make_shared<const MakeHostLinks>(std::move(make));
  return [params = std::move(params), links_per_point, kept](const FrameTime& time) {
    return LinkOp(HostLinksOp{kept.get(), links_per_point, params->anchor, params->memory(time)});
  };
}

}  // namespace overlace
