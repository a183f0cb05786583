// SPDX-License-Identifier: Apache-2.0
// The steps of a frame's route, with their bytes.
#include "cli/route_report.h"

#include <fmt/format.h>

#include <utility>

namespace overlace {
namespace {

Json step_facts(const FrameTouch& touch, std::int64_t read, std::int64_t written) {
  Json json;
  json.set("name", touch.name);
  json.set("read_bytes", read * touch.reads);
  json.set("written_bytes", written * touch.writes);
  json.set("always", touch.always);
  json.set("note", touch.note);
  return json;
}

/// How often a frame's bytes are read and written.
struct Passes {
  int read = 0, written = 1;  ///< by the decoder
  void add(const FrameTouch& touch) {
    read += touch.reads;
    written += touch.writes;
  }
  [[nodiscard]] Json facts() const {
    Json json;
    json.set("read", read);
    json.set("written", written);
    return json;
  }
};

/// "<=12.44 MB", or "0.00 MB" if nothing is touched.
std::string amount(const Json& step, const char* key) {
  const auto bytes = step.find(key)->as_number();
  const bool at_most = bytes > 0 && !step.find("always")->as_bool();
  return fmt::format("{:>2}{:>7.2f} MB", at_most ? "<=" : "", bytes / 1e6);
}

std::string line(const Json& step) {
  return fmt::format("  {:<10} {} {}  {}\n", step.find("name")->as_string(),
                     amount(step, "read_bytes"), amount(step, "written_bytes"),
                     step.find("note")->as_string());
}

}  // namespace

Json route_facts(const FramePlan& plan) {
  Json steps(Json::Array{});
  steps.push_back(
      step_facts({.name = "decode", .writes = 1, .note = plan.from}, 0, plan.from_bytes));
  const std::string to = "to " + plan.to;
  Passes least, most;
  std::int64_t bytes = plan.from_bytes;
  for (const FrameStep step : plan.route.steps()) {
    FrameTouch touch = touch_of(step);
    const std::int64_t made = step == FrameStep::convert ? plan.to_bytes : bytes;
    if (step == FrameStep::convert) touch.note = to;
    steps.push_back(step_facts(touch, bytes, made));
    bytes = made;
    most.add(touch);
    if (touch.always) least.add(touch);
  }
  Json json;
  json.set("decoder", plan.decoder);
  json.set("encoder", plan.encoder);
  json.set("steps", std::move(steps));
  json.set("passes_when_nothing_is_drawn", least.facts());
  json.set("passes_at_most", most.facts());
  return json;
}

std::string route_text(const Json& facts) {
  std::string text =
      fmt::format("\npath of a frame, {} -> {}\n", facts.find("decoder")->as_string(),
                  facts.find("encoder")->as_string());
  text += fmt::format("  {:<10} {:>12} {:>12}\n", "step", "read", "written");
  for (const Json& step : facts.find("steps")->as_array()) text += line(step);
  const Json& least = *facts.find("passes_when_nothing_is_drawn");
  const Json& most = *facts.find("passes_at_most");
  return text + fmt::format(
                    "  times a byte is read and written: {} and {} where nothing is drawn, "
                    "{} and {} at most\n",
                    least.find("read")->as_integer(), least.find("written")->as_integer(),
                    most.find("read")->as_integer(), most.find("written")->as_integer());
}

}  // namespace overlace
