// SPDX-License-Identifier: Apache-2.0
// draw_title: a temporary caption: a lower third, or a card over the whole picture.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "graph/data/box_place.h"
#include "graph/data/figures.h"
#include "graph/plan/paint.h"
#include "graph/values/easing.h"
#include "node_list.h"
#include "nodes/parts/panel_params.h"
#include "text/quarters.h"

namespace overlace {
namespace {

enum class TitleStyle : std::uint8_t { lower_third, card };

struct Params : TextParams, WritingParams {
  std::string text = "Title";
  std::string subtitle;
  Number subtitle_size{percent(2.6F)};
  Paint subtitle_color{Color{1, 1, 1, 0.8F}};
  TitleStyle style = TitleStyle::lower_third;
  Number from{0.5F};
  Number to{6};
  Number transition{0.7F};
  BoxPosition position = BoxPosition::bottom_left;
  Number margin{percent(7)};
  Paint accent{Color{1, 0.82F, 0.25F, 1}};
  Number accent_width{percent(0.8F)};

  Params() {
    size = percent(4.6F);
    plate_padding = percent(2);
    plate_radius = Number{0};
    plate = Paint{Color{0.04F, 0.05F, 0.07F, 0.8F}};
  }
};

/// How far each part of a title has appeared, 0 to 1: first the accent, then the plate out of it,
/// then the words.
struct Entrance {
  float accent = 0, plate = 0, words = 0;

  /// The parts of a title whose transition is at `way`, 0 to 1.
  static Entrance at(float way) {
    constexpr float accent_ends = 0.3F, plate_ends = 0.75F, words_begin = 0.6F;  // values of `way`
    const auto between = [way](float from, float to) {
      return ease(Easing::ease_in_out, std::clamp((way - from) / (to - from), 0.0F, 1.0F));
    };
    return {between(0, accent_ends), between(accent_ends, plate_ends), between(words_begin, 1)};
  }
};

/// What a plan holds for the title.
struct PlannedTitle {
  std::shared_ptr<const Params> params;
  TextTemplate title, subtitle;
  FontFamily fonts;
};

std::shared_ptr<const PlannedTitle> plan(std::shared_ptr<const Params> params,
                                         PrepareContext& context) {
  const auto parse = [&](const std::string& param, std::string_view text) {
    return template_of(param, text, TemplateScope::frame, *params, context);
  };
  TextTemplate title = parse("title", params->text);
  TextTemplate subtitle = parse("subtitle", params->subtitle);
  std::vector<std::string_view> texts = title.known_texts();
  std::ranges::copy(subtitle.known_texts(), std::back_inserter(texts));
  FontFamily fonts = chosen_font(params->font, texts, context, params->markup);
  return std::make_shared<const PlannedTitle>(PlannedTitle{.params = std::move(params),
                                                           .title = std::move(title),
                                                           .subtitle = std::move(subtitle),
                                                           .fonts = std::move(fonts)});
}

/// One replay's memory.
class TitlePainter {
 public:
  TitlePainter(std::shared_ptr<const PlannedTitle> planned,
               const std::shared_ptr<GlyphAtlas>& atlas)
      : planned_(std::move(planned)),
        painter_(planned_->fonts, atlas, text_mode_of(*planned_->params)) {}

  void draw(const HostInputs& in, DisplayList& out) {
    const Params& p = *planned_->params;
    const Entrance there = Entrance::at(way_at(in.time));
    if (!(there.accent > 0)) return;
    planned_->title.format({.time = in.time}, title_);
    planned_->subtitle.format({.time = in.time}, subtitle_);
    const Element none{};
    TextStyle look = FrameTextStyle(p, in.time).at(in.tracks, none);
    look.max_width = narrower(look.max_width, room(in, look.padding));
    TextStyle small = look;
    small.size = p.subtitle_size.at(in.time).constant;
    small.color = p.subtitle_color.at(in.time).constant;
    const QuarterVec first = painter_.measure(title_, without_plate(look));
    const QuarterVec second = painter_.measure(subtitle_, without_plate(small));
    const Vec2 words{to_px(std::max(first.x, second.x)), to_px(first.y + second.y)};
    const Box block = p.style == TitleStyle::card ? paint_card(in, look, words, there, out)
                                                  : paint_lower_third(in, look, words, there, out);
    look.opacity *= there.words;
    small.opacity *= there.words;
    const BoxPosition align =
        p.style == TitleStyle::card ? BoxPosition::top : BoxPosition::top_left;
    paint_text_at(title_, look, block, align, painter_, out);
    const float below = to_px(first.y);
    paint_text_at(subtitle_, small, {block.x, block.y + below, block.width, block.height - below},
                  align, painter_, out);
  }

 private:
  /// The smaller of two line widths, where a wanted width of 0 is no limit.
  [[nodiscard]] static float narrower(float wanted, float room) {
    return wanted > 0 ? std::min(wanted, room) : room;
  }

  /// The largest width of the words, px, with which the title stays within the picture.
  [[nodiscard]] float room(const HostInputs& in, float padding) const {
    const Params& p = *planned_->params;
    const float width = picture_box(in.clip).width, least = 0.04F * width;  // least: side margin
    if (p.style == TitleStyle::card) return std::max(width - 2 * least, 1.0F);
    const float margin = p.margin.at(in.time).constant;
    const float bar = p.accent_width.at(in.time).constant;
    return std::max(width - margin - std::min(margin, least) - bar - 2 * padding, 1.0F);
  }

  /// How far the title has appeared at a time, 0 to 1.
  [[nodiscard]] float way_at(const FrameTime& time) const {
    const Params& p = *planned_->params;
    const double now = time.shown_s, from = p.from.at(time).constant, to = p.to.at(time).constant;
    const double takes = std::max(p.transition.at(time).constant, 1e-6F);
    if (now < from || now > to) return 0;
    return static_cast<float>(std::clamp(std::min(now - from, to - now) / takes, 0.0, 1.0));
  }

  /// Paints the plate, which grows out of its accent to the right, and returns the words' box.
  [[nodiscard]] Box paint_lower_third(const HostInputs& in, const TextStyle& look, Vec2 words,
                                      const Entrance& there, DisplayList& out) const {
    const Params& p = *planned_->params;
    const float bar = p.accent_width.at(in.time).constant, padding = look.padding;
    const Vec2 size{bar + words.x + 2 * padding, words.y + padding};
    const Box all =
        place_box(p.position, picture_box(in.clip), size, p.margin.at(in.time).constant, true);
    paint_plate(look, {all.x + bar, all.y, (size.x - bar) * there.plate, size.y}, out);
    const float height = size.y * there.accent;
    append_box({all.x, all.y + (size.y - height) / 2, bar, height}, 0,
               fade(p.accent.at(in.time).constant, look.opacity), out);
    const float slide = (1 - there.words) * std::min(look.size / 2, padding);
    return {all.x + bar + padding - slide, all.y + padding / 2, words.x, words.y};
  }

  /// Covers the picture, draws the accent under the words, and returns the words' box.
  [[nodiscard]] Box paint_card(const HostInputs& in, TextStyle look, Vec2 words,
                               const Entrance& there, DisplayList& out) const {
    const Params& p = *planned_->params;
    look.opacity *= there.accent;
    paint_plate(look, picture_box(in.clip), out);
    const Box block = place_box(BoxPosition::center, picture_box(in.clip), words, 0, true);
    const float width = words.x * there.plate, height = p.accent_width.at(in.time).constant;
    append_box(
        {block.center().x - width / 2, block.y + block.height + look.padding / 2, width, height}, 0,
        fade(p.accent.at(in.time).constant, look.opacity), out);
    return block;
  }

  std::shared_ptr<const PlannedTitle> planned_;
  TextPainter painter_;
  std::string title_, subtitle_;
};

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  const float from = params->from.constant.value, to = params->to.constant.value;
  if (!(from < to))
    throw Error(
        ErrorCode::usage,
        fmt::format("a title that comes at {} s and is gone at {} s is never seen", from, to),
        "give a 'to' that is later than 'from'", {.file = {}, .pointer = "to"});
  return [title = plan(std::move(params), context)](const std::shared_ptr<GlyphAtlas>& atlas) {
    return HostDraw([painter = std::make_shared<TitlePainter>(title, atlas)](
                        const HostInputs& in, DisplayList& out) { painter->draw(in, out); });
  };
}

}  // namespace

NodeType draw_title() {
  return Node<Params>("draw_title", Stage::drawing,
                      "Shows a caption for a few seconds. Lines that are too wide for the picture "
                      "are broken between words.")
      .per_frame()
      .text("title", &Params::text,
            "The first line: a text with fields of the frame, or series such as {door.in}.")
      .text("subtitle", &Params::subtitle, "The second line, likewise.")
      .number("subtitle_size", &Params::subtitle_size, {1, 2000, Unit::px}, "Its font size.")
      .color("subtitle_color", &Params::subtitle_color, "Its colour.")
      .choice<TitleStyle>("style", &Params::style,
                          {{"lower_third", TitleStyle::lower_third}, {"card", TitleStyle::card}},
                          "A plate that grows out of a bar, or a card that covers the picture.")
      .fixed_number("from", &Params::from, {0, 86400, Unit::seconds}, "When it begins to appear.")
      .fixed_number("to", &Params::to, {0, 86400, Unit::seconds}, "When it is gone.")
      .fixed_number("transition", &Params::transition, {0, 60, Unit::seconds},
                    "Time it takes to appear, and to vanish.")
      .with(text_rows)
      .with(writing_rows)
      .choice<BoxPosition>("position", &Params::position, box_position_names,
                           "Place of a lower third; the text of a card is centred.")
      .number("margin", &Params::margin, {0, 1e4, Unit::px},
              "Distance of a lower third from the edge of the picture.")
      .color("accent", &Params::accent, "Colour of the bar.")
      .number("accent_width", &Params::accent_width, {0, 1000, Unit::px}, "Thickness of the bar.")
      .shown_with("max_width", R"({"title": "one two three", "size": 12, "from": 0})")
      .shown_with("line_height", R"({"title": "one\ntwo", "size": 12, "from": 0})")
      .shown_with("align", R"({"title": "i\nwide text", "size": 12, "from": 0})")
      .shown_with(
          R"({"title": "one", "subtitle": "two", "from": 0.2, "border_width": 2, "shadow": 2})")
      .shown_with("plate_radius", R"({"plate_radius": 9, "from": 0})")
      .draws_with_memory(prepare);
}

}  // namespace overlace
