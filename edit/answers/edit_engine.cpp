// SPDX-License-Identifier: Apache-2.0
// One function per question.
#include "edit/answers/edit_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "edit/answers/clip_facts.h"
#include "edit/answers/document_facts.h"
#include "graph/document/edit_graph.h"
#include "graph/document/merge_texts.h"
#include "graph/types/registry.h"
#include "graph/types/values.h"
#include "graph/values/colors.h"
#include "render/gallery.h"
#include "render/graph_source.h"

namespace overlace {
namespace {

using Clock = Deadline::clock;

constexpr int smallest_width = 16, largest_width = 8192;  // px
constexpr std::size_t most_settings = 16;
/// How long a frame may be decoded before another stands in for it: when it is first asked for, and
/// when the same one is asked for again.
constexpr std::chrono::milliseconds patience{30}, more_patience{250};

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
  State(EngineSettings engine_settings, std::function<void(const Json& event)> to_tell)
      : settings(std::move(engine_settings)), tell(std::move(to_tell)) {}

  EngineMessage registry() const;
  EngineMessage clip();
  EngineMessage check(const Json& question);
  EngineMessage edit(const Json& question) const;
  EngineMessage frame(const Json& question);
  EngineMessage look(const Json& question);
  Json::Object looked_at_pixel(EditedClip& clip, const Json& question);
  EngineMessage merge(const Json& question) const;
  EngineMessage preset(const Json& question) const;
  EngineMessage thumbnail(const Json& question);
  /// What makes thumbnails of a frame, at a size.
  struct Thumbnails {
    std::int32_t frame;
    Size size;
    std::unique_ptr<EditedPicture> plain;
    PresetPainter painter;
  };
  Thumbnails& thumbnails_of(std::int32_t number, Size size);

  /// The clip, opened once.
  EditedClip& opened();
  /// Shows a text, unless it is shown already.
  EditedClip& showing(const std::string& text);
  /// Tells which frame is played, ten times a second.
  void tell_progress(std::int32_t frame);
  /// The text with values that are being tried, and perhaps one node painted alone.
  [[nodiscard]] std::string varied(const Json& question) const;
  [[nodiscard]] Source source(const std::string& text) const {
    return {text, settings.graph.document};
  }
  [[nodiscard]] GraphSettings graph_settings(const std::string& text) const {
    GraphSettings graph = settings.graph;
    graph.text = text;
    return graph;
  }
  /// A frame's place in the clip, from 0.
  [[nodiscard]] std::int32_t place(const Json& question);

  EngineSettings settings;
  std::function<void(const Json& event)> tell;
  std::unique_ptr<EditedClip> edited;
  std::int32_t asked_last = -1;          ///< frame
  std::optional<Thumbnails> thumbnails;  ///< of the frame that was asked for last
  std::optional<std::string> shown;
  std::vector<std::string> notes;
  Clock::time_point told{};  ///< when progress was told last
  PixelOwners owners;
};

EditedClip& EditEngine::State::opened() {
  if (!edited) edited = settings.open([this](const std::string& note) { notes.push_back(note); });
  return *edited;
}

EditedClip& EditEngine::State::showing(const std::string& text) {
  EditedClip& clip = opened();
  if (shown == text) return clip;
  shown.reset();
  notes.clear();
  clip.show(load_graph(graph_settings(text)), [this](std::int32_t frame) { tell_progress(frame); });
  tell(Json::Object{{"event", "shown"},
                    {"counts", row_counts(clip.graph(), clip.tables())},
                    {"notes", string_list(notes)}});
  shown = text;
  return clip;
}

void EditEngine::State::tell_progress(std::int32_t frame) {
  if (Clock::now() - told < std::chrono::milliseconds(100)) return;
  told = Clock::now();
  tell(Json::Object{{"event", "analysis"}, {"done", frame}, {"of", opened().frame_count()}});
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
  return opened().place_of(static_cast<std::int32_t>(number_of(question, "frame")));
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
  const EditedClip& clip = opened();
  const ClipInfo& info = clip.info();
  return answered({{"name", clip.name()},
                   {"is_example", settings.is_example},
                   {"width", info.size.width},
                   {"height", info.size.height},
                   {"frame_rate", info.frame_rate.value()},
                   {"first_frame", info.first_frame},
                   {"frame_count", clip.frame_count()}});
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
  const Size full = opened().info().size;
  const PixelRect part = asked_part(question, full);
  const Size screen = scaled(full, number_of(question, "width"));
  EditedClip& clip = is_plain ? opened() : showing(varied(question));
  const bool is_asked_again = std::exchange(asked_last, number) == number;
  const Deadline deadline = Clock::now() + (is_asked_again ? more_patience : patience);
  const auto answered_with = [&](PictureBytes picture, bool is_provisional, Json shown_part) {
    const std::chrono::duration<double, std::milli> took = Clock::now() - begin;
    Json::Object head{{"type", std::move(picture.type)},
                      {"frame", picture.frame},
                      {"part", std::move(shown_part)},
                      {"provisional", is_provisional},
                      {"milliseconds", took.count()}};
    std::ranges::move(picture.facts, std::back_inserter(head));
    return answered(std::move(head), std::move(picture.bytes));
  };
  if (is_exact)
    if (std::optional<PictureBytes> whole = clip.exact(number, part, deadline))
      return answered_with(*std::move(whole), false, part_json(part, full, full));
  const std::unique_ptr<EditedPicture> draft =
      is_plain ? clip.plain(number, screen, deadline) : clip.draft(number, screen, deadline);
  const PixelRect small = scaled(part, full, screen);
  return answered_with(draft->encoded(small), draft->is_provisional() || is_exact,
                       part_json(small, screen, full));
}

Json::Object EditEngine::State::looked_at_pixel(EditedClip& clip, const Json& question) {
  const Size size = clip.info().size;
  const std::int64_t x = number_of(question, "x"), y = number_of(question, "y");
  if (x < 0 || y < 0 || x >= size.width || y >= size.height)
    throw Error(ErrorCode::usage, fmt::format("{}, {} lies outside the picture", x, y));
  const auto column = static_cast<int>(x), row = static_cast<int>(y);
  const auto [time, rgb] = clip.pixel(place(question), column, row);
  Json::Object facts = owners.at(clip.plan(), time, column, row);
  facts.emplace_back("color", fmt::format("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2]));
  return facts;
}

EngineMessage EditEngine::State::look(const Json& question) {
  EditedClip& clip = showing(text_of(question, "text"));
  const std::string& what = text_of(question, "look");
  if (what == "pixel") return answered(looked_at_pixel(clip, question));
  const std::string& node = text_of(question, "node");
  if (what == "lanes") return answered(lanes(clip.graph(), clip.tables(), node));
  if (what == "attributes") return answered(attributes(clip.graph(), clip.tables(), node));
  if (what == "histogram")
    return answered(histogram(clip.graph(), clip.tables(), node, text_of(question, "attribute")));
  if (what == "values")
    return answered(values_over_time(clip.graph(), clip.tables(), node, text_of(question, "param"),
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

EditEngine::State::Thumbnails& EditEngine::State::thumbnails_of(std::int32_t number, Size size) {
  EditedClip& clip = opened();
  if (!thumbnails || thumbnails->frame != number || thumbnails->size != size)
    thumbnails.emplace(Thumbnails{
        number, size, clip.small(number, size),
        PresetPainter([&](SessionDocument document) { return clip.open(std::move(document)); },
                      false, clip.drafting_device())});
  return *thumbnails;
}

EngineMessage EditEngine::State::thumbnail(const Json& question) {
  struct TakesLonger {};  // thrown when the clip must be played
  const std::string& name = text_of(question, "name");
  const std::int32_t number = place(question);
  const bool is_patient = flag_of(question, "patient");
  const Size size = scaled(opened().info().size, number_of(question, "width"));
  const auto progress = [&](std::int32_t frame) {
    if (!is_patient) throw TakesLonger{};
    tell_progress(frame);
  };
  const std::vector<std::string> own_notes = notes;  // and none of the presets'
  EngineMessage answer = answered({{"preset", name}});
  try {
    const GalleryPreset preset = load_gallery_preset(name, settings.graph);
    Thumbnails& made = thumbnails_of(number, size);
    const std::unique_ptr<EditedPicture> drawn = made.plain->copy();
    made.painter.draw(preset, drawn->time(), drawn->view(), progress);
    PictureBytes picture = drawn->encoded(whole(size));
    answer.head.set("type", picture.type);
    for (auto& [fact, value] : picture.facts) answer.head.set(fact, std::move(value));
    answer.body = std::move(picture.bytes);
  } catch (const TakesLonger&) {
    answer.head.set("later", true);
  } catch (const Error& error) {
    if (!is_of_preset(error.code())) throw;  // else it needs more than this clip has
  }
  notes = own_notes;
  return answer;
}

EditEngine::EditEngine(EngineSettings settings, std::function<void(const Json& event)> tell)
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
  } catch (const FrameNeeded& needed) {
    return refused(424, {{"needs", Json::Object{{"frame", needed.frame},
                                                {"width", needed.size.width},
                                                {"height", needed.size.height}}}});
  } catch (const PictureNeeded& needed) {
    return refused(424, {{"needs", Json::Object{{"picture", needed.path}}}});
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

}  // namespace overlace
