// SPDX-License-Identifier: Apache-2.0
// Ultralytics' exports (YOLOv5 to YOLO26): boxes, and with them masks, key points or rotations.
// The layouts are those of docs.ultralytics.com and of the files that its exporter writes.
#include <algorithm>
#include <numbers>
#include <optional>

#include "detect/heads/families.h"
#include "detect/heads/output_table.h"
#include "graph/data/skeletons.h"

namespace overlace {
namespace {

enum class Task : std::uint8_t { detect, segment, pose, oriented };

std::string_view name_of(Task task) {
  switch (task) {
    case Task::segment:
      return "ultralytics_segment";
    case Task::pose:
      return "ultralytics_pose";
    case Task::oriented:
      return "ultralytics_oriented";
    case Task::detect:
      break;
  }
  return "ultralytics_detect";
}

/// Numbers of a key point: x, y and often how visible it is.
struct PointShape {
  std::size_t count = 17, numbers = 3;
  [[nodiscard]] std::size_t size() const { return count * numbers; }
};

PointShape point_shape(const ModelFile& model) {
  const std::vector<std::int64_t> numbers = parse_integers(model.meta("kpt_shape"));
  constexpr std::int64_t most = 1000;
  const bool is_one = numbers.size() == 2 && numbers[0] >= 1 && numbers[0] <= most &&
                      (numbers[1] == 2 || numbers[1] == 3);
  if (!is_one) return {};
  return {static_cast<std::size_t>(numbers[0]), static_cast<std::size_t>(numbers[1])};
}

/// The longer side of the pictures that the network was trained for, px.
int usual_side(const ModelFile& model) {
  std::int64_t longest = 0;
  for (const std::int64_t side : parse_integers(model.meta("imgsz")))
    longest = std::max(longest, side);
  constexpr std::int64_t most = 8192;
  return longest > 0 && longest <= most ? static_cast<int>(longest) : InputRule{}.longer_side;
}

/// How the numbers of a picture lie.
struct Layout {
  enum class Kind : std::uint8_t {
    columns,      ///< B x (4 + classes + extra) x places: x, y, w, h, a score for each class
    with_object,  ///< B x places x (5 + classes + extra): x, y, w, h, objectness, classes (YOLOv5)
    finished      ///< B x objects x (6 + extra): two corners, score, class: suppression is done
  };
  Kind kind = Kind::columns;
  std::size_t classes = 0;
  std::size_t extra_at = 0;  ///< column of masks, key points or the angle
};

class UltralyticsHead final : public Head {
 public:
  UltralyticsHead(Task task, const ModelFile& model)
      : task_(task),
        names_(parse_class_names(model.meta("names"))),
        points_(point_shape(model)),
        is_finished_(model.meta("end2end") == "True"),
        longer_side_(usual_side(model)) {}

  [[nodiscard]] InputRule input() const override { return {.longer_side = longer_side_}; }
  [[nodiscard]] std::vector<std::string> class_names() const override { return names_; }
  [[nodiscard]] Skeleton skeleton() const override {
    return task_ == Task::pose ? usual_skeleton(points_.count) : Skeleton{};
  }
  [[nodiscard]] bool is_oriented() const override { return task_ == Task::oriented; }
  [[nodiscard]] double usual_overlap() const override { return is_finished_ ? 1 : 0.7; }

  [[nodiscard]] std::vector<Finding> decode(std::span<const TensorView> outputs,
                                            std::size_t picture, Size /*input*/,
                                            const FindRule& rule) const override {
    const TensorView* const rows = rows_of(outputs, picture);
    const bool has_masks = task_ != Task::segment || masks_of(outputs, picture) != nullptr;
    const std::optional<Layout> layout =
        rows != nullptr && has_masks ? layout_of(*rows, extras(outputs, picture)) : std::nullopt;
    if (!layout) refuse_outputs(name_of(task_), outputs);
    const bool by_column = layout->kind == Layout::Kind::columns;
    const OutputTable table(*rows, picture,
                            by_column ? OutputTable::Order::by_column : OutputTable::Order::by_row);
    std::vector<Finding> findings;
    for (const Candidate& candidate : candidates_in(table, *layout, rule)) {
      Finding finding{.box = box_in(table, *layout, candidate.row),
                      .score = candidate.score,
                      .class_index = static_cast<std::int32_t>(candidate.class_index)};
      add_extras(table, *layout, candidate.row, finding);
      if (is_box(finding.box)) findings.push_back(std::move(finding));
    }
    return findings;
  }

  [[nodiscard]] Prototypes prototypes(std::span<const TensorView> outputs,
                                      std::size_t picture) const override {
    const TensorView* const masks = task_ == Task::segment ? masks_of(outputs, picture) : nullptr;
    if (masks == nullptr) return {};
    return {of_picture(*masks, picture),
            static_cast<int>(extent(*masks, 1)),
            {static_cast<int>(extent(*masks, 3)), static_cast<int>(extent(*masks, 2))}};
  }

 private:
  static const TensorView* rows_of(std::span<const TensorView> outputs, std::size_t picture) {
    const auto found = std::ranges::find_if(
        outputs, [&](const TensorView& output) { return has_picture(output, 3, picture); });
    return found == outputs.end() ? nullptr : &*found;
  }
  static const TensorView* masks_of(std::span<const TensorView> outputs, std::size_t picture) {
    constexpr std::int64_t most = 1 << 14;
    const auto found = std::ranges::find_if(outputs, [&](const TensorView& output) {
      return has_picture(output, 4, picture) && std::ranges::max(output.shape) <= most;
    });
    return found == outputs.end() ? nullptr : &*found;
  }

  /// Numbers of an object beside its box and classes.
  [[nodiscard]] std::size_t extras(std::span<const TensorView> outputs, std::size_t picture) const {
    switch (task_) {
      case Task::segment:
        return extent(*masks_of(outputs, picture), 1);
      case Task::pose:
        return points_.size();
      case Task::oriented:
        return 1;
      case Task::detect:
        break;
    }
    return 0;
  }

  /// Nothing if the shape is none of a head's. A network that has suppressed finds at most 1000.
  [[nodiscard]] std::optional<Layout> layout_of(const TensorView& rows, std::size_t extra) const {
    constexpr std::size_t most_finished = 1000;
    const std::size_t outer = extent(rows, 1), inner = extent(rows, 2);
    const std::size_t known = names_.size();
    using Kind = Layout::Kind;
    if (inner == 6 + extra && (is_finished_ || outer <= most_finished))
      return Layout{Kind::finished, known, 6};
    if (known > 0 ? inner == 5 + known + extra : inner < outer && inner > 5 + extra)
      return Layout{Kind::with_object, inner - 5 - extra, inner - extra};
    if (known > 0 ? outer == 4 + known + extra : outer > 4 + extra)
      return Layout{Kind::columns, outer - 4 - extra, outer - extra};
    return std::nullopt;
  }

  static std::vector<Candidate> candidates_in(const OutputTable& table, const Layout& layout,
                                              const FindRule& rule) {
    switch (layout.kind) {
      case Layout::Kind::finished:
        return finished_in(table, rule);
      case Layout::Kind::with_object:
        return candidates(table.rows(), layout.classes, rule, [&](std::size_t row, std::size_t c) {
          return table.at(row, 4) * table.at(row, 5 + c);
        });
      case Layout::Kind::columns:
        break;
    }
    return candidates(table.rows(), layout.classes, rule,
                      [&](std::size_t row, std::size_t c) { return table.at(row, 4 + c); });
  }
  /// Each row has one class, by its number.
  static std::vector<Candidate> finished_in(const OutputTable& table, const FindRule& rule) {
    std::vector<Candidate> list;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const float score = table.at(row, 4), number = table.at(row, 5);
      constexpr float most_classes = 65536;
      const bool is_class = number >= 0 && number < most_classes;
      if (score >= rule.min_score && is_class && rule.wants(static_cast<std::size_t>(number)))
        list.push_back({row, static_cast<std::size_t>(number), score});
    }
    return list;
  }

  [[nodiscard]] Box box_in(const OutputTable& table, const Layout& layout, std::size_t row) const {
    const bool by_corners = layout.kind == Layout::Kind::finished && task_ != Task::oriented;
    return (by_corners ? box_between : box_around)(table.at(row, 0), table.at(row, 1),
                                                   table.at(row, 2), table.at(row, 3));
  }

  void add_extras(const OutputTable& table, const Layout& layout, std::size_t row,
                  Finding& finding) const {
    switch (task_) {
      case Task::segment:
        for (std::size_t c = layout.extra_at; c < table.columns(); ++c)
          finding.mask_weights.push_back(table.at(row, c));
        return;
      case Task::pose:
        for (std::size_t p = 0; p < points_.count; ++p)
          finding.key_points.push_back(point_in(table, row, layout.extra_at + p * points_.numbers));
        return;
      case Task::oriented:
        finding.rotation = table.at(row, layout.extra_at) * 180 / std::numbers::pi_v<float>;
        return;
      case Task::detect:
        return;
    }
  }
  [[nodiscard]] KeyPoint point_in(const OutputTable& table, std::size_t row, std::size_t at) const {
    KeyPoint point{.at = {table.at(row, at), table.at(row, at + 1)}, .state = PointState::visible};
    if (points_.numbers == 2) return point;
    constexpr float visible = 0.5F;  // Ultralytics draws points from this confidence on
    point.score = table.at(row, at + 2);
    if (!(point.score >= visible)) point.state = PointState::hidden;
    return point;
  }

  Task task_;
  std::vector<std::string> names_;
  PointShape points_;
  bool is_finished_;
  int longer_side_;  ///< px, that the network was trained for
};

template <Task task>
std::unique_ptr<Head> make(const ModelFile& model) {
  return std::make_unique<UltralyticsHead>(task, model);
}

/// Whether the metadata name this task.
bool says(const ModelFile& model, std::string_view task) {
  return model.meta("task") == task && !model.meta("names").empty();
}

bool has_one_table(const ModelFile& model) {
  return model.meta("task").empty() && model.outputs.size() == 1 &&
         model.outputs[0].shape.size() == 3;
}

bool fits_detect(const ModelFile& model) {
  return says(model, "detect") || has_one_table(model);
}

bool fits_segment(const ModelFile& model) {
  const bool has_masks = model.meta("task").empty() && model.outputs.size() == 2 &&
                         model.outputs[0].shape.size() == 3 && model.outputs[1].shape.size() == 4;
  return says(model, "segment") || has_masks;
}

/// Without metadata, that of a person: one class, 17 points of three numbers.
bool fits_pose(const ModelFile& model) {
  if (says(model, "pose")) return true;
  if (!has_one_table(model)) return false;
  const std::vector<std::int64_t>& shape = model.outputs[0].shape;
  return shape[1] == 4 + 1 + 17 * 3 || shape[2] == 6 + 17 * 3;
}

bool fits_oriented(const ModelFile& model) {
  return says(model, "obb");
}

}  // namespace

HeadType ultralytics_detect_head() {
  return {name_of(Task::detect),
          "one output of batch x (4 + classes) x places, batch x places x (5 + classes), or, after "
          "suppression, batch x objects x 6",
          {3},
          fits_detect,
          make<Task::detect>};
}

HeadType ultralytics_segment_head() {
  return {
      name_of(Task::segment),
      "an output as of ultralytics_detect with a weight for each mask added, and one of batch x "
      "masks x height x width",
      {3, 4},
      fits_segment,
      make<Task::segment>};
}

HeadType ultralytics_pose_head() {
  return {name_of(Task::pose),
          "an output as of ultralytics_detect with the numbers of the key points added",
          {3},
          fits_pose,
          make<Task::pose>};
}

HeadType ultralytics_oriented_head() {
  return {name_of(Task::oriented),
          "an output as of ultralytics_detect with an angle added",
          {3},
          fits_oriented,
          make<Task::oriented>};
}

}  // namespace overlace
