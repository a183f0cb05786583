// SPDX-License-Identifier: Apache-2.0
// One table: which option needs what.
#include "render/option_effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "graph/document/graph.h"
#include "io/files/sequence_name.h"
#include "io/read/sound_canvas.h"
#include "io/write/picture_encoder.h"

namespace overlace {
namespace {

/// A fact, and what is said where it does not hold.
struct Need {
  bool RunFacts::*fact;
  std::string_view otherwise;
};

constexpr Need canvas{&RunFacts::draws_on_canvas, "the input has pictures of its own"};
constexpr Need pictures{&RunFacts::reads_pictures, "the input is no sequence of pictures"};
constexpr Need exr_input{&RunFacts::reads_exr, "the input is not OpenEXR"};
constexpr Need exr_output{&RunFacts::writes_exr, "the output is not OpenEXR"};
constexpr Need overlay{&RunFacts::writes_overlay, "it needs --overlay-only"};
constexpr Need tracks{&RunFacts::reads_tracks, "the graph reads no track file"};
constexpr Need sound{&RunFacts::plays, "no sound of the graph is written"};

struct OptionNeed {
  std::string_view option;
  Need need;
};

constexpr OptionNeed option_needs[] = {
    {"size", canvas},
    {"background", canvas},
    {"missing", pictures},
    {"plate", exr_input},
    {"working-space", exr_input},
    {"ocio", exr_input},
    {"exr-light", exr_output},
    {"exr-window", exr_output},
    {"exr-window", overlay},
    {"exr-compression", exr_output},
    {"exr-depth", exr_output},
    {"alpha", overlay},
    {"tracks", tracks},
    {"tracks-format", tracks},
    {"tracks-sequence", tracks},
    {"tracks-frame", tracks},
    {"tracks-fps", tracks},
    {"frame-base", tracks},
    {"frame-column", tracks},
    {"pixel-base", tracks},
    {"point-size", tracks},
    {"fractions", tracks},
    {"source-size", tracks},
    {"map", tracks},
    {"embeddings", tracks},
    {"drop-ignored", tracks},
    {"strict", tracks},
    {"sound-rate", sound},
    {"sound-codec", sound},
    {"voices", sound},
    {"loudness", sound},
};

bool reads_track_file(const Graph& graph) {
  const std::vector<bool> live = live_nodes(graph);
  const auto names_file = [](const GraphNode& node) {
    return std::ranges::any_of(node.type->params, [&node](const ParamRow& row) {
      return row.files && !row.files(node.params.get()).empty();
    });
  };
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    if (live[i] && graph.nodes[i].type->stage == Stage::tracks && names_file(graph.nodes[i]))
      return true;
  return false;
}

}  // namespace

RunFacts run_facts(const VideoReader& reader, const Graph& graph, const std::string& output,
                   const WriterOptions& writer, bool plays) {
  return {.draws_on_canvas = is_canvas(reader.stream()),
          .reads_pictures = reads_sequence(reader.path()),
          .reads_exr = reader.info().codec == "exr",
          .writes_exr = keeps_plates(output),
          .writes_overlay = writer.overlay_only,
          .reads_tracks = reads_track_file(graph),
          .plays = plays};
}

void note_without_effect(const std::vector<std::string>& typed, const RunFacts& facts,
                         const LogSink& log) {
  if (!log) return;
  for (const auto& [option, need] : option_needs)
    if (!(facts.*need.fact) && std::ranges::find(typed, option) != typed.end())
      log(fmt::format("--{} has no effect: {}", option, need.otherwise));
}

}  // namespace overlace
