// SPDX-License-Identifier: Apache-2.0
// What follows from the settings and the graph, before any video is opened.
#include "render/render_job.h"

#include <utility>

#include "graph/core/error.h"
#include "graph/document/required_knobs.h"
#include "graph/types/registry.h"
#include "io/files/sequence_name.h"
#include "render/frame_drawing.h"
#include "render/provenance.h"

namespace overlace {
namespace {

RenderSettings checked(RenderSettings settings) {
  check_settings(settings);
  return settings;
}

/// Which packets of the source's sound are copied.
Sound copied_sound(AudioChoice audio) {
  switch (audio) {
    case AudioChoice::all:
      return Sound::all;
    case AudioChoice::none:
    case AudioChoice::replace:
    case AudioChoice::mix:
      return Sound::none;
    default:
      return Sound::part;
  }
}

/// Whether the graph's sound was asked for explicitly.
bool is_demanded(AudioChoice audio) {
  return audio == AudioChoice::add || audio == AudioChoice::replace || audio == AudioChoice::mix;
}

/// If the graph's sound was asked for, it must play something.
void check_sound(AudioChoice audio, const Graph& graph) {
  if (is_demanded(audio) && graph.sound.empty())
    throw Error(ErrorCode::usage, "the graph plays nothing",
                "name its sonify_* nodes in a list \"sound\"", SourceLocation{"--audio"});
}

/// Texts are kept by default, unless the graph hides something.
void check_metadata(bool keeps, const Graph& graph) {
  if (keeps && graph.redact.empty())
    throw Error(ErrorCode::usage, "the graph redacts nothing, so all metadata is kept anyway",
                "leave it out", SourceLocation{"--keep-metadata"});
}

}  // namespace

RenderJob::RenderJob(RenderSettings settings, LogSink log)
    : settings_(checked(std::move(settings))),
      log_(std::move(log)),
      source_(load_graph(settings_.graph)) {
  TranscodeOptions& transcode = settings_.transcode;
  check_required_knobs(source_.document.json, settings_.graph.values, builtin_nodes());
  check_drawing(source_.graph, transcode.writer);
  settings_.graph = settings_for(source_.graph, std::move(settings_.graph));
  transcode.run.attributes = provenance(source_.document, settings_.graph);
  check_sound(settings_.audio, source_.graph);
  check_metadata(settings_.keep_metadata, source_.graph);
  transcode.run.scope = copy_scope(redacts(), settings_.keep_metadata);
  transcode.writer.sound = copied_sound(settings_.audio);
}

OutputPolicy RenderJob::side_file_policy() const {
  const TranscodeOptions& transcode = settings_.transcode;
  OutputPolicy policy{transcode.writer.overwrite, source_.files};
  policy.inputs.insert(policy.inputs.end(), {settings_.input.path, transcode.output});
  return policy;
}

bool RenderJob::plays() const {
  const bool is_wanted = settings_.audio == AudioChoice::automatic || is_demanded(settings_.audio);
  return is_wanted && !source_.graph.sound.empty();
}

/// Stands in for the graph's sound before anything is played.
MadeSound RenderJob::silence() const {
  if (!plays() || is_sequence(settings_.transcode.output)) return {};
  return {.rate = settings_.sound.rate,
          .read = [](std::span<float>) { return std::size_t{0}; },
          .is_optional = settings_.audio == AudioChoice::automatic,
          .codec = settings_.sound.codec};
}

}  // namespace overlace
