// SPDX-License-Identifier: Apache-2.0
// Passes a document, its sources and a cache to the analysis and the compiler.
#include "render/session.h"

#include <fmt/format.h>

#include <mutex>
#include <set>
#include <utility>

#include "graph/compile/compile.h"
#include "graph/core/log.h"
#include "graph/core/quantity.h"
#include "graph/types/registry.h"

namespace overlace {
namespace {

using Texts = std::set<std::string>;

/// Passes on the notes of one run of the analysis or the compiler: each note once, and none that
/// the previous run made, because those would recur with every knob.
class Remarks {
 public:
  /// `latest` holds the previous run's notes, and this run's when this object is destroyed.
  Remarks(const LogSink& log, std::mutex& mutex, Texts& latest)
      : log_(log), mutex_(mutex), latest_(latest) {}
  ~Remarks() {
    const std::lock_guard lock(mutex_);
    latest_ = std::move(texts_);
  }
  Remarks(const Remarks&) = delete;
  Remarks& operator=(const Remarks&) = delete;

  /// Must not outlive this object.
  [[nodiscard]] LogSink sink() {
    if (!log_) return {};
    return [this](const std::string& text) {
      if (is_new(text)) log_(text);
    };
  }

 private:
  bool is_new(const std::string& text) {
    const std::lock_guard lock(mutex_);
    return texts_.insert(text).second && !latest_.contains(text);
  }

  const LogSink& log_;
  std::mutex& mutex_;
  Texts& latest_;
  Texts texts_;
};

/// Digest of all settings of a graph's track nodes.
Digest::Value track_values(const Graph& graph) {
  Digest digest;
  for (const GraphNode& node : graph.nodes) {
    digest.add(node.name);
    if (node.type->stage != Stage::tracks) continue;
    digest.add(node.type->name);
    for (const ParamRow& row : node.type->params) digest.add(row.write(node.params.get()).dump());
    for (const auto& port : node.inputs)
      for (const std::size_t input : port) digest.add(graph.nodes[input].name);
  }
  return digest.value();
}

/// The same playback, reported to `progress`.
PlayVideo followed(const PlayVideo& play, const AnalysisProgress& progress) {
  if (!play || !progress) return play;
  return [play, progress](const auto& visit) {
    play([&](const BgrFrame& frame) {
      progress(frame.frame);
      visit(frame);
    });
  };
}

}  // namespace

void require_drawing_memory(const Plan& plan, std::uint64_t limit) {
  const std::uint64_t bytes = drawing_bytes(plan);
  if (bytes <= limit) return;
  throw Error(
      ErrorCode::limit,
      fmt::format("drawing would take {}, more than the limit of {}",
                  size_text(static_cast<double>(bytes)), size_text(static_cast<double>(limit))),
      "--max-drawing allows more; 'overlace explain' shows what takes it");
}

SessionTables at_size(SessionTables tables, Size size) {
  ClipInfo& clip = tables.of_clip.clip;
  clip.scale *= static_cast<float>(size.width) / static_cast<float>(clip.size.width);
  clip.size = size;
  return tables;
}

void hand_on(std::unique_ptr<Replay>& replay, const std::shared_ptr<const Plan>& plan) {
  // one that fails to adopt a plan is of no more use
  std::unique_ptr<Replay> old = std::move(replay);
  if (old != nullptr && old->adopt(plan)) replay = std::move(old);
}

struct Session::Latest {
  std::mutex mutex;
  Texts of_analysis, of_plan;
};

Device cpu_device(const ReplayOptions& options) {
  return [options](std::shared_ptr<const Plan> plan) -> std::unique_ptr<Replay> {
    return make_cpu_replay(std::move(plan), options);
  };
}

Session::Session(SessionDocument document, ClipSources sources, std::shared_ptr<TrackCache> tables)
    : document_(std::move(document)),
      sources_(std::move(sources)),
      tables_(tables ? std::move(tables) : std::make_shared<TrackCache>()),
      memo_(std::make_shared<Memo>()),
      latest_(std::make_shared<Latest>()) {}

Session Session::next(SessionDocument document, ClipSources sources) const {
  Session session = *this;
  session.document_ = std::move(document);
  session.sources_ = std::move(sources);
  return session;
}

Graph Session::graph(const std::vector<Setting>& values) const {
  Json document = document_.json;
  apply_settings(document, values, builtin_nodes());
  return build_graph(document, document_.name, builtin_nodes(), document_.variables);
}

SessionTables Session::analyse(const std::vector<Setting>& values,
                               const AnalysisProgress& progress) const {
  Remarks remarks(sources_.log, latest_->mutex, latest_->of_analysis);
  ClipSources sources = sources_;
  sources.log = remarks.sink();
  sources.play_video = followed(sources_.play_video, progress);
  const Graph changed = graph(values);
  return {overlace::analyse(changed, sources, *tables_), track_values(changed)};
}

Graph Session::graph_of(const SessionTables& tables, const PlanSettings& settings) const {
  Graph changed = graph(settings.values);
  if (track_values(changed) != tables.values)
    throw Error(ErrorCode::usage, "the tracks were made with other values", "make the tracks first",
                SourceLocation{document_.name});
  return changed;
}

std::shared_ptr<const Plan> Session::plan(const SessionTables& tables,
                                          const PlanSettings& settings) const {
  const Graph changed = graph_of(tables, settings);
  Remarks remarks(sources_.log, latest_->mutex, latest_->of_plan);
  std::shared_ptr<const Plan> plan =
      compile(changed, tables.of_clip,
              {settings.layered, settings.keep_slots, remarks.sink(), memo_.get()});
  require_drawing_memory(*plan, sources_.limits.drawing_bytes);
  return plan;
}

SoundPlan Session::sound(const SessionTables& tables, const PlanSettings& settings) const {
  return compile_sound(graph_of(tables, settings), tables.of_clip,
                       {.log = sources_.log, .memo = memo_.get()});
}

std::unique_ptr<Replay> Session::replay(std::shared_ptr<const Plan> plan,
                                        const Device& device) const {
  return device(std::move(plan));
}

}  // namespace overlace
