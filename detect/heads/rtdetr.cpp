// SPDX-License-Identifier: Apache-2.0
// RT-DETR (Zhao et al. 2023, arXiv 2304.08069) in the exports of its authors (labels, boxes,
// scores), of Hugging Face (logits, pred_boxes) and of Ultralytics (one output). None needs
// suppression.
#include <algorithm>
#include <cmath>

#include "detect/heads/families.h"
#include "detect/heads/output_table.h"

namespace overlace {
namespace {

/// Boxes of fractions of the input, by centre and size.
Box scaled_box(const OutputTable& table, std::size_t row, Size input) {
  const auto width = static_cast<float>(input.width), height = static_cast<float>(input.height);
  return box_around(table.at(row, 0) * width, table.at(row, 1) * height, table.at(row, 2) * width,
                    table.at(row, 3) * height);
}

void add(std::vector<Finding>& findings, const Box& box, const Candidate& candidate) {
  if (is_box(box))
    findings.push_back({box, candidate.score, static_cast<std::int32_t>(candidate.class_index)});
}

class RtDetrHead final : public Head {
 public:
  explicit RtDetrHead(const ModelFile& model) : names_(parse_class_names(model.meta("names"))) {}

  [[nodiscard]] InputRule input() const override {
    return {.fit = InputRule::Fit::stretched, .square = true};
  }
  [[nodiscard]] std::vector<std::string> class_names() const override { return names_; }
  [[nodiscard]] double usual_overlap() const override { return 1; }

  [[nodiscard]] std::vector<Finding> decode(std::span<const TensorView> outputs,
                                            std::size_t picture, Size input,
                                            const FindRule& rule) const override {
    const TensorView* const logits = find_output(outputs, "logits");
    const TensorView* const pred_boxes = find_output(outputs, "pred_boxes");
    if (logits != nullptr && pred_boxes != nullptr && are_rows(*logits, *pred_boxes, picture))
      return from_logits(*logits, *pred_boxes, picture, input, rule);
    const TensorView* const labels = find_output(outputs, "labels");
    const TensorView* const scores = find_output(outputs, "scores");
    const TensorView* const boxes = find_output(outputs, "boxes");
    if (labels != nullptr && scores != nullptr && boxes != nullptr &&
        are_lists(*labels, *scores, *boxes, picture))
      return from_lists(*labels, *scores, *boxes, picture, rule);
    if (outputs.size() == 1 && has_picture(outputs[0], 3, picture) && extent(outputs[0], 2) > 4)
      return from_table(OutputTable(outputs[0], picture, OutputTable::Order::by_row), input, rule);
    refuse_outputs("rtdetr", outputs);
  }

 private:
  static bool are_rows(const TensorView& logits, const TensorView& boxes, std::size_t picture) {
    return has_picture(logits, 3, picture) && has_picture(boxes, 3, picture) &&
           extent(logits, 1) == extent(boxes, 1) && extent(boxes, 2) == 4;
  }
  static bool are_lists(const TensorView& labels, const TensorView& scores, const TensorView& boxes,
                        std::size_t picture) {
    return has_picture(labels, 2, picture) && has_picture(scores, 2, picture) &&
           has_picture(boxes, 3, picture) && extent(boxes, 2) == 4 &&
           extent(labels, 1) == extent(scores, 1) && extent(labels, 1) == extent(boxes, 1);
  }

  static std::vector<Finding> from_logits(const TensorView& logits, const TensorView& boxes,
                                          std::size_t picture, Size input, const FindRule& rule) {
    const OutputTable scores(logits, picture, OutputTable::Order::by_row);
    const OutputTable places(boxes, picture, OutputTable::Order::by_row);
    std::vector<Finding> findings;
    for (const Candidate& candidate :
         candidates(scores.rows(), scores.columns(), rule, [&](std::size_t row, std::size_t c) {
           return 1 / (1 + std::exp(-scores.at(row, c)));
         }))
      add(findings, scaled_box(places, candidate.row, input), candidate);
    return findings;
  }

  /// Two corners in pixels of the size that the network was told, which is its input's.
  static std::vector<Finding> from_lists(const TensorView& labels, const TensorView& scores,
                                         const TensorView& boxes, std::size_t picture,
                                         const FindRule& rule) {
    const std::span<const float> label = of_picture(labels, picture);
    const std::span<const float> score = of_picture(scores, picture);
    const OutputTable corners(boxes, picture, OutputTable::Order::by_row);
    std::vector<Finding> findings;
    for (std::size_t row = 0; row < label.size(); ++row) {
      const float number = std::round(label[row]);
      constexpr float most_classes = 65536;
      if (!(score[row] >= rule.min_score) || !(number >= 0 && number < most_classes)) continue;
      const Candidate candidate{row, static_cast<std::size_t>(number), score[row]};
      if (rule.wants(candidate.class_index))
        add(findings,
            box_between(corners.at(row, 0), corners.at(row, 1), corners.at(row, 2),
                        corners.at(row, 3)),
            candidate);
    }
    return findings;
  }

  /// Ultralytics: a box and a score for each class; later versions a box, a score and a class.
  [[nodiscard]] std::vector<Finding> from_table(const OutputTable& table, Size input,
                                                const FindRule& rule) const {
    const bool is_finished = table.columns() == 6 && names_.size() != 2;
    std::vector<Finding> findings;
    for (const Candidate& candidate :
         candidates(table.rows(), is_finished ? 1 : table.columns() - 4,
                    is_finished ? FindRule{rule.min_score} : rule,
                    [&](std::size_t row, std::size_t c) { return table.at(row, 4 + c); })) {
      Candidate found = candidate;
      if (is_finished) {
        const float number = table.at(candidate.row, 5);
        constexpr float most_classes = 65536;
        if (!(number >= 0 && number < most_classes)) continue;
        found.class_index = static_cast<std::size_t>(number);
        if (!rule.wants(found.class_index)) continue;
      }
      add(findings, scaled_box(table, candidate.row, input), found);
    }
    return findings;
  }

  std::vector<std::string> names_;
};

bool fits(const ModelFile& model) {
  const auto has = [&](std::string_view name) { return model.output(name) != nullptr; };
  if (has("logits") && has("pred_boxes")) return true;
  if (has("labels") && has("boxes") && has("scores")) return true;
  if (model.meta("head") == "RTDETRDecoder") return true;
  if (model.meta("description").find("rtdetr") != std::string::npos) return true;
  constexpr std::int64_t queries = 300, coco_classes = 80;
  return model.meta("task").empty() && model.outputs.size() == 1 &&
         model.outputs[0].shape.size() == 3 && model.outputs[0].shape[1] == queries &&
         model.outputs[0].shape[2] == 4 + coco_classes;
}

}  // namespace

HeadType rtdetr_head() {
  return {
      "rtdetr",
      "outputs labels, boxes and scores; or logits and pred_boxes; or one of batch x 300 x (4 + "
      "classes)",
      {2, 2, 3},
      fits,
      [](const ModelFile& model) -> std::unique_ptr<Head> {
        return std::make_unique<RtDetrHead>(model);
      }};
}

}  // namespace overlace
