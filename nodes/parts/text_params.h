// SPDX-License-Identifier: Apache-2.0
// Parameters of all nodes that write text, and their rows: a Params struct inherits them.
#pragma once

#include "graph/types/at_param.h"
#include "graph/values/presence.h"
#include "nodes/parts/shared_params.h"
#include "text/font_report.h"
#include "text/layout.h"
#include "text/template.h"
#include "text/wall_clock.h"

namespace overlace {

/// How a block of text and its plate look.
struct TextParams {
  std::string font = "sans-serif";
  Number size{percent(2.2F)};
  Number max_width{0};
  Number line_height{1};
  TextAlign align = TextAlign::by_place;
  Number letter_spacing{0};
  Paint color{Color{1, 1, 1, 1}};
  Number opacity{1};
  bool upper_case = false;
  Paint plate{Color{0.04F, 0.05F, 0.07F, 0.65F}};
  Number plate_padding{percent(0.7F)};
  Number plate_radius{percent(0.5F)};
  Number border_width{0};
  Paint border{Color{1, 1, 1, 1}};
  Number shadow{0};
  Paint shadow_color{Color{0, 0, 0, 0.7F}};
};

/// How texts from templates are read and written.
struct WritingParams {
  bool markup = false;
  TextDirection direction = TextDirection::by_text;
  NumberStyle numbers = NumberStyle::plain;
};

/// The look in one frame, before it is evaluated for an object.
struct FrameTextStyle {
  FrameNumber size, max_width, line_height, letter_spacing, opacity, plate_padding, plate_radius,
      border_width, shadow;
  FrameColor color, plate, border, shadow_color;
  TextAlign align;

  FrameTextStyle(const TextParams& p, const FrameTime& time)
      : size(p.size.at(time)),
        max_width(p.max_width.at(time)),
        line_height(p.line_height.at(time)),
        letter_spacing(p.letter_spacing.at(time)),
        opacity(p.opacity.at(time)),
        plate_padding(p.plate_padding.at(time)),
        plate_radius(p.plate_radius.at(time)),
        border_width(p.border_width.at(time)),
        shadow(p.shadow.at(time)),
        color(p.color.at(time)),
        plate(p.plate.at(time)),
        border(p.border.at(time)),
        shadow_color(p.shadow_color.at(time)),
        align(p.align) {}

  [[nodiscard]] TextStyle at(const TrackView& tracks, const Element& element) const {
    return {.size = size.at(tracks, element),
            .max_width = max_width.at(tracks, element),
            .line_height = line_height.at(tracks, element),
            .letter_spacing = letter_spacing.at(tracks, element),
            .align = align,
            .padding = plate_padding.at(tracks, element),
            .radius = plate_radius.at(tracks, element),
            .border = border_width.at(tracks, element),
            .shadow = shadow.at(tracks, element),
            .opacity = opacity.at(tracks, element),
            .color = color.at(tracks, element),
            .shadow_color = shadow_color.at(tracks, element),
            .plate = plate.at(tracks, element),
            .border_color = border.at(tracks, element)};
  }
};

/// A look scaled and faded by an object's presence. Plate and letters keep their proportions.
[[nodiscard]] inline TextStyle shown(TextStyle look, const Presence& there) {
  look.opacity *= there.opacity;
  for (float* length :
       {&look.size, &look.max_width, &look.padding, &look.radius, &look.border, &look.shadow})
    *length *= there.size;
  return look;
}

/// The font of that name, with its family's bold and italic members for texts with `markup`.
/// Reports it, its fallbacks, and texts with characters in no font. Throws Error(usage).
[[nodiscard]] inline FontFamily chosen_font(const std::string& name,
                                            std::span<const std::string_view> texts,
                                            PrepareContext& context, bool markup = false) {
  const auto report =
      at_param("font", [&] { return report_font(name, texts, markup, context.memo); });
  for (const std::string& note : report->notes)
    if (context.log) context.log(note);
  return report->fonts;
}

/// How a node's templates write, as far as its parameters say. Refers to the parameters.
template <class Params>
TemplateOptions template_options(const Params& p, const PrepareContext& context) {
  TemplateOptions options{.upper_case = p.upper_case, .series = context.series};
  if constexpr (requires { p.clock_start; })
    options.clock_start = at_param("clock_start", [&] { return parse_wall_clock(p.clock_start); });
  if constexpr (requires { p.numbers; }) options.numbers = p.numbers;
  if constexpr (requires { p.markup; }) options.markup = p.markup;
  if constexpr (requires { p.names; }) options.names = p.names;
  return options;
}
/// How a node's texts are read.
template <class Params>
TextMode text_mode_of(const Params& p) {
  if constexpr (requires { p.direction; })
    return {p.markup, p.direction};
  else
    return {};
}

/// The template of a parameter, or of one of its entries, such as "rows/2". Throws Error(usage)
/// with its place.
template <class Params>
TextTemplate template_of(const std::string& param, std::string_view text, TemplateScope scope,
                         const Params& p, const PrepareContext& context) {
  const TemplateOptions options = template_options(p, context);
  const TrackTable* table = scope == TemplateScope::frame ? nullptr : context.tracks;
  return at_param(param, [&] { return TextTemplate(text, scope, table, context.clip, options); });
}

/// What a plan holds for a text node.
template <class Params>
struct PlannedText {
  /// Reports the font, its fallbacks, and texts with characters in no font. Throws Error(usage).
  PlannedText(std::shared_ptr<const Params> p, TemplateScope scope, PrepareContext& context)
      : params(std::move(p)),
        text_template(template_of("text", params->text, scope, *params, context)),
        fonts(chosen_font(params->font, text_template.known_texts(), context,
                          text_mode_of(*params).markup)) {}

  std::shared_ptr<const Params> params;
  TextTemplate text_template;
  FontFamily fonts;
};

/// What one replay keeps between frames: only memory, no visible state.
template <class Params>
struct TextWriter {
  TextWriter(std::shared_ptr<const PlannedText<Params>> plan,
             const std::shared_ptr<GlyphAtlas>& atlas)
      : planned(std::move(plan)), painter(planned->fonts, atlas, text_mode_of(*planned->params)) {}

  /// Fills the template in; valid until the next call.
  const std::string& write(const TemplateInput& input) {
    planned->text_template.format(input, text);
    return text;
  }

  std::shared_ptr<const PlannedText<Params>> planned;
  TextPainter painter;
  std::string text;
};

/// For `Node::draws_with_memory`: a node that draws with a TextWriter.
template <class Params>
auto writes(TemplateScope scope,
            void (*draw)(TextWriter<Params>&, const HostInputs&, DisplayList&)) {
  return [=](std::shared_ptr<const Params> params, PrepareContext& context) -> MakeHostDraw {
    auto planned = std::make_shared<const PlannedText<Params>>(std::move(params), scope, context);
    return [planned, draw](const std::shared_ptr<GlyphAtlas>& atlas) -> HostDraw {
      return [writer = std::make_shared<TextWriter<Params>>(planned, atlas), draw](
                 const HostInputs& in, DisplayList& out) { draw(*writer, in, out); };
    };
  };
}

/// Rows of a text whose letters take their colour from the parameter `color`.
constexpr auto text_rows_with(const char* color) {
  return [color]<class P>(Node<P>& node) {
    node.name_or_file(
            "font", &P::font, names_font_file,
            "Family, Family:Style or font file; sans-serif, serif and monospace choose the "
            "system's fonts.")
        .number("size", &P::size, {1, 2000, Unit::px}, "Font size: height of the em square.")
        .number("max_width", &P::max_width, {0, 1e5, Unit::px},
                "Width beyond which a line is broken between words; 0 breaks none.")
        .number("line_height", &P::line_height, {0.5, 4, Unit::ratio},
                "Line spacing, relative to the font's own.")
        .template choice<TextAlign>(
            "align", &P::align,
            {{"auto", TextAlign::by_place},
             {"left", TextAlign::left},
             {"center", TextAlign::center},
             {"right", TextAlign::right}},
            "Alignment of the lines: auto aligns them with the side where the text is.")
        .number("letter_spacing", &P::letter_spacing, {-0.5, 10, Unit::none},
                "Extra space after each letter, relative to the font size.")
        .color(color, &P::TextParams::color, "Colour of the letters.")
        .number("opacity", &P::opacity, {0, 1, Unit::ratio}, "Opacity of letters and plate.")
        .boolean("upper_case", &P::upper_case, "Write the text and class names in capitals.")
        .color("plate", &P::plate, "Colour of the plate behind the text; transparent paints none.")
        .number("plate_padding", &P::plate_padding, {0, 1000, Unit::px},
                "Space between the text and the sides of the plate; half of it above and below.")
        .number("plate_radius", &P::plate_radius, {0, 1000, Unit::px},
                "Rounding of the plate's corners.")
        .number("border_width", &P::border_width, {0, 64, Unit::px},
                "Width of the plate's outline; 0 is none.")
        .color("border", &P::border, "Colour of the plate's outline.")
        .number("shadow", &P::shadow, {0, 1000, Unit::px},
                "How far below and to the right the letters cast a shadow; 0 is none.")
        .color("shadow_color", &P::shadow_color, "Colour of the shadow.")
        .also_shown_with("max_width", R"({"text": "one two three", "size": 12})")
        .also_shown_with("line_height", R"({"text": "one\ntwo", "size": 12})")
        .also_shown_with("align", R"({"text": "i\nwide text", "size": 12})");
  };
}
inline constexpr auto text_rows = text_rows_with("color");

inline constexpr auto writing_rows = []<class P>(Node<P>& node) {
  node.boolean("markup", &P::markup,
               "Read tags: [b] bold, [i] italic, [#f80] a colour, [80%] a size; [/] ends the last "
               "one, and [[ is a bracket.")
      .template choice<TextDirection>("direction", &P::direction,
                                      {{"auto", TextDirection::by_text},
                                       {"ltr", TextDirection::left_to_right},
                                       {"rtl", TextDirection::right_to_left},
                                       {"vertical", TextDirection::vertical}},
                                      "Which way lines run: as their first letters do, left to "
                                      "right, right to left, or down in columns from the right.")
      .template choice<NumberStyle>("numbers", &P::numbers, number_style_names,
                                    "How numbers are written, other than ids and times of day.")
      .also_shown_with("markup", R"({"text": "[b]id[/]", "title": "[b]id[/]"})")
      .also_shown_with("numbers", R"({"text": "{time:.2f}", "title": "{time:.2f}"})");
};

}  // namespace overlace
