// SPDX-License-Identifier: Apache-2.0
// What a redacting graph leaves open: frames within a track's life that have no box to hide, and
// rows that should say where somebody is but are missing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graph/analysis/analyse.h"

namespace overlace {

/// Frames [first, last] between two boxes of a track, in which it has none.
struct TrackGap {
  TrackId id = no_id;
  std::int32_t first = 0, last = 0;
  friend bool operator==(const TrackGap&, const TrackGap&) = default;
};

/// Rows of a file that hide nobody.
struct RowLoss {
  std::string file;
  std::uint64_t left_out = 0;  ///< damaged or too many
  std::optional<std::int32_t>
      after_clip{};  ///< the last frame of the file, if the clip ends before it
  friend bool operator==(const RowLoss&, const RowLoss&) = default;
};

/// Frames [first, last] whose pictures are not, or not certainly, their own.
struct OtherPictures {
  enum class Kind : std::uint8_t {
    stand_in,   ///< whole pictures of other frames; what is hidden in either is hidden
    concealed,  ///< a decoder's guess out of parts of other frames, which may be anywhere
    scaled,     ///< from another size than the clip's: boxes may count its own pixels
  };
  Kind kind = Kind::stand_in;
  std::int32_t first = 0, last = 0;
  std::int32_t shows_first = 0, shows_last = 0;  ///< the frames that they may show
  friend bool operator==(const OtherPictures&, const OtherPictures&) = default;
};

/// Adds a later frame to a list, in which consecutive ones of a kind are one entry.
void add_picture(std::vector<OtherPictures>& list, const OtherPictures& frame);

/// What one node of a document's "redact" hides.
struct Redaction {
  std::string node;
  std::size_t objects = 0;     ///< tracks
  std::size_t boxes = 0;       ///< in the frames of the clip
  std::size_t without_id = 0;  ///< that belong to no track: nothing shows where one is missing
  std::vector<TrackGap> gaps;  ///< by track, in frame order
  std::vector<RowLoss> losses;
  std::vector<std::string> models{};      ///< networks that found the objects, by file
  std::vector<OtherPictures> pictures{};  ///< known once the clip has been decoded
  double moved_s = 0;  ///< the most by which boxes were moved in time, to the clip's frames

  /// Whether every object known from the files is hidden in every frame of its life.
  [[nodiscard]] bool is_complete() const;
};

/// One entry for each redacting node; `tables` belong to this graph.
[[nodiscard]] std::vector<Redaction> redactions(const Graph& graph, const ClipTables& tables);

/// How far boxes of files that count `file_rate` frames per second (0: the clip's) are moved in
/// time, to the nearest frames of a clip.
[[nodiscard]] double moved_by(double file_rate, const ClipInfo& clip);

/// "cover: nothing hides track 7 in frames 100-140": one sentence for each of the first few gaps of
/// a node, one for how many more there are, and one for anything else that leaves it incomplete.
[[nodiscard]] std::vector<std::string> warnings(const std::vector<Redaction>& redactions);

/// "2 gaps in tracks, 1 box without an id": all that leaves it incomplete; "" if nothing does.
[[nodiscard]] std::string summary(const Redaction& redaction);

}  // namespace overlace
