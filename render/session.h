// SPDX-License-Identifier: Apache-2.0
// One document over one clip: tracks are made once, plans at every knob, frames in any order.
//
//     Session session(document, sources);                 // no files of its own
//     const SessionTables tables = session.analyse();     // reads tracks, plays the clip
//     const auto plan = session.plan(tables, settings);   // milliseconds
//     const auto replay = session.replay(plan, device);   // caches live here
//     replay->draw(time, image);
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gpu/replay.h"
#include "graph/analysis/analyse.h"
#include "graph/core/digest.h"
#include "graph/document/document.h"
#include "graph/plan/sound.h"

namespace overlace {

/// A graph document with all that it extends.
struct SessionDocument {
  Json json;
  std::string name;                                ///< preset or file, for messages
  std::map<std::string, std::string> variables{};  ///< what "$name" texts stand for
};

/// What may change from plan to plan.
struct PlanSettings {
  std::vector<Setting> values{};  ///< of parameters and knobs
  bool layered = false;           ///< every draw node on an FP16 layer, instead of one fused pass
  bool keep_slots = false;        ///< no shared buffers, so that every stage can be looked at
};

/// Tables of track nodes, and what they were made with.
struct SessionTables {
  ClipTables of_clip;
  Digest::Value values{};  ///< of all parameters of track nodes
};

/// Makes replays on one device: `cpu_device`, or a GPU's from render/device_choice.h.
using Device = std::function<std::unique_ptr<Replay>(std::shared_ptr<const Plan>)>;
[[nodiscard]] Device cpu_device(const ReplayOptions& options = {});

/// Hears the number of every frame that an analysis has come to, from 0 in each pass over the clip.
/// What it throws ends the analysis.
using AnalysisProgress = std::function<void(std::int32_t frame)>;

/// Opens no file and prints nothing: tracks, pixels and notes come and go through the callbacks of
/// its sources. A note that stands from one plan to the next is handed on once. All members may be
/// called from several threads where the callbacks may be; a replay serves one thread at a time.
class Session {
 public:
  /// `tables` keeps tables of track nodes, and may be shared by sessions whose sources have names;
  /// null = a cache of its own.
  Session(SessionDocument document, ClipSources sources,
          std::shared_ptr<TrackCache> tables = nullptr);

  [[nodiscard]] const ClipInfo& clip() const { return sources_.clip; }
  /// The document with these values, checked. Throws Error(usage) with all problems.
  [[nodiscard]] Graph graph(const std::vector<Setting>& values = {}) const;

  /// Makes the tables of all track nodes that are drawn, or takes those that are there already: a
  /// value that no track node depends on never reads a file or plays the clip. Throws Error (usage,
  /// input …), and what `progress` throws.
  [[nodiscard]] SessionTables analyse(const std::vector<Setting>& values = {},
                                      const AnalysisProgress& progress = {}) const;

  /// Compiles the document with these settings, in milliseconds and without any callback but notes.
  /// Throws Error(usage) for wrong values, and where the tracks depend on a value that the tables
  /// were not made with.
  [[nodiscard]] std::shared_ptr<const Plan> plan(const SessionTables& tables,
                                                 const PlanSettings& settings = {}) const;

  /// The same of what the document plays; empty where it plays nothing.
  [[nodiscard]] SoundPlan sound(const SessionTables& tables,
                                const PlanSettings& settings = {}) const;

  /// A replay of a plan. Throws Error(unavailable), Error(out_of_memory).
  [[nodiscard]] std::unique_ptr<Replay> replay(std::shared_ptr<const Plan> plan,
                                               const Device& device) const;

 private:
  /// The document with these values, which the tables must fit.
  [[nodiscard]] Graph graph_of(const SessionTables& tables, const PlanSettings& settings) const;

  SessionDocument document_;
  ClipSources sources_;
  struct Latest;  ///< what the latest analysis and the latest plan have remarked
  std::shared_ptr<TrackCache> tables_;
  std::shared_ptr<Memo> memo_;  ///< what nodes have found out for earlier plans
  std::shared_ptr<Latest> latest_;
};

}  // namespace overlace
