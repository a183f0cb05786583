// SPDX-License-Identifier: Apache-2.0
// draw_labels: writes a text from a template at each tracked thing.
#include <mutex>

#include "node_list.h"
#include "nodes/text_params.h"
#include "text/template.h"

namespace overlace {
namespace {

struct Params : TextParams {
  std::string text = "{class} {id?}";
  TextPlace position = TextPlace::top_left;
  bool inside = false;
  Number offset{percent(0.4F)};
  bool keep_inside = true;
};

/// What the labels of one plan keep from frame to frame: memory only, nothing that shows.
class Labels {
 public:
  Labels(std::shared_ptr<const Params> params, PrepareContext& context)
      : params_(std::move(params)),
        template_(params_->text, TemplateScope::thing, context.tracks, context.clip.frame_rate,
                  params_->upper_case),
        painter_(params_->font, context.atlas, context.say) {
    painter_.foresee(template_.known_texts(), context.say);
  }

  void draw(const HostInputs& in, DisplayList& out) {
    const std::lock_guard lock(mutex_);  // replays on several threads may share the plan
    const Params& p = *params_;
    const FrameTextLook look_of_frame(p, in.time);
    const FrameNumber offset = p.offset.at(in.time);
    for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
      template_.format({in.time, &in.tracks, row}, text_);
      const Element thing{.row = row};
      const TextLook look = look_of_frame.at(in.tracks, thing);
      const QuarterVec size = painter_.measure(text_, look);
      QuarterVec corner =
          place_block(p.position, in.tracks.box[row], size, offset.at(in.tracks, thing), p.inside);
      if (p.keep_inside) corner = keep_within(corner, size, in.clip.size);
      painter_.paint(text_, look, corner, size, p.position, out);
    }
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<const Params> params_;
  TextTemplate template_;
  TextPainter painter_;
  std::string text_;
};

HostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  auto labels = std::make_shared<Labels>(std::move(params), context);
  return [labels](const HostInputs& in, DisplayList& out) { labels->draw(in, out); };
}

}  // namespace

NodeType draw_labels() {
  return Node<Params>("draw_labels", Stage::drawing,
                      "Writes a text from a template at each tracked thing.")
      .input("tracks", Stage::tracks, "The things to label.")
      .text("text", &Params::text,
            "What to write: {class}, {id}, {frame}, {time}, {timecode}, {count} or any attribute, "
            "with a format as in {score:.2f}; {id?} writes nothing where there is none; \\n breaks "
            "the line.")
      .with(text_rows)
      .choice<TextPlace>("position", &Params::position, place_names(), "Place on the box.")
      .boolean("inside", &Params::inside, "Within the box instead of around it.")
      .number("offset", &Params::offset, {-1e4, 1e4, Unit::px}, "From the box to the plate.")
      .boolean("keep_inside", &Params::keep_inside,
               "Move a label that would leave the picture back into it.")
      .draws(prepare);
}

}  // namespace overlace
