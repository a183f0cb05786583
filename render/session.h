// SPDX-License-Identifier: Apache-2.0
// One document over one clip: tracks are made once, plans for any knob values, frames in any order.
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
#include "graph/plan/sound_plan.h"

namespace overlace {

/// A graph document, merged with everything that it extends.
struct SessionDocument {
  Json json;
  std::string name;                                ///< preset or file, for messages
  std::map<std::string, std::string> variables{};  ///< values of "$name" in texts
};

/// What may differ between plans.
struct PlanSettings {
  std::vector<Setting> values{};  ///< of parameters and knobs
  bool layered = false;           ///< each draw node on its own FP16 layer, not one fused pass
  bool keep_slots = false;        ///< no shared buffers, so that every stage can be inspected
};

/// The tables of track nodes, and what they were made with.
struct SessionTables {
  ClipTables of_clip;
  Digest::Value values{};  ///< digest of all parameters of track nodes
};

/// The same tables, for a plan that draws on pictures of another size.
[[nodiscard]] SessionTables at_size(SessionTables tables, Size size);

/// Makes replays on one device: `cpu_device`, or a GPU's from render/device_choice.h.
using Device = std::function<std::unique_ptr<Replay>(std::shared_ptr<const Plan>)>;
[[nodiscard]] Device cpu_device(const ReplayOptions& options = {});

/// Lets a replay go on with another plan; null where a new one must be made. Throws as
/// Replay::adopt.
void hand_on(std::unique_ptr<Replay>& replay, const std::shared_ptr<const Plan>& plan);

/// Throws Error(limit) if drawing a plan would take more memory than `limit` bytes. Call it before
/// a replay takes the memory.
void require_drawing_memory(const Plan& plan, std::uint64_t limit);

/// Gets the number of every frame that an analysis reaches, from 0 in each pass over the clip. An
/// exception from it ends the analysis.
using AnalysisProgress = std::function<void(std::int32_t frame)>;

/// Opens no file and prints nothing: tracks, pixels and log notes come and go through the callbacks
/// of its sources. A note that recurs from one plan to the next is passed on once. All members are
/// thread-safe if the callbacks are; a replay serves one thread at a time.
class Session {
 public:
  /// `tables` caches the tables of track nodes, and may be shared by sessions whose sources have
  /// names; null = a cache of its own.
  Session(SessionDocument document, ClipSources sources,
          std::shared_ptr<TrackCache> tables = nullptr);

  /// A session of a changed document over the same clip. The two share tables, what nodes found
  /// out, and which notes have been passed on. `sources` may differ in their callbacks only.
  [[nodiscard]] Session next(SessionDocument document, ClipSources sources) const;

  [[nodiscard]] const ClipInfo& clip() const { return sources_.clip; }
  /// The document with these values, checked. Throws Error(usage) that lists all problems.
  [[nodiscard]] Graph graph(const std::vector<Setting>& values = {}) const;

  /// Makes the tables of all track nodes that are drawn, or reuses existing ones: changing a value
  /// that no track node depends on never reads a file or plays the clip. Throws Error (usage, input
  /// …), and what `progress` throws.
  [[nodiscard]] SessionTables analyse(const std::vector<Setting>& values = {},
                                      const AnalysisProgress& progress = {}) const;

  /// Compiles the document with these settings, in milliseconds and with no callback but for notes.
  /// Throws Error(usage) for wrong values, and if the tracks depend on a value with which the
  /// tables were not made; Error(limit) where drawing would take more than the sources allow.
  [[nodiscard]] std::shared_ptr<const Plan> plan(const SessionTables& tables,
                                                 const PlanSettings& settings = {}) const;

  /// The same for what the document plays; empty if it plays nothing.
  [[nodiscard]] SoundPlan sound(const SessionTables& tables,
                                const PlanSettings& settings = {}) const;

  /// A replay of a plan. Throws Error(unavailable), Error(out_of_memory).
  [[nodiscard]] std::unique_ptr<Replay> replay(std::shared_ptr<const Plan> plan,
                                               const Device& device) const;

 private:
  /// The document with these values, which must fit the tables.
  [[nodiscard]] Graph graph_of(const SessionTables& tables, const PlanSettings& settings) const;

  SessionDocument document_;
  ClipSources sources_;
  struct Latest;  ///< the notes of the latest analysis and the latest plan
  std::shared_ptr<TrackCache> tables_;
  std::shared_ptr<Memo> memo_;  ///< results that nodes have kept from earlier plans
  std::shared_ptr<Latest> latest_;
};

}  // namespace overlace
