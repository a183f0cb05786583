// SPDX-License-Identifier: Apache-2.0
// track_file: the boxes of a track file, unchanged.
#include "graph/types/node.h"
#include "node_list.h"

namespace overlace {
namespace {

struct Params {
  std::string path;
  bool required = true;
};

TrackTable make(const Params& p, TrackContext& context) {
  if (p.path.empty() && !p.required) return {};
  if (p.path.empty())
    throw Error(ErrorCode::usage, "track_file has no file to read",
                "give one with --tracks FILE, or set its 'path'");
  return context.read_tracks(p.path);
}

}  // namespace

NodeType track_file() {
  return Node<Params>("track_file", Stage::tracks,
                      "Reads a track file of any known format, unchanged.")
      .file("path", &Params::path, FileContent::tracks,
            "The file; \"$tracks\" is the one given with --tracks.")
      .boolean("required", &Params::required,
               "Make it an error if no file is given; otherwise there are no objects.")
      .makes(make);
}

}  // namespace overlace
