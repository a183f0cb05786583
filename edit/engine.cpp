// SPDX-License-Identifier: Apache-2.0
// One function per question.
#include "edit/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "edit/clip_facts.h"
#include "edit/document_facts.h"
#include "graph/document/edit_graph.h"
#include "graph/document/merge_texts.h"
#include "graph/types/registry.h"
#include "graph/types/values.h"
#include "graph/values/colors.h"
#include "io/write/jpeg.h"
#include "render/frame_choice.h"
#include "render/frame_times.h"
#include "render/gallery.h"

namespace overlace {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int smallest_width = 16, largest_width = 8192;  // px
constexpr std::size_t most_settings = 16;
/// How long a frame may be decoded before another stands in for it: when it is first asked for, and
/// when the same one is asked for again.
constexpr std::chrono::milliseconds patience{30}, more_patience{250};
constexpr std::int64_t usual_width = 960;  // px of a screen

/// A member of a question. Throws Error(usage) where it is missing or of another kind.
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
/// The part of the clip's picture that is asked for; all of it where there is none. Throws
/// Error(usage) for one outside.
PixelRect asked_part(const Json& question, Size clip) {
  const Json* const part = question.find("part");
  if (part == nullptr || part->is_null()) return whole(clip);
  const auto side = [&](const char* name, int most) {
    return static_cast<int>(std::clamp<std::int64_t>(number_of(*part, name), 0, most));
  };
  const PixelRect inside =
      intersection(whole(clip), {side("x", clip.width), side("y", clip.height),
                                 side("width", clip.width), side("height", clip.height)});
  if (inside.is_empty())
    throw Error(ErrorCode::usage, "the part that is asked for lies outside of the picture");
  return inside;
}
/// The smallest part of a picture that shows a part of it at another size, and is even, as 4:2:0
/// wants it.
PixelRect scaled(const PixelRect& part, Size from, Size to) {
  const auto before = [](int at, int of, int size) {
    return static_cast<int>(std::int64_t{at} * size / of) & ~1;
  };
  const auto after = [](int at, int of, int size) {
    return std::min(size, static_cast<int>((std::int64_t{at} * size + of - 1) / of + 1) & ~1);
  };
  const int x = before(part.x, from.width, to.width), y = before(part.y, from.height, to.height);
  return {x, y, after(part.right(), from.width, to.width) - x,
          after(part.bottom(), from.height, to.height) - y};
}
/// A part of a picture of one size, in pixels of another one.
Json part_json(const PixelRect& part, Size of, Size in) {
  const double x = double{1} * in.width / of.width, y = double{1} * in.height / of.height;
  return Json::Object{
      {"x", part.x * x}, {"y", part.y * y}, {"width", part.width * x}, {"height", part.height * y}};
}
bool flag_of(const Json& question, const char* name) {
  const Json* const found = question.find(name);
  return found != nullptr && found->is_bool() && found->as_bool();
}

/// What HTTP calls an error: 503 where another engine may have the memory, else 422.
int status_of(ErrorCode code) {
  return code == ErrorCode::out_of_memory ? 503 : 422;
}

/// The system has no memory for this, or for a thread's stack.
bool is_shortage(const std::error_code& code) {
  return code == std::errc::not_enough_memory || code == std::errc::resource_unavailable_try_again;
}

EngineMessage answered(Json::Object members, std::string body = {}) {
  members.emplace_back("status", 200);
  return {Json(std::move(members)), std::move(body)};
}

Json colors_json(std::span<const NamedColors> lists) {
  Json named{Json::Array{}};
  for (const NamedColors& list : lists)
    named.push_back(Json::Object{
        {"name", std::string(list.name)},
        {"colors", string_list(std::vector<std::string>(list.colors.begin(), list.colors.end()))}});
  return named;
}

Json preset_facts(const std::string& name) {
  const Json document = load_document(name, find_document);
  const auto text = [&](const char* key) {
    const Json* const found = document.find(key);
    return found != nullptr && found->is_string() ? *found : Json("");
  };
  return Json::Object{{"name", name}, {"title", text("title")}, {"doc", text("doc")}};
}

/// Height that belongs to a width, at least 2 px, and even sizes as 4:2:0 has them.
Size scaled(Size size, std::int64_t width) {
  const auto even = [](double side) { return std::max(2, 2 * static_cast<int>(side / 2)); };
  const double wide = static_cast<double>(
      std::clamp<std::int64_t>(width, smallest_width, std::min(largest_width, size.width)));
  return {even(wide), even(std::round(wide * size.height / size.width))};
}

}  // namespace

struct EditEngine::State {
  State(EditSettings edit_settings, std::function<void(const Json& event)> to_tell)
      : settings(std::move(edit_settings)), tell(std::move(to_tell)) {
    settings.still.output = "frame.png";
    settings.still.writer.preview = true;
  }

  EngineMessage registry() const;
  EngineMessage clip();
  EngineMessage check(const Json& question);
  EngineMessage edit(const Json& question) const;
  EngineMessage frame(const Json& question);
  EngineMessage look(const Json& question);
  EngineMessage merge(const Json& question) const;
  EngineMessage preset(const Json& question) const;
  EngineMessage thumbnail(const Json& question);
  /// Paints presets on a frame, at a size.
  PresetPainter& painter(std::int32_t number, Size size);

  /// The clip, opened once.
  StillSession& opened();
  /// Shows a text, unless it is shown already.
  StillSession& showing(const std::string& text);
  /// Tells which frame is played, ten times a second.
  void tell_progress(std::int32_t frame);
  /// The text with values that are being tried, and perhaps one node painted alone.
  [[nodiscard]] std::string varied(const Json& question) const;
  [[nodiscard]] Source source(const std::string& text) const {
    return {text, settings.still.graph.document};
  }
  [[nodiscard]] GraphSettings graph_settings(const std::string& text) const {
    GraphSettings graph = settings.still.graph;
    graph.text = text;
    return graph;
  }
  /// A frame's place in the clip, from 0.
  [[nodiscard]] std::int32_t place(const Json& question);

  EditSettings settings;
  std::function<void(const Json& event)> tell;
  std::unique_ptr<StillSession> session;
  Size screen{};                 ///< of the pictures that were asked for last
  std::int32_t asked_last = -1;  ///< frame
  struct Thumbnails {
    std::int32_t frame;
    Size size;
    PresetPainter painter;
  };
  std::optional<Thumbnails> thumbnails;  ///< of the frame that was asked for last
  std::optional<std::string> shown;
  std::vector<std::string> notes;
  Clock::time_point told{};  ///< when progress was told last
  PixelOwners owners;
  JpegEncoder jpeg;
};

StillSession& EditEngine::State::opened() {
  if (!session)
    session = std::make_unique<StillSession>(
        settings.still, [this](const std::string& note) { notes.push_back(note); });
  return *session;
}

StillSession& EditEngine::State::showing(const std::string& text) {
  StillSession& stills = opened();
  if (shown == text) return stills;
  shown.reset();
  notes.clear();
  stills.show(load_graph(graph_settings(text)),
              [this](std::int32_t frame) { tell_progress(frame); });
  tell(Json::Object{{"event", "shown"},
                    {"counts", row_counts(stills.graph(), stills.tables())},
                    {"notes", string_list(notes)}});
  shown = text;
  return stills;
}

void EditEngine::State::tell_progress(std::int32_t frame) {
  if (Clock::now() - told < std::chrono::milliseconds(100)) return;
  told = Clock::now();
  tell(Json::Object{
      {"event", "analysis"}, {"done", frame}, {"of", counted_frames(opened().info().clip)}});
}

std::string EditEngine::State::varied(const Json& question) const {
  std::string text = text_of(question, "text");
  if (const Json* const values = question.find("settings");
      values != nullptr && values->is_object() && !values->as_object().empty()) {
    std::vector<GraphAct> acts;
    for (const auto& [target, value] : values->as_object())
      if (value.is_string() && acts.size() < most_settings)
        acts.emplace_back(SetAct{target, value, true});
    text = apply_edits(text,
                       edit_without_problems(source(text), acts, find_document, builtin_nodes()));
  }
  const Json* const solo = question.find("solo");
  if (solo != nullptr && solo->is_string() && !solo->as_string().empty())
    text = apply_edits(text, set_value(text, "/composite", Json::Array{*solo}));
  return text;
}

std::int32_t EditEngine::State::place(const Json& question) {
  const VideoInfo& info = opened().info();
  return existing_frame({.kind = FrameChoice::Kind::numbered,
                         .number = static_cast<std::int32_t>(number_of(question, "frame"))},
                        info);
}

EngineMessage EditEngine::State::registry() const {
  Json presets{Json::Array{}};
  for (const std::string& name : preset_names()) presets.push_back(preset_facts(name));
  return answered({{"nodes", nodes_json(builtin_nodes())},
                   {"presets", std::move(presets)},
                   {"ramps", colors_json(named_ramps())},
                   {"palettes", colors_json(named_palettes())}});
}

EngineMessage EditEngine::State::clip() {
  const VideoInfo& video = opened().info();
  const ClipInfo& info = video.clip;
  std::int64_t frame_count = counted_frames(info);
  if (frame_count == 0)  // sound alone: as many as its length has
    frame_count = std::llround(video.duration_s * info.frame_rate.value());
  return answered({{"name", settings.still.input.path},
                   {"is_example", settings.is_example},
                   {"width", info.size.width},
                   {"height", info.size.height},
                   {"frame_rate", info.frame_rate.value()},
                   {"first_frame", info.first_frame},
                   {"frame_count", frame_count}});
}

EngineMessage EditEngine::State::check(const Json& question) {
  return answered(document_facts(graph_settings(text_of(question, "text"))));
}

EngineMessage EditEngine::State::edit(const Json& question) const {
  const std::string& text = text_of(question, "text");
  const GraphEdit made =
      edit_graph(source(text), read_acts(member(question, "acts", Json::Type::array)),
                 find_document, builtin_nodes());
  if (!made.problems.empty()) throw Error(ErrorCode::usage, made.problems);
  Json edits{Json::Array{}};
  for (const TextEdit& edit : made.edits)
    edits.push_back(Json::Object{{"begin", static_cast<std::int64_t>(edit.begin)},
                                 {"end", static_cast<std::int64_t>(edit.end)},
                                 {"text", edit.text}});
  return answered({{"edits", std::move(edits)}, {"added", string_list(made.added)}});
}

EngineMessage EditEngine::State::frame(const Json& question) {
  const Clock::time_point begin = Clock::now();
  const std::int32_t number = place(question);
  const bool is_plain = flag_of(question, "plain"),
             is_exact = flag_of(question, "exact") && !is_plain;
  const Size clip = opened().info().clip.size;
  const PixelRect part = asked_part(question, clip);
  screen = scaled(clip, number_of(question, "width"));
  StillSession& stills = is_plain ? opened() : showing(varied(question));
  const bool is_asked_again = std::exchange(asked_last, number) == number;
  const Clock::time_point deadline = Clock::now() + (is_asked_again ? more_patience : patience);
  const auto answered_with = [&](const char* type, std::int32_t frame, bool is_provisional,
                                 Json shown_part, std::string picture) {
    const std::chrono::duration<double, std::milli> took = Clock::now() - begin;
    return answered({{"type", type},
                     {"frame", frame},
                     {"part", std::move(shown_part)},
                     {"provisional", is_provisional},
                     {"milliseconds", took.count()}},
                    std::move(picture));
  };
  if (is_exact && stills.reach(number, deadline)) {
    const Still still = stills.encode(number, part);
    return answered_with("image/png", still.frame, false, part_json(part, clip, clip),
                         {reinterpret_cast<const char*>(still.bytes.data()), still.bytes.size()});
  }
  const DraftPicture draft = is_plain ? stills.plain_draft(number, screen, deadline)
                                      : stills.draft(number, screen, deadline);
  const PixelRect small = scaled(part, clip, screen);
  return answered_with("image/jpeg", draft.picture.time().frame, draft.is_provisional || is_exact,
                       part_json(small, screen, clip),
                       jpeg.encode(draft.picture.frame(), draft.picture.color(),
                                   {small.width, small.height}, small));
}

EngineMessage EditEngine::State::look(const Json& question) {
  StillSession& stills = showing(text_of(question, "text"));
  const std::string& what = text_of(question, "look");
  if (what == "pixel")
    return answered(owners.at(stills, place(question), static_cast<int>(number_of(question, "x")),
                              static_cast<int>(number_of(question, "y"))));
  const std::string& node = text_of(question, "node");
  if (what == "lanes") return answered(lanes(stills.graph(), stills.tables(), node));
  if (what == "attributes") return answered(attributes(stills.graph(), stills.tables(), node));
  if (what == "histogram")
    return answered(
        histogram(stills.graph(), stills.tables(), node, text_of(question, "attribute")));
  if (what == "values")
    return answered(values_over_time(stills.graph(), stills.tables(), node,
                                     text_of(question, "param"),
                                     member(question, "frames", Json::Type::array)));
  throw Error(ErrorCode::usage, fmt::format("there is no look \"{}\"", what),
              suggest(what, {"pixel", "lanes", "attributes", "histogram", "values"}));
}

EngineMessage EditEngine::State::merge(const Json& question) const {
  const MergedText merged = merge_texts(text_of(question, "base"), text_of(question, "mine"),
                                        text_of(question, "theirs"));
  return answered({{"text", merged.text}, {"both", string_list(merged.both)}});
}

EngineMessage EditEngine::State::preset(const Json& question) const {
  return answered({{"text", std::string(preset_text(text_of(question, "name")))}});
}

PresetPainter& EditEngine::State::painter(std::int32_t number, Size size) {
  StillSession& stills = opened();
  if (!thumbnails || thumbnails->frame != number || thumbnails->size != size) {
    if (screen == Size{}) screen = scaled(stills.info().clip.size, usual_width);
    const DraftPicture plain = stills.plain_draft(number, screen, Deadline::max());
    thumbnails.emplace(Thumbnails{
        number, size,
        PresetPainter([&](SessionDocument document) { return stills.open(std::move(document)); },
                      overlace::scaled(plain.picture, size), false,
                      cpu_device({.threads = settings.still.device.threads}))});
  }
  return thumbnails->painter;
}

EngineMessage EditEngine::State::thumbnail(const Json& question) {
  struct TakesLonger {};  // thrown when the clip must be played
  const std::string& name = text_of(question, "name");
  const std::int32_t number = place(question);
  const bool is_patient = flag_of(question, "patient");
  const Size size = scaled(opened().info().clip.size, number_of(question, "width"));
  const auto progress = [&](std::int32_t frame) {
    if (!is_patient) throw TakesLonger{};
    tell_progress(frame);
  };
  const std::vector<std::string> own_notes = notes;  // and none of the presets'
  EngineMessage answer = answered({{"preset", name}});
  try {
    const GrabbedFrame drawn =
        painter(number, size).draw(load_gallery_preset(name, settings.still.graph), progress);
    answer.body = jpeg.encode(drawn.frame(), drawn.color(), size);
  } catch (const TakesLonger&) {
    answer.head.set("later", true);
  } catch (const Error& error) {
    if (!is_of_preset(error.code())) throw;  // else it needs more than this clip has
  }
  notes = own_notes;
  return answer;
}

EditEngine::EditEngine(EditSettings settings, std::function<void(const Json& event)> tell)
    : state_(std::make_unique<State>(std::move(settings), std::move(tell))) {}

EditEngine::~EditEngine() = default;

EngineMessage EditEngine::answer(const EngineMessage& question) noexcept {
  const auto refused = [&](int status, Json::Object members) {
    members.emplace_back("status", status);
    return EngineMessage{Json(std::move(members))};
  };
  const auto no_memory = [&] {
    return refused(
        503,
        problem_json("there is not enough memory for this", "undo the last change").as_object());
  };
  try {
    const std::string& ask = text_of(question.head, "ask");
    if (ask == "registry") return state_->registry();
    if (ask == "clip") return state_->clip();
    if (ask == "check") return state_->check(question.head);
    if (ask == "edit") return state_->edit(question.head);
    if (ask == "frame") return state_->frame(question.head);
    if (ask == "look") return state_->look(question.head);
    if (ask == "merge") return state_->merge(question.head);
    if (ask == "preset") return state_->preset(question.head);
    if (ask == "thumbnail") return state_->thumbnail(question.head);
    return refused(404, {{"problems", Json::Array{}}});
  } catch (const Error& error) {
    const Json* const text = question.head.find("text");
    return refused(
        status_of(error.code()),
        {{"problems", problems_json(error, text != nullptr && text->is_string() ? text->as_string()
                                                                                : std::string())}});
  } catch (const std::bad_alloc&) {
    return no_memory();
  } catch (const std::system_error& error) {
    if (is_shortage(error.code())) return no_memory();
    return refused(500, problem_json(error.what()).as_object());
  } catch (const std::exception& error) {
    return refused(500, problem_json(error.what()).as_object());
  }
}

void run_edit_engine(const EditSettings& settings, int socket) {
  EditEngine engine(settings, [socket](const Json& event) { write_message(socket, {event}); });
  while (const auto question = read_message(socket))
    if (!write_message(socket, engine.answer(*question))) return;
}

}  // namespace overlace
