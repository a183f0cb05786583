// SPDX-License-Identifier: Apache-2.0
// What is there already: which clips of a plan are done, and why others are not.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batch/fingerprint.h"
#include "batch/journal.h"
#include "batch/plan.h"
#include "batch/receipt.h"
#include "render/render_settings.h"

namespace overlace {

/// Looks at the clips of one plan. What clips share is found out once.
class Survey {
 public:
  struct Options {
    bool verify = false;  ///< outputs are read and hashed
    bool mend = false;  ///< what killed runs left is finished or removed; for who has the BatchLock
    std::string program{};  ///< what another one made is made again; "" = nobody minds
  };
  /// `read` makes settings of a clip's options.
  explicit Survey(std::function<RenderSettings(const BatchClip&)> read)
      : Survey(std::move(read), Options{}) {}
  Survey(std::function<RenderSettings(const BatchClip&)> read, Options options)
      : read_(std::move(read)), options_(std::move(options)) {}

  /// All files that the clip's render reads, not looked at; without what is fetched. Throws Error
  /// (usage, input).
  [[nodiscard]] std::vector<ReadFile> files(const BatchClip& clip);
  /// Of files that have been looked at.
  [[nodiscard]] Fingerprint fingerprint(const BatchClip& clip, const std::vector<ReadFile>& files);
  /// A name for all that the clip is made of, and for its output, by sizes and times alone: while
  /// it stays, nothing has to be read. "" where that cannot be told.
  [[nodiscard]] std::string basis(const BatchClip& clip);

  /// Brings a record up to date before a run: done where the receipt has the clip's fingerprint and
  /// the output is in place, and published where it is to be; failed and poison only where nothing
  /// of the clip has changed since and it is not for want of something; else waiting, with a new
  /// history where the clip is another. What takes the machine down is tried again only where its
  /// files, its graph or its options are surely others, and then once. What was made of an input
  /// that has gone is done. `companions` are of one look at all clips.
  void assess(const BatchClip& clip, ClipRecord& record, TrackCompanions& companions);
  /// The receipt, where it is of this clip as it is now and its output is in place, published or
  /// not. Throws Error (usage, input).
  [[nodiscard]] std::optional<Receipt> made(const BatchClip& clip);
  /// The receipts of a joined clip's parts, in order; nothing for parts that are not whole.
  [[nodiscard]] std::vector<std::optional<Receipt>> receipts_of_parts(const BatchClip& clip);
  /// Why the clip would be rendered, in words; empty where it is done.
  [[nodiscard]] std::vector<std::string> reasons(const BatchClip& clip);

 private:
  struct Shared {
    GraphFacts facts;
    std::string basis;  ///< of these, and of how this survey looks
  };
  /// A clip and all that its render reads, the contents apart.
  struct Look {
    const BatchClip& clip;
    const Shared& shared;
    std::vector<ReadFile> files;
  };
  const Shared& shared(const BatchClip& clip);
  [[nodiscard]] Look look(const BatchClip& clip, TrackCompanions& companions);
  [[nodiscard]] Look look(const BatchClip& clip);
  [[nodiscard]] static std::string basis(const Look& look);
  /// A name for all that the clip is made of that stays when the machine starts again, and however
  /// this survey looks; "" where that cannot be told.
  [[nodiscard]] static std::string substance(const Look& look);
  [[nodiscard]] bool stays_poison(const BatchClip& clip, ClipRecord& record,
                                  TrackCompanions& companions);
  [[nodiscard]] std::optional<Receipt> made(Look look) const;
  /// Nothing is left to do.
  [[nodiscard]] std::optional<Receipt> valid_receipt(Look look) const;

  std::function<RenderSettings(const BatchClip&)> read_;
  Options options_;
  std::map<std::string, std::unique_ptr<const Shared>> shared_;
};

}  // namespace overlace
