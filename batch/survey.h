// SPDX-License-Identifier: Apache-2.0
// What already exists: which clips of a plan are done, and why others are not.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batch/batch_plan.h"
#include "batch/fingerprint.h"
#include "batch/journal.h"
#include "batch/receipt.h"
#include "render/render_settings.h"

namespace overlace {

/// Looks at the clips of one plan. What clips share is determined once.
class Survey {
 public:
  struct Options {
    bool verify = false;  ///< read outputs and compare hashes
    bool mend = false;  ///< finish or remove what killed runs left; for the holder of the BatchLock
    std::string program{};  ///< outputs of another one are made again; "" = any will do
  };
  /// `read` turns a clip's options into settings.
  explicit Survey(std::function<RenderSettings(const BatchClip&)> read)
      : Survey(std::move(read), Options{}) {}
  Survey(std::function<RenderSettings(const BatchClip&)> read, Options options)
      : read_(std::move(read)), options_(std::move(options)) {}

  /// All files that the clip's render reads, not looked at; without fetched files. Throws Error
  /// (usage, input).
  [[nodiscard]] std::vector<ReadFile> files(const BatchClip& clip);
  /// `files` must have been looked at.
  [[nodiscard]] Fingerprint fingerprint(const BatchClip& clip, const std::vector<ReadFile>& files);
  /// Identifies everything that the clip is made of, and its output, by size and time alone: while
  /// it stays the same, nothing need be read. "" if it cannot be determined.
  [[nodiscard]] std::string basis(const BatchClip& clip);

  /// Updates a record before a run. Done: the receipt has the clip's fingerprint, and the output is
  /// in place, and published if required. Failed and poison: only if nothing of the clip has
  /// changed and the cause was not a lack of something. Otherwise waiting, with a new history if
  /// the clip is a different one. A clip that crashed the machine is tried again only if its
  /// files, graph or options have definitely changed, and only once. An output whose input is gone
  /// is done. `companions` is shared by one look at all clips.
  void assess(const BatchClip& clip, ClipRecord& record, TrackCompanions& companions);
  /// The receipt, if it matches the clip as it is now and its output is in place, published or not.
  /// Throws Error (usage, input).
  [[nodiscard]] std::optional<Receipt> made(const BatchClip& clip);
  /// The receipts of a joined clip's parts, in order; nothing for incomplete parts.
  [[nodiscard]] std::vector<std::optional<Receipt>> receipts_of_parts(const BatchClip& clip);
  /// Why the clip would be rendered, in words; empty if it is done.
  [[nodiscard]] std::vector<std::string> reasons(const BatchClip& clip);

 private:
  struct Shared {
    GraphFacts facts;
    std::string basis;  ///< of the facts, and of this survey's options
  };
  /// A clip and all files that its render reads, without their contents.
  struct Look {
    const BatchClip& clip;
    const Shared& shared;
    std::vector<ReadFile> files;
  };
  const Shared& shared(const BatchClip& clip);
  [[nodiscard]] Look look(const BatchClip& clip, TrackCompanions& companions);
  [[nodiscard]] Look look(const BatchClip& clip);
  [[nodiscard]] static std::string basis(const Look& look);
  /// Identifies everything that the clip is made of, independently of reboots and of this survey's
  /// options; "" if it cannot be determined.
  [[nodiscard]] static std::string substance(const Look& look);
  [[nodiscard]] bool stays_poison(const BatchClip& clip, ClipRecord& record,
                                  TrackCompanions& companions);
  [[nodiscard]] std::optional<Receipt> made(Look look) const;
  /// As `made`, but only if nothing is left to do.
  [[nodiscard]] std::optional<Receipt> valid_receipt(Look look) const;

  std::function<RenderSettings(const BatchClip&)> read_;
  Options options_;
  std::map<std::string, std::unique_ptr<const Shared>> shared_;
};

}  // namespace overlace
