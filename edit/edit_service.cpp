// SPDX-License-Identifier: Apache-2.0
// Routes requests to the page, the engine and the file.
#include "edit/edit_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <utility>
#include <vector>

#include "edit/drafts.h"
#include "edit/edited_file.h"
#include "edit/engine_run.h"
#include "edit/export_choice.h"
#include "edit/http_guard.h"
#include "edit/page.h"
#include "graph/core/base64.h"
#include "graph/document/document.h"

namespace overlace {
namespace {

namespace asio = boost::asio;

constexpr std::chrono::milliseconds look_again{250};  // at the document's file
constexpr int looks_between_signs = 60;               // of life, on streams of events

/// What is asked, whose texts may be as long as a request. Throws Error(usage).
Json question_of(const HttpRequest& request) {
  if (request.body.empty()) return Json(Json::Object{});
  Json question = parse_json(request.body, "request", {.string_bytes = request.body.size()});
  if (!question.is_object()) throw Error(ErrorCode::usage, "a question is a JSON object");
  return question;
}

const std::string& text_of(const Json& question, const char* name) {
  const Json* const text = question.find(name);
  if (text == nullptr || !text->is_string())
    throw Error(ErrorCode::usage, fmt::format("the question lacks \"{}\"", name));
  return text->as_string();
}

std::int64_t seconds_now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(since).count();
}

HttpResponse json_response(const Json& json, int status = 200) {
  return {.status = status, .body = json.dump()};
}

/// The security policy of the page: it loads its own files and talks to its own server. The text
/// editor's library sets style attributes, which run nothing.
std::string content_policy(const std::string& nonce) {
  return fmt::format(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{}'; style-src-attr "
      "'unsafe-inline'; img-src 'self' blob: data:; "
      "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      nonce);
}

HttpResponse page_response(const PageFile& file) {
  const std::string nonce = new_token();
  std::string text(file.text);
  constexpr std::string_view mark = "STYLE_NONCE";
  if (const std::size_t at = text.find(mark); at != std::string::npos && file.path == "/")
    text.replace(at, mark.size(), nonce);
  return {.type = std::string(file.type),
          .body = std::move(text),
          .fields = {{"content-security-policy", content_policy(nonce)}}};
}

}  // namespace

class EditService::State : public std::enable_shared_from_this<EditService::State> {
 public:
  State(asio::io_context& context, EditServiceSettings settings)
      : file_(settings.edit.still.graph.document, settings.edit.still.graph.text.value_or("")),
        server_(context, settings.port),
        guard_(server_.port(), new_token()),
        engine_(
            context, [edit = settings.edit](int socket) { run_edit_engine(edit, socket); },
            settings.engine, [this](const Json& event) { tell(event); }),
        timer_(context),
        drafts_(settings.drafts, file_.path()),
        choice_(settings.edit.is_example ? "" : settings.edit.still.input.path, file_.path(),
                settings.roots),
        export_(context, settings.render, [this](const Json& event) { tell(event); }),
        begins_(settings.begins) {}

  void begin() {
    server_.serve(
        [self = weak_from_this()](const HttpRequest& request, std::shared_ptr<HttpReply> reply) {
          if (const auto state = self.lock()) state->answer(request, reply);
        });
    look_again_later();
  }
  [[nodiscard]] std::string address() const { return guard_.origin() + "/#" + guard_.token(); }
  [[nodiscard]] std::uint16_t port() const { return server_.port(); }
  void end() { timer_.cancel(); }

 private:
  using Reply = std::shared_ptr<HttpReply>;

  void answer(const HttpRequest& request, const Reply& reply);
  /// Passes a question on; the answer is its head as JSON, or its body with facts in fields.
  void ask(const std::string& name, const HttpRequest& request, const Reply& reply);
  void tell_clip(const Reply& reply);
  void save(const Json& question, const Reply& reply);
  /// A draft that the page offers: what was typed here, and left by a page that is gone, or what an
  /// editor before this one has left. Null if there is none, or the file holds the same.
  [[nodiscard]] Json offered_draft() const;
  void keep_draft(const Json& question, const Reply& reply);
  void start_export(const Json& question, const Reply& reply);
  /// One preset after the other, so that other questions come between them; those that take longer
  /// come last.
  void draw_thumbnails(Json question, std::deque<std::string> presets, Reply reply);
  void tell(const Json& event);
  void look_again_later();
  void look_at_file();

  EditedFile file_;
  HttpServer server_;
  HttpGuard guard_;
  EngineProcess engine_;
  asio::steady_timer timer_;
  Drafts drafts_;
  ExportChoice choice_;
  ExportProcess export_;
  std::vector<Reply> listeners_;
  int looks_ = 0;
  bool begins_, was_gone_ = false;
};

void EditService::State::answer(const HttpRequest& request, const Reply& reply) {
  const bool is_get = request.method == "GET";
  const PageFile* const file = is_get ? page_file(request.target) : nullptr;
  if (const int status = guard_.refusal(request, file != nullptr); status != 0) {
    reply->send({.status = status});
    return;
  }
  if (file != nullptr) {
    reply->send(page_response(*file));
    return;
  }
  const std::string path = request.method + " " + request.target;
  try {
    if (path == "GET /registry") return ask("registry", request, reply);
    if (path == "GET /clip") return tell_clip(reply);
    for (const char* const name : {"check", "edit", "frame", "look", "merge", "preset"})
      if (path == fmt::format("POST /{}", name)) return ask(name, request, reply);
    if (path == "POST /gallery") {
      const std::vector<std::string> presets = preset_names();
      return draw_thumbnails(question_of(request), {presets.begin(), presets.end()}, reply);
    }
    if (path == "POST /events") {
      listeners_.push_back(reply);
      return reply->line(Json(Json::Object{{"event", "hello"}}).dump());
    }
    if (path == "PUT /document") return save(question_of(request), reply);
    if (path == "PUT /draft") return keep_draft(question_of(request), reply);
    if (path == "DELETE /draft") {
      drafts_.drop_left();
      return reply->send(json_response(Json::Object{}));
    }
    if (path == "GET /export") {
      Json facts = choice_.facts();
      facts.set("last", export_.last());
      return reply->send(json_response(facts));
    }
    if (path == "POST /export") return start_export(question_of(request), reply);
    if (path == "DELETE /export") {
      export_.cancel();
      return reply->send(json_response(Json::Object{}));
    }
    reply->send(json_response(problem_json("there is nothing of this name"), 404));
  } catch (const Error& error) {
    const Diagnostic& problem = error.problems().front();
    reply->send(json_response(problem_json(problem.message, problem.hint), 422));
  }
}

void EditService::State::ask(const std::string& name, const HttpRequest& request,
                             const Reply& reply) {
  Json question = question_of(request);
  question.set("ask", name);
  engine_.ask({std::move(question)}, name == "frame", [reply](EngineMessage answer) {
    const int status = static_cast<int>(answer.head.find("status")->as_integer());
    if (status != 200 || answer.body.empty())
      return reply->send(json_response(answer.head, status));
    HttpResponse response{.type = answer.head.find("type")->as_string(),
                          .body = std::move(answer.body)};
    for (const char* const fact : {"frame", "part", "provisional", "milliseconds"})
      if (const Json* const value = answer.head.find(fact))
        response.fields.emplace_back(
            fmt::format("overlace-{}", fact),
            value->is_bool() ? (value->as_bool() ? "1" : "0") : value->dump());
    reply->send(std::move(response));
  });
}

void EditService::State::tell_clip(const Reply& reply) {
  engine_.ask({Json(Json::Object{{"ask", "clip"}})}, false, [this, reply](EngineMessage answer) {
    answer.head.set("graph", file_.path());
    answer.head.set("text", file_.text());
    answer.head.set("hash", file_.hash());
    answer.head.set("begins", begins_);
    answer.head.set("draft", offered_draft());
    reply->send(
        json_response(answer.head, static_cast<int>(answer.head.find("status")->as_integer())));
  });
}

void EditService::State::save(const Json& question, const Reply& reply) {
  if (!file_.save(text_of(question, "text"), text_of(question, "base")))
    return reply->send(
        json_response(Json::Object{{"hash", file_.hash()}, {"text", file_.text()}}, 409));
  drafts_.drop_own();
  begins_ = false;
  reply->send(json_response(Json::Object{{"hash", file_.hash()}}));
}

Json EditService::State::offered_draft() const {
  for (const std::optional<Draft>& draft : {drafts_.own(), drafts_.left()})
    if (draft && draft->text != file_.text())
      return Json::Object{{"text", draft->text}, {"base", draft->base}, {"time", draft->time_s}};
  return {};
}

void EditService::State::keep_draft(const Json& question, const Reply& reply) {
  Draft draft{text_of(question, "text"), text_of(question, "base"), seconds_now()};
  if (draft.text == file_.text()) {
    drafts_.drop_own();
  } else {
    drafts_.keep(std::move(draft));
  }
  reply->send(json_response(Json::Object{}));
}

void EditService::State::start_export(const Json& question, const Reply& reply) {
  ExportAsk ask = choice_.read(question);
  if (ExportChoice::would_replace(ask))
    return reply->send(json_response(Json::Object{{"exists", ask.output}}, 409));
  export_.start(std::move(ask));
  reply->send(json_response(Json::Object{}));
}

void EditService::State::draw_thumbnails(Json question, std::deque<std::string> presets,
                                         Reply reply) {
  if (presets.empty() || reply->is_gone()) return reply->end();
  if (presets.front().empty()) {  // the mark between the two rounds
    presets.pop_front();
    question.set("patient", true);
    return draw_thumbnails(std::move(question), std::move(presets), std::move(reply));
  }
  question.set("ask", "thumbnail");
  question.set("name", presets.front());
  presets.pop_front();
  EngineMessage asked{question};
  engine_.ask(
      std::move(asked), false,
      [self = shared_from_this(), question = std::move(question), presets = std::move(presets),
       reply = std::move(reply)](EngineMessage answer) mutable {
        const Json name = *question.find("name");
        if (answer.head.find("later") != nullptr) {
          if (std::ranges::find(presets, "") == presets.end()) presets.emplace_back();
          presets.push_back(name.as_string());
        } else {
          Json line = Json::Object{{"preset", name}};
          if (!answer.body.empty()) line.set("image", base64(answer.body));
          reply->line(line.dump());
        }
        self->draw_thumbnails(std::move(question), std::move(presets), std::move(reply));
      });
}

void EditService::State::tell(const Json& event) {
  std::erase_if(listeners_, [](const Reply& listener) { return listener->is_gone(); });
  for (const Reply& listener : listeners_) listener->line(event.dump());
}

void EditService::State::look_again_later() {
  timer_.expires_after(look_again);
  timer_.async_wait([self = weak_from_this()](const boost::system::error_code& error) {
    const auto state = self.lock();
    if (error || !state) return;
    state->look_at_file();
    state->look_again_later();
  });
}

void EditService::State::look_at_file() {
  try {
    if (file_.is_gone() != was_gone_) {
      was_gone_ = !was_gone_;
      tell(Json::Object{{"event", "gone"}, {"is_gone", was_gone_}});
    }
    if (file_.follow())
      tell(Json::Object{{"event", "file"}, {"text", file_.text()}, {"hash", file_.hash()}});
  } catch (const Error& error) {
    tell(Json::Object{{"event", "lost"}, {"message", error.what()}});
  }
  if (++looks_ % looks_between_signs == 0) tell(Json::Object{{"event", "hello"}});
}

EditService::EditService(asio::io_context& context, EditServiceSettings settings)
    : state_(std::make_shared<State>(context, std::move(settings))) {
  state_->begin();
}

EditService::~EditService() {
  state_->end();
}

std::string EditService::address() const {
  return state_->address();
}

std::uint16_t EditService::port() const {
  return state_->port();
}

}  // namespace overlace
