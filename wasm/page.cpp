// SPDX-License-Identifier: Apache-2.0
// From paths to questions.
#include "wasm/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "edit/answers/example_tracks.h"

namespace overlace {
namespace {

constexpr std::int64_t longest_side = 16384, most_frames = 10'000'000;

/// Questions that the engine answers.
constexpr std::array<std::string_view, 9> of_engine{
    "GET registry", "GET clip",   "POST check",  "POST edit",     "POST frame",
    "POST look",    "POST merge", "POST preset", "POST thumbnail"};

/// A member of a question; throws Error(usage) where it is missing or of another kind.
const Json& member(const Json& question, const char* name, Json::Type type) {
  const Json* const found = question.find(name);
  if (found == nullptr || found->type() != type)
    throw Error(ErrorCode::usage, fmt::format("the question lacks \"{}\"", name));
  return *found;
}
const std::string& text_of(const Json& question, const char* name) {
  return member(question, name, Json::Type::string).as_string();
}
std::int64_t number_of(const Json& question, const char* name) {
  return member(question, name, Json::Type::integer).as_integer();
}
bool flag_of(const Json& question, const char* name) {
  const Json* const found = question.find(name);
  return found != nullptr && found->is_bool() && found->as_bool();
}

/// A question, by its path and its members. Throws Error(usage).
EngineMessage question_of(std::string_view path, std::string_view body) {
  Json question = body.empty() ? Json(Json::Object{})
                               : parse_json(body, "request", {.string_bytes = body.size()});
  if (!question.is_object()) throw Error(ErrorCode::usage, "a question is a JSON object");
  question.set("ask", std::string(path));
  return {std::move(question)};
}

PageClipFacts test_card_facts() {
  return {.name = "test card",
          .size = example_size,
          .frame_rate = {example_rate},
          .frame_count = example_frames,
          .is_card = true};
}

/// The clip that a page describes. Throws Error(usage).
PageClipFacts facts_of(const Json& question) {
  if (flag_of(question, "is_card")) return test_card_facts();
  const auto at_most = [&](const char* name, std::int64_t most) {
    const std::int64_t number = number_of(question, name);
    if (number < 1 || number > most)
      throw Error(ErrorCode::usage, fmt::format("a clip has a {} from 1 to {}", name, most));
    return static_cast<int>(number);
  };
  PageClipFacts facts{.name = text_of(question, "name"),
                      .size = {at_most("width", longest_side), at_most("height", longest_side)},
                      .frame_count = at_most("frame_count", most_frames),
                      .has_alpha = flag_of(question, "has_alpha")};
  const Json::Array& rate = member(question, "frame_rate", Json::Type::array).as_array();
  if (rate.size() != 2 || !rate[0].is_integer() || !rate[1].is_integer() ||
      rate[0].as_integer() < 1 || rate[1].as_integer() < 1)
    throw Error(ErrorCode::usage, "a clip has a frame_rate of two numbers from 1");
  facts.frame_rate = {rate[0].as_integer(), rate[1].as_integer()};
  if (const Json* const times = question.find("times"); times != nullptr && times->is_array())
    for (const Json& time : times->as_array())
      if (time.is_number()) facts.times.push_back(time.as_number());
  return facts;
}

EngineMessage refused(int status, const std::string& message) {
  EngineMessage answer{problem_json(message)};
  answer.head.set("status", status);
  return answer;
}

}  // namespace

Page::Page() : facts_(test_card_facts()) {
  graph_.document = "untitled.json";
  begin();
}

void Page::begin() {
  engine_ = std::make_unique<EditEngine>(
      EngineSettings{
          graph_, facts_.is_card,
          [this](LogSink log) { return open_page_clip(facts_, graph_, *given_, std::move(log)); }},
      [this](const Json& event) { events_.push_back(event); });
}

void Page::set_clip(PageClipFacts facts) {
  facts_ = std::move(facts);
  given_->forget_frames();
  begin();
}

void Page::set_tracks(std::string path) {
  graph_.tracks = std::move(path);
  begin();
}

EngineMessage Page::answer(const std::string& asked, EngineMessage question) {
  if (std::ranges::find(of_engine, asked) != of_engine.end()) return engine_->answer(question);
  if (asked == "PUT clip") {
    set_clip(facts_of(question.head));
  } else if (asked == "PUT tracks") {
    set_tracks(text_of(question.head, "path"));
  } else if (asked == "PUT files") {
    given_->forget_pictures();
    begin();
  } else if (asked == "GET example") {
    return {Json(Json::Object{{"status", 200}, {"text", example_tracks()}})};
  } else if (asked == "DELETE picture") {
    given_->refuse_picture(text_of(question.head, "path"));
  } else {
    return refused(404, "there is nothing of this name");
  }
  return {Json(Json::Object{{"status", 200}})};
}

EngineMessage Page::ask(std::string_view method, std::string_view path,
                        std::string_view body) noexcept {
  try {
    events_.clear();
    EngineMessage answer =
        this->answer(fmt::format("{} {}", method, path), question_of(path, body));
    Json events{Json::Array{}};
    for (Json& event : events_) events.push_back(std::move(event));
    answer.head.set("events", std::move(events));
    return answer;
  } catch (const std::exception& error) {
    return refused(422, error.what());
  }
}

}  // namespace overlace
