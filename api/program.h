// SPDX-License-Identifier: Apache-2.0
// The options of a program, and the compiled program itself.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "api/overlace.h"
#include "graph/core/digest.h"
#include "graph/core/time.h"
#include "graph/data/tracks.h"
#include "render/graph_settings.h"
#include "render/plan_cache.h"

namespace overlace::api {

/// The caller's clip. Throws Error(usage) for sides, a rate or a scale that no clip has.
[[nodiscard]] ClipInfo read_clip(const ovl_clip* given);

/// "TARGET=VALUE" texts of the caller. Throws Error(usage) for those that are not.
[[nodiscard]] std::vector<Setting> read_settings(const char* const* settings, std::size_t count);

/// Rows in the caller's memory, with the row size of the caller's version; need not be aligned.
struct GivenRows {
  std::span<const std::byte> bytes;
  std::size_t row_size = sizeof(ovl_row);
  std::vector<std::string> class_names;
};

/// What an ovl_tracks held.
struct GivenTable {
  std::shared_ptr<const TrackTable> table;
  Digest::Value digest;
};

/// ovl_program_options as values. Valid as long as the caller's rows are.
struct ProgramOptions {
  GraphSettings graph;
  ClipInfo clip;
  std::optional<GivenRows> rows;      ///< in place of a track file
  std::optional<GivenTable> table{};  ///< in place of both
  bool overlay_only = false;
};

/// Throws Error(usage) for missing or invalid options. Does not look at the rows yet.
[[nodiscard]] ProgramOptions read_options(const ovl_program_options* options);

/// The table made from such rows. Throws Error(usage) for an invalid row, Error(limit) for rows of
/// too many frames.
[[nodiscard]] TrackTable table_of(const GivenRows& rows);

/// Digests of the rows or the table that are given, all 0 without any, and of all that `options`
/// says; files count by their paths.
[[nodiscard]] Digest::Value digest_of_tracks(const ProgramOptions& options);
[[nodiscard]] Digest::Value digest_of(const ProgramOptions& options);

/// A compiled program, shared by equal handles.
struct Program {
  struct File {
    std::string path, version;
  };
  std::shared_ptr<SharedPlan> plan;
  std::vector<std::string> notes;  ///< assumptions that were made
  std::vector<File> files;         ///< the files that were read, with their versions then

  /// Whether all of its files are unchanged.
  [[nodiscard]] bool is_current() const;
};

/// Loads, checks and compiles. Throws Error (usage, input, limit …) with all problems.
[[nodiscard]] std::shared_ptr<const Program> make_program(const ProgramOptions& options,
                                                          PlanCache& plans);

}  // namespace overlace::api

struct ovl_program {
  explicit ovl_program(std::shared_ptr<const overlace::api::Program> program)
      : made(std::move(program)) {}
  std::shared_ptr<const overlace::api::Program> made;
  std::atomic<int> references{1};
};
