// SPDX-License-Identifier: Apache-2.0
// Turns rows into clips: names, and checks.
#include "batch/planning.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "batch/manifest.h"
#include "batch/output_root.h"
#include "batch/output_template.h"
#include "batch/receipt.h"
#include "batch/user_command.h"
#include "graph/core/error.h"
#include "io/files/sequence_name.h"
#include "io/files/temporary.h"
#include "io/tracks/frame_files.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view set_prefix = "set.", own_prefix = "col.";

/// An input, and its row of a manifest.
struct Row {
  FoundInput input;
  fs::path base;  ///< base of the row's relative names; empty: the current folder
  SourceLocation location{};
  std::map<std::string, std::string> columns{};
  std::optional<std::string> output{};
  BatchClip clip{};
  std::vector<Diagnostic> missing{};  ///< track files and embeddings that are not there
};

/// A clip's command by its column name; null for other columns.
std::vector<std::string>* command_of(BatchClip& clip, const std::string& name) {
  if (name == "fetch") return &clip.fetch;
  return name == "publish" ? &clip.publish : nullptr;
}

/// Whether an option names files: these are made absolute, and filled in from templates.
bool is_path_option(const std::string& name) {
  return std::ranges::find(file_options, name) != file_options.end();
}

/// Empty if it has been removed: then only absolute names work.
fs::path current_folder() {
  std::error_code error;
  return fs::current_path(error);
}

/// Whether an option's value is a file that belongs to the whole batch: a graph, or a model.
bool names_document_file(const std::string& option, const std::string& graph) {
  if (option == "model") return !graph.empty();
  if (option != "graph") return false;
  std::error_code error;
  return graph.find('/') != std::string::npos || graph.ends_with(".json") ||
         fs::is_regular_file(graph, error);
}

int priority_of(const std::string& text) {
  int priority = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, priority);
  if (error != std::errc{} || rest != end)
    throw Error(ErrorCode::usage, fmt::format("'{}' is not a priority", text),
                fmt::format("a whole number, at most {}", std::numeric_limits<int>::max()));
  return priority;
}

/// Makes clips from rows, one after the other, and collects errors.
class Planner {
 public:
  explicit Planner(const PlanRequest& request) : request_(request), output_(request.output) {}

  BatchPlan plan();

 private:
  void problem(const SourceLocation& location, std::string message, std::string hint = {});
  template <class Work>
  void guard(const SourceLocation& location, const Work& work);
  void add_source(const std::string& source);
  void add_manifest_row(const std::string& path, const ManifestRow& from);
  void take_column(Row& row, const std::string& name, const std::string& value);
  [[nodiscard]] TemplateFields fields_of(const Row& row, std::size_t index) const;
  void complete(Row& row, std::size_t index);
  [[nodiscard]] std::string absolute_name(const fs::path& path) const;
  void fill_in_paths(Row& row, const TemplateFields& fields) const;
  static void fill_in_commands(Row& row, TemplateFields fields);
  [[nodiscard]] std::string output_of(const Row& row, const TemplateFields& fields) const;
  void check_template();
  void find_root();
  void name(Row& row) const;
  void check(Row& row);
  void check_files(Row& row);
  void take_out_missing();

  const PlanRequest& request_;
  fs::path here_ = current_folder();
  OutputTemplate output_;
  std::string root_;
  std::vector<Row> rows_;
  std::set<std::string> inputs_, outputs_, ids_, checked_;
  std::vector<Diagnostic> problems_;
};

void Planner::problem(const SourceLocation& location, std::string message, std::string hint) {
  problems_.push_back({location, std::move(message), std::move(hint)});
}

template <class Work>
void Planner::guard(const SourceLocation& location, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    for (Diagnostic found : error.problems()) {
      if (found.location.text().empty()) found.location = location;
      problems_.push_back(std::move(found));
    }
  }
}

void Planner::add_source(const std::string& source) {
  if (is_manifest(source)) {
    if (request_.watches)
      throw Error(ErrorCode::usage, "a manifest is not watched", "name folders and patterns");
    for (const ManifestRow& row : read_manifest(source)) add_manifest_row(source, row);
    return;
  }
  for (FoundInput& input : find_inputs(source, request_.watches)) {
    if (request_.wanted && !request_.wanted(input)) continue;
    Row row{.input = std::move(input), .base = {}};
    row.location.file = row.input.path;
    row.clip.options = request_.options;
    rows_.push_back(std::move(row));
  }
}

void Planner::add_manifest_row(const std::string& path, const ManifestRow& from) {
  Row row{.input = {}, .base = fs::path(path).parent_path(), .location = {path, {}, from.line}};
  row.clip.options = request_.options;
  guard(row.location, [&] {
    for (const auto& [name, value] : from.columns) take_column(row, name, value);
    if (row.input.path.empty()) throw Error(ErrorCode::usage, "has no column 'input'");
    if (row.clip.is_fetched()) row.input.path = row.columns.at("input");
    rows_.push_back(std::move(row));
  });
}

void Planner::take_column(Row& row, const std::string& name, const std::string& value) {
  row.columns[name.starts_with(own_prefix) ? name.substr(own_prefix.size()) : name] = value;
  const auto& known = request_.known_options;
  if (name == "input") {
    row.input.path = (row.base / value).string();
  } else if (name == "output") {
    row.output = value;
  } else if (name == "id") {
    row.clip.id = value;
  } else if (name == "version") {
    row.clip.version = value;
  } else if (std::vector<std::string>* const command = command_of(row.clip, name)) {
    *command = parse_command(value);
  } else if (name == "priority") {
    row.clip.priority = priority_of(value);
  } else if (name.starts_with(set_prefix)) {
    row.clip.options.emplace_back("set", name.substr(set_prefix.size()) + "=" + value);
  } else if (is_path_option(name) || names_document_file(name, value)) {
    row.clip.set_option(name, is_uri(value) ? value : (row.base / value).string());
  } else if (std::ranges::find(known, name) != known.end()) {
    row.clip.set_option(name, value);
  } else if (!name.starts_with(own_prefix)) {
    std::vector<std::string> names = known;
    names.insert(names.end(), {"input", "output", "id", "priority", "fetch", "version", "publish"});
    throw Error(ErrorCode::usage, fmt::format("unknown column '{}'", name),
                suggest(name, names) + "; columns of your own begin with col.");
  }
}

TemplateFields Planner::fields_of(const Row& row, std::size_t index) const {
  const std::string graph = row.clip.option("graph");
  return {.input = row.input.path,
          .rel = row.input.rel,
          .index = index,
          .graph = graph.empty() ? "boxes" : fs::path(graph).stem().string(),
          .id = row.clip.id,
          .columns = row.columns};
}

std::string Planner::absolute_name(const fs::path& path) const {
  return (here_ / path).lexically_normal().string();
}

void Planner::fill_in_paths(Row& row, const TemplateFields& fields) const {
  for (auto& [name, value] : row.clip.options) {
    if (is_path_option(name)) value = OutputTemplate(value).expand(fields);
    if (is_path_option(name) && !row.clip.is_fetched(name)) value = absolute_name(value);
    if (names_document_file(name, value)) value = absolute_name(value);
  }
}

/// `{path}` and `{uri}` stay as they are: the render fills them in (see fill_in).
void Planner::fill_in_commands(Row& row, TemplateFields fields) {
  fields.own = {{"path", "{path}"}, {"uri", "{uri}"}};
  for (const char* const name : {"fetch", "publish"}) {
    std::vector<std::string>& command = *command_of(row.clip, name);
    bool has_path = command.empty();
    for (std::string& word : command) {
      has_path = has_path || word.find("{path}") != std::string::npos;
      word = OutputTemplate(word, {"path", "uri"}).expand(fields);
    }
    if (!has_path)
      throw Error(ErrorCode::usage, fmt::format("'{}' does not say where the file is", name),
                  R"(write {path} for it: ["aws", "s3", "cp", "{uri}", "{path}"])");
  }
  if (!row.clip.version.empty() && !row.clip.is_fetched())
    throw Error(ErrorCode::usage, "'version' is of what 'fetch' brings, and nothing is fetched",
                "files count by their content");
  if (!row.clip.publish.empty() && is_sequence(row.clip.output))
    throw Error(ErrorCode::usage, "'publish' takes one file, and the output is many pictures",
                "name a video");
}

std::string Planner::output_of(const Row& row, const TemplateFields& fields) const {
  if (row.output) return absolute_name(fs::path(root_.empty() ? "." : root_) / *row.output);
  return absolute_name(output_.expand(fields));
}

void Planner::complete(Row& row, std::size_t index) {
  if (!row.clip.is_fetched()) row.input.path = absolute_name(row.input.path);
  const TemplateFields fields = fields_of(row, index);
  fill_in_paths(row, fields);
  row.clip.input = row.input.path;
  row.clip.output = output_of(row, fields);
  fill_in_commands(row, fields);
}

/// Refuses a template without a field if it would have to name several outputs.
void Planner::check_template() {
  const bool is_used = std::ranges::any_of(rows_, [](const Row& row) { return !row.output; });
  if (is_used && output_.is_plain() && (rows_.size() > 1 || fs::is_directory(request_.output)))
    problem({"-o"}, fmt::format("'{}' is one name for all clips", request_.output),
            "write a template such as out/{rel}/{stem}.mp4");
}

/// The folder that all outputs share, if the template does not start with one.
void Planner::find_root() {
  if (!root_.empty()) return;
  fs::path common;
  for (const Row& row : rows_) {
    const fs::path folder = fs::path(row.clip.output).parent_path();
    if (common.empty()) common = folder;
    common = common_folder(common, folder);
  }
  root_ = common.string();
}

void Planner::name(Row& row) const {
  if (row.clip.id.empty())
    row.clip.id = fs::path(row.clip.output).lexically_relative(root_).string();
}

void Planner::check_files(Row& row) {
  std::error_code error;
  const bool is_here = !row.clip.is_fetched() && !reads_sequence(row.clip.input);
  if (is_here && !fs::is_regular_file(row.clip.input, error))
    problem(row.location, fmt::format("there is no file '{}'", row.clip.input));
  for (const auto& [name, value] : row.clip.options)
    if (is_path_option(name) && !row.clip.is_fetched(name) && !fs::exists(value, error) &&
        !is_frame_folder(value))
      row.missing.push_back(
          {row.location, fmt::format("there is no file '{}' for --{}", value, name)});
  const bool foreign = !request_.overwrite && !is_sequence(row.clip.output) &&
                       fs::exists(row.clip.output, error) &&
                       !fs::exists(receipt_path(row.clip.output), error);
  if (foreign)
    problem({row.clip.output}, "already exists, and no batch made it",
            "replace it with --overwrite");
}

void Planner::check(Row& row) {
  const std::string& output = row.clip.output;
  if (!outputs_.insert(output).second)
    problem(row.location, fmt::format("'{}' is also the output of another clip", output),
            "{rel}, {index:06} or {hash:8} in the name keep them apart");
  else if (!ids_.insert(row.clip.id).second)
    problem(row.location, fmt::format("'{}' is also the id of another clip", row.clip.id));
  if (inputs_.contains(output))
    problem(row.location, fmt::format("the output '{}' is an input", output));
  guard(row.location, [&] { check_is_below(output, root_); });
  guard(row.location, [&] { check_name_lengths(output); });
  check_files(row);
  if (request_.check && checked_.insert(options_key(row.clip)).second)
    guard(row.location, [&] { request_.check(row.clip); });
}

/// Files that all clips lack have most likely a wrong name. What is refused anyway lists them, too.
void Planner::take_out_missing() {
  const auto is_whole = [](const Row& row) { return row.missing.empty(); };
  if (request_.watches || !problems_.empty() || std::ranges::none_of(rows_, is_whole)) {
    for (const Row& row : rows_)
      problems_.insert(problems_.end(), row.missing.begin(), row.missing.end());
    return;
  }
  if (!request_.skips_missing_tracks) return;
  std::vector<std::string> left_out;
  for (const Row& row : rows_)
    if (!is_whole(row)) left_out.push_back(row.clip.id);
  std::erase_if(rows_, std::not_fn(is_whole));
  if (request_.log && !left_out.empty())
    request_.log(fmt::format("left out, because their track files are missing: {}",
                             fmt::join(left_out, ", ")));
}

BatchPlan Planner::plan() {
  for (const std::string& source : request_.sources) guard({source}, [&] { add_source(source); });
  if (const std::string root = output_.root(); !root.empty()) root_ = absolute_name(root);
  if (request_.watches && root_.empty())
    problem({"-o"}, "does not begin with a folder, which --watch needs", "out/{rel}/{stem}.mp4");
  if (output_.is_plain() &&
      std::ranges::any_of(rows_, [](const Row& row) { return row.output.has_value(); }))
    root_ = absolute_name(request_.output);
  const std::size_t of_sources = problems_.size();
  check_template();
  // a wrong template would be told again for every clip
  if (problems_.size() > of_sources) throw Error(ErrorCode::usage, std::move(problems_));
  for (std::size_t i = 0; i < rows_.size(); ++i)
    guard(rows_[i].location, [&] { complete(rows_[i], i + 1); });
  if (!problems_.empty()) throw Error(ErrorCode::usage, std::move(problems_));
  find_root();
  for (Row& row : rows_) name(row);
  for (const Row& row : rows_) inputs_.insert(row.clip.input);
  for (Row& row : rows_) check(row);
  take_out_missing();
  if (problems_.empty() && request_.cut)
    for (Row& row : rows_)
      if (!row.clip.is_fetched() && row.missing.empty())
        guard(row.location, [&] { row.clip.parts = request_.cut(row.clip); });
  if (!problems_.empty()) throw Error(ErrorCode::usage, std::move(problems_));
  BatchPlan plan{.root = root_, .clips = {}};
  for (const Row& row : rows_) plan.add(row.clip);
  return plan;
}

}  // namespace

std::string options_key(const BatchClip& clip) {
  std::vector<RenderOption> shared = clip.options;
  const bool has_tracks = !clip.option("tracks").empty();
  std::erase_if(shared, [&clip](const RenderOption& option) {
    return is_path_option(option.first) || (clip.is_part() && option.first == "frames");
  });
  return fmt::format("{} {}", has_tracks, options_json(shared).dump());
}

BatchPlan make_plan(const PlanRequest& request) {
  return Planner(request).plan();
}

}  // namespace overlace
