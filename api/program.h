// SPDX-License-Identifier: Apache-2.0
// What a program is made of, and the program itself.
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

/// Rows in the caller's memory, as far apart as the caller's version has them; need not be aligned.
struct GivenRows {
  std::span<const std::byte> bytes;
  std::size_t row_size = sizeof(ovl_row);
  std::vector<std::string> class_names;
};

/// ovl_program_options as values. Valid as long as the caller's rows are.
struct ProgramOptions {
  GraphSettings graph;
  ClipInfo clip;
  std::optional<GivenRows> rows;  ///< in place of a track file
  bool overlay_only = false;
};

/// Throws Error(usage) for what is missing or out of range. Rows are not looked at yet.
[[nodiscard]] ProgramOptions read_options(const ovl_program_options* options);

/// The table of such rows. Throws Error(usage) for a row that makes no sense, Error(limit) for rows
/// of too many frames.
[[nodiscard]] TrackTable table_of(const GivenRows& rows);

/// The names of rows, and of all that `options` say; files are named by their paths.
[[nodiscard]] Digest::Value digest_of(const GivenRows& rows);
[[nodiscard]] Digest::Value digest_of(const ProgramOptions& options);

/// A compiled program, as equal handles share it.
struct Program {
  struct File {
    std::string path, version;
  };
  std::shared_ptr<SharedPlan> plan;
  std::vector<std::string> notes;  ///< what was assumed
  std::vector<File> files;         ///< that were read, as they were then

  /// Whether none of its files has changed.
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
