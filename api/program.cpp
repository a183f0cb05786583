// SPDX-License-Identifier: Apache-2.0
// From options to a plan, made once for all callers with the same options.
#include "api/program.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/c_error.h"
#include "api/file_sources.h"
#include "api/library.h"
#include "api/structs.h"
#include "io/tracks/file_version.h"
#include "render/graph_source.h"
#include "render/overlay_alone.h"

namespace overlace::api {
namespace {

/// Distinguishes clips whose tracks are read in different ways.
std::string name_of(const ProgramOptions& options) {
  const TrackReadOptions& reading = options.graph.reading;
  return fmt::format("{}|{}|{}x{}|{}|{}|{}", reading.format, reading.sequence,
                     reading.source_size.width, reading.source_size.height, reading.fractions,
                     reading.frame_base ? fmt::format("{}", *reading.frame_base) : "",
                     options.rows || options.table ? hex_of(digest_of_tracks(options)) : "");
}

/// Valid as long as the options are.
ClipSources sources_of(const ProgramOptions& options, std::vector<std::string>& notes) {
  const auto log = [&notes](const std::string& note) { notes.push_back(note); };
  ClipSources sources = file_sources(options.graph, options.clip, log);
  sources.name = name_of(options);
  if (options.rows || options.table)
    sources.read_tracks = [&options, read = sources.read_tracks](const std::string& path) {
      if (path != options.graph.tracks) return read(path);
      return options.rows ? table_of(*options.rows) : *options.table->table;
    };
  return sources;
}

}  // namespace

bool Program::is_current() const {
  return std::ranges::all_of(
      files, [](const File& file) { return file_version(file.path) == file.version; });
}

/// Versions are taken before anything but documents is read, so that a file that changes meanwhile
/// is read again.
std::shared_ptr<const Program> make_program(const ProgramOptions& options, PlanCache& plans) {
  auto program = std::make_shared<Program>();
  GraphSource source = load_graph(options.graph);
  for (std::string& path : source.files) {
    if (path.empty()) continue;
    std::string version = file_version(path);
    program->files.push_back({std::move(path), std::move(version)});
  }
  if (options.overlay_only) check_overlay_alone(source.graph);
  const ClipSources sources = sources_of(options, program->notes);
  program->plan = plans.find({source.document, sources, plan_settings(options.graph)});
  return program;
}

}  // namespace overlace::api

using overlace::api::guarded;

extern "C" {

int ovl_program_create(const ovl_program_options* options, ovl_program** program,
                       ovl_error** error) {
  return guarded(error, [&] {
    overlace::api::require(program != nullptr, "there is nowhere to put the program: it is NULL");
    *program = nullptr;
    auto made = overlace::api::library().program(overlace::api::read_options(options));
    if (const auto given = overlace::api::read_struct(options, "ovl_program_options"); given.log)
      for (const std::string& note : made->notes) given.log(given.log_data, note.c_str());
    *program = new ovl_program(std::move(made));
  });
}

void ovl_program_ref(ovl_program* program) {
  if (program != nullptr) ++program->references;
}

void ovl_program_unref(ovl_program* program) {
  if (program != nullptr && --program->references == 0) delete program;
}

int ovl_program_frames(const ovl_program* program, int32_t* first, int32_t* last,
                       ovl_error** error) {
  return guarded(error, [&] {
    overlace::api::require(program != nullptr && first != nullptr && last != nullptr,
                           "program, first and last must not be NULL");
    *first = *last = 0;
    bool any = false;
    for (const auto& table : program->made->plan->plan().tracks) {
      if (table == nullptr || table->row_count() == 0) continue;
      const std::int32_t begin = table->frame_of(0), end = table->frame_of(table->row_count() - 1);
      *first = any ? std::min(*first, begin) : begin;
      *last = any ? std::max(*last, end) : end;
      any = true;
    }
  });
}

}  // extern "C"
