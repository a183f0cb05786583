// SPDX-License-Identifier: Apache-2.0
// draw_text: writes a text at a fixed place of the picture, for titles and read-outs.
#include <mutex>

#include "node_list.h"
#include "nodes/text_params.h"
#include "text/template.h"

namespace overlace {
namespace {

struct Params : TextParams {
  std::string text = "{timecode}";
  TextPlace position = TextPlace::top_left;
  Number margin{percent(2.5F)};
};

/// What the text of one plan keeps from frame to frame: memory only, nothing that shows.
class FrameText {
 public:
  FrameText(std::shared_ptr<const Params> params, PrepareContext& context)
      : params_(std::move(params)),
        template_(params_->text, TemplateScope::frame, context.tracks, context.clip.frame_rate,
                  params_->upper_case),
        painter_(params_->font, context.atlas, context.say) {
    painter_.foresee(template_.known_texts(), context.say);
  }

  void draw(const HostInputs& in, DisplayList& out) {
    const std::lock_guard lock(mutex_);  // replays on several threads may share the plan
    const Params& p = *params_;
    template_.format({.time = in.time, .tracks = &in.tracks}, text_);
    const Element none{};
    const TextLook look = FrameTextLook(p, in.time).at(in.tracks, none);
    const QuarterVec size = painter_.measure(text_, look);
    const Box frame{0, 0, static_cast<float>(in.clip.size.width),
                    static_cast<float>(in.clip.size.height)};
    const float margin = p.margin.at(in.time).at(in.tracks, none);
    const QuarterVec corner = place_block(p.position, frame, size, margin, true);
    painter_.paint(text_, look, corner, size, p.position, out);
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<const Params> params_;
  TextTemplate template_;
  TextPainter painter_;
  std::string text_;
};

HostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  auto text = std::make_shared<FrameText>(std::move(params), context);
  return [text](const HostInputs& in, DisplayList& out) { text->draw(in, out); };
}

}  // namespace

NodeType draw_text() {
  return Node<Params>("draw_text", Stage::drawing, "Writes a text at a fixed place of the picture.")
      .input("tracks", Stage::tracks, "The things that {count} counts.")
      .text("text", &Params::text,
            "What to write: {frame}, {time}, {timecode} or {count}, with a format as in "
            "{time:.1f}; \\n breaks the line.")
      .per_frame()
      .with(text_rows)
      .choice<TextPlace>("position", &Params::position, place_names(), "Place in the picture.")
      .number("margin", &Params::margin, {0, 1e4, Unit::px},
              "From the edge of the picture to the plate.")
      .draws(prepare);
}

}  // namespace overlace
