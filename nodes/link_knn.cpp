// SPDX-License-Identifier: Apache-2.0
// link_knn: joins each tracked object to its nearest neighbours.
#include <cmath>

#include "node_list.h"
#include "nodes/link_params.h"

namespace overlace {
namespace {

struct Params : LinkParams {
  Number k{5};
  Number max_distance{percent(25)};
  Number min_distance{0};
  Number max_delta_y{0};
  int max_degree = 0;
  bool mutual = false;
  bool once = true;
  ClassRule classes = ClassRule::any;
  KnnBackend backend = KnnBackend::grid;
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
      .memory = p.memory(time),
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
      .choice<ClassRule>("classes", &Params::classes, class_rule_names,
                         "Link within one class, across classes, or both.")
      .choice<KnnBackend>("backend", &Params::backend,
                          {{"grid", KnnBackend::grid}, {"faiss", KnnBackend::faiss}},
                          "Search engine; both give the same links.")
      .with(link_rows)
      .lowers(lower);
}

}  // namespace overlace
