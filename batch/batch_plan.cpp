// SPDX-License-Identifier: Apache-2.0
// Plans as text, written and read.
#include "batch/batch_plan.h"

#include <fmt/format.h>

#include <utility>

#include "batch/clip_parts.h"
#include "batch/output_root.h"
#include "graph/core/error.h"
#include "graph/core/regular_file.h"
#include "graph/core/utf8.h"

namespace overlace {
namespace {

constexpr int plan_version = 1;
constexpr const char* version_key = "overlace_plan";

Json header(const BatchPlan& plan) {
  Json json;
  json.set(version_key, plan_version);
  json.set("root", text_of_name(plan.root));
  return json;
}

const Json& member(const Json& json, const char* name, Json::Type type) {
  const Json* const found = json.find(name);
  if (found == nullptr || found->type() != type)
    throw Error(ErrorCode::usage, fmt::format("is not a row of a plan: '{}' is missing", name));
  return *found;
}

/// A member that names a file, or holds something else that its user typed.
std::string name_in(const Json& json, const char* name) {
  return name_of_text(member(json, name, Json::Type::string).as_string());
}

/// An array of texts; empty if there is none.
std::vector<std::string> texts_in(const Json& json, const char* name) {
  std::vector<std::string> texts;
  const Json* const list = json.find(name);
  if (list == nullptr) return texts;
  const auto refuse = [name] {
    throw Error(ErrorCode::usage,
                fmt::format("is not a row of a plan: '{}' is not a list of strings", name));
  };
  if (!list->is_array()) refuse();
  for (const Json& one : list->as_array()) {
    if (!one.is_string()) refuse();
    texts.push_back(name_of_text(one.as_string()));
  }
  return texts;
}

}  // namespace

void BatchPlan::add(const BatchClip& clip) {
  for (const BatchClip& part : parts_of(clip)) clips.push_back(part);
  clips.push_back(clip);
}

std::string Shard::name() const {
  return fmt::format("shard-{}-of-{}", index, count);
}

BatchPlan shard_of(BatchPlan plan, const Shard& shard) {
  if (shard.is_whole()) return plan;
  const ClipList all = std::exchange(plan.clips, {});
  int place = 0;  // among the clips that are dealt out
  for (const BatchClip& clip : all) {
    if (clip.is_joined()) continue;
    if (place == shard.index) plan.clips.push_back(clip);
    place = (place + 1) % shard.count;
  }
  return plan;
}

Json options_json(const std::vector<RenderOption>& options) {
  Json json(Json::Object{});
  for (const auto& [name, value] : options) {
    Json* const there = json.find(name);
    if (there == nullptr) {
      json.set(name, text_of_name(value));
    } else {
      if (there->is_string()) *there = Json(Json::Array{*there});
      there->push_back(text_of_name(value));
    }
  }
  return json;
}

Json clip_json(const BatchClip& clip) {
  Json json;
  json.set("id", text_of_name(clip.id));
  json.set("input", text_of_name(clip.input));
  json.set("output", text_of_name(clip.output));
  if (clip.priority != 0) json.set("priority", clip.priority);
  json.set("options", options_json(clip.options));
  if (clip.is_part()) {
    json.set("part_of", text_of_name(clip.part_of));
    json.set("share", clip.share);
  }
  if (!clip.version.empty()) json.set("version", clip.version);
  for (const auto& [name, texts] :
       {std::pair{"fetch", &clip.fetch}, std::pair{"publish", &clip.publish},
        std::pair{"parts", &clip.parts}}) {
    if (texts->empty()) continue;
    Json list(Json::Array{});
    for (const std::string& text : *texts) list.push_back(text_of_name(text));
    json.set(name, std::move(list));
  }
  return json;
}

BatchClip clip_of(const Json& json) {
  BatchClip clip{.id = name_in(json, "id"),
                 .input = name_in(json, "input"),
                 .output = name_in(json, "output")};
  if (const Json* const priority = json.find("priority")) {
    if (!priority->is_integer() || !std::in_range<int>(priority->as_integer()))
      throw Error(ErrorCode::usage,
                  fmt::format("is not a row of a plan: {} is not a priority", priority->dump()));
    clip.priority = static_cast<int>(priority->as_integer());
  }
  for (const auto& [name, value] : member(json, "options", Json::Type::object).as_object()) {
    if (value.is_string()) {
      clip.options.emplace_back(name, name_of_text(value.as_string()));
    } else if (value.is_array()) {
      for (const Json& one : value.as_array())
        if (one.is_string()) clip.options.emplace_back(name, name_of_text(one.as_string()));
    }
  }
  if (const Json* const version = json.find("version"); version && version->is_string())
    clip.version = version->as_string();
  if (const Json* const whole = json.find("part_of"); whole && whole->is_string()) {
    clip.part_of = name_of_text(whole->as_string());
    if (const Json* const share = json.find("share"); share && share->is_number())
      clip.share = share->as_number();
  }
  clip.fetch = texts_in(json, "fetch");
  clip.publish = texts_in(json, "publish");
  clip.parts = texts_in(json, "parts");
  if (clip.is_fetched() && clip.is_joined())
    throw Error(ErrorCode::usage, "is not a row of a plan: a clip that is fetched has no parts");
  return clip;
}

void write_plan(const BatchPlan& plan, const TextSink& sink) {
  sink(header(plan).dump() + "\n");
  for (const BatchClip& clip : plan.clips)
    if (!clip.is_part()) sink(clip_json(clip).dump() + "\n");
}

bool is_plan_file(const std::string& path) {
  RegularFileStream file(path);
  const std::string begin = fmt::format("{{\"{}\":", version_key);
  std::string read(begin.size(), '\0');
  return file.read(read.data(), static_cast<std::streamsize>(read.size())) && read == begin;
}

BatchPlan read_plan(const std::string& path) {
  RegularFileStream file(path);
  if (!file || file.peek() == std::istream::traits_type::eof())
    throw Error(ErrorCode::usage,
                file ? "no plan can be read from it"
                     : "no plan can be read from it: " + file.file().problem(),
                "'overlace batch plan' prints one, and 'overlace batch run' keeps one",
                SourceLocation{path});
  std::vector<Diagnostic> problems;
  BatchPlan plan;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    try {
      const Json json = parse_json(line, path);
      if (number > 1) {
        const BatchClip clip = clip_of(json);
        check_is_below(clip.output, plan.root);
        plan.add(clip);
        continue;
      }
      if (member(json, version_key, Json::Type::integer).as_integer() != plan_version)
        throw Error(ErrorCode::usage, "is a plan of another version", "make it again");
      plan.root = name_in(json, "root");
    } catch (const Error& error) {
      Diagnostic problem = error.problems().front();
      problem.location = {path, problem.location.pointer, number};
      problems.push_back(std::move(problem));
    }
  }
  if (file.bad()) throw Error(ErrorCode::input, "reading failed", {}, SourceLocation{path});
  if (!problems.empty()) throw Error(ErrorCode::usage, std::move(problems));
  return plan;
}

void refuse_programs(const BatchPlan& plan) {
  for (const BatchClip& clip : plan.clips)
    for (const auto& [name, command] :
         {std::pair{"fetch", &clip.fetch}, std::pair{"publish", &clip.publish}})
      if (!command->empty())
        throw Error(ErrorCode::usage,
                    fmt::format("'{}' runs a program: {}", name, fmt::join(*command, " ")),
                    "allow the programs of all rows with --allow-programs",
                    SourceLocation{clip.id});
}

}  // namespace overlace
