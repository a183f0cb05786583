// SPDX-License-Identifier: Apache-2.0
// link_knn: joins each tracked object to its nearest neighbours.
#include <cmath>

#include "node_list.h"
#include "nodes/shared_params.h"

namespace overlace {
namespace {

struct Params {
  Number k{5};
  Number max_distance{percent(25)};
  Number min_distance{0};
  Number max_delta_y{0};
  int max_degree = 0;
  bool mutual = false;
  bool once = true;
  ClassRule classes = ClassRule::any;
  Anchor anchor = Anchor::center;
  KnnBackend backend = KnnBackend::grid;
  Number leave_distance{0};
  int fade_in = 0;
  int fade_out = 0;
};

LinkOp lower(const Params& p, const FrameTime& time) {
  return LinkKnnOp{
      .k = static_cast<std::int32_t>(std::lround(p.k.at(time).constant)),
      .max_distance = p.max_distance.at(time).constant,
      .min_distance = p.min_distance.at(time).constant,
      .max_delta_y = p.max_delta_y.at(time).constant,
      .max_degree = p.max_degree,
      .mutual = p.mutual,
      .once = p.once,
      .classes = p.classes,
      .anchor = p.anchor,
      .backend = p.backend,
      .leave_distance = p.leave_distance.at(time).constant,
      .fade_in = p.fade_in,
      .fade_out = p.fade_out,
  };
}

}  // namespace

NodeType link_knn() {
  constexpr Range distance{0, 1e6, Unit::px};
  return Node<Params>("link_knn", Stage::links,
                      "Links each tracked object to its k nearest neighbours, exactly.")
      .input("points", Stage::tracks, "The objects to link.")
      .number("k", &Params::k, {1, 64, Unit::count}, "Neighbours per object.")
      .number("max_distance", &Params::max_distance, distance, "Longest link; 0 sets no limit.")
      .number("min_distance", &Params::min_distance, distance, "Shortest link.")
      .number("max_delta_y", &Params::max_delta_y, distance,
              "Largest vertical distance between linked objects; 0 sets no limit.")
      .integer("max_degree", &Params::max_degree, {0, 1000, Unit::count},
               "Links per object at most, shortest first; 0 sets no limit.")
      .boolean("mutual", &Params::mutual,
               "Link two objects only if each is among the other's nearest.")
      .boolean("once", &Params::once, "Draw one line per pair, instead of one per direction.")
      .choice<ClassRule>(
          "classes", &Params::classes,
          {{"any", ClassRule::any}, {"same", ClassRule::same}, {"different", ClassRule::different}},
          "Link within one class, across classes, or both.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names(), "Point of the box that is linked.")
      .choice<KnnBackend>("backend", &Params::backend,
                          {{"grid", KnnBackend::grid}, {"faiss", KnnBackend::faiss}},
                          "Search engine; both give the same links.")
      .number("leave_distance", &Params::leave_distance, distance,
              "Keep a link until its ends are further apart than this (hysteresis); 0 keeps it "
              "only while the rules above select it.")
      .integer("fade_in", &Params::fade_in, {0, 600, Unit::frames},
               "Frames a new link takes to appear.")
      .integer("fade_out", &Params::fade_out, {0, 600, Unit::frames},
               "Frames a lost link takes to vanish.")
      .lowers(lower);
}

}  // namespace overlace
