// SPDX-License-Identifier: Apache-2.0
// Heads: what the numbers that a network puts out mean. One file per family in heads/.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "detect/engine.h"
#include "detect/finding.h"
#include "detect/input_fit.h"
#include "detect/onnx_file.h"

namespace overlace {

/// What of a picture's findings is wanted.
struct FindRule {
  float min_score = 0.25F;
  std::vector<bool> classes{};  ///< by class; empty: all. Classes past the end are not wanted

  [[nodiscard]] bool wants(std::size_t class_index) const {
    return classes.empty() || (class_index < classes.size() && classes[class_index]);
  }
};

/// Reads one network's outputs.
class Head {
 public:
  Head() = default;
  Head(const Head&) = delete;
  Head& operator=(const Head&) = delete;
  virtual ~Head() = default;

  [[nodiscard]] virtual InputRule input() const = 0;
  /// Of all classes, as far as the file or the family tells.
  [[nodiscard]] virtual std::vector<std::string> class_names() const { return {}; }
  /// Without points if the network finds none.
  [[nodiscard]] virtual Skeleton skeleton() const { return {}; }
  /// Whether boxes are rotated.
  [[nodiscard]] virtual bool is_oriented() const { return false; }
  /// The overlap above which the network's authors take two boxes for one object; 1 where the
  /// network has seen to it itself.
  [[nodiscard]] virtual double usual_overlap() const = 0;

  /// The findings in one picture of a batch, in pixels of the input. Throws Error(input) if the
  /// outputs do not have the shapes of this head.
  [[nodiscard]] virtual std::vector<Finding> decode(std::span<const TensorView> outputs,
                                                    std::size_t picture, Size input,
                                                    const FindRule& rule) const = 0;
  /// The prototypes of the masks of a picture's findings; without planes if there are none.
  [[nodiscard]] virtual Prototypes prototypes(std::span<const TensorView> /*outputs*/,
                                              std::size_t /*picture*/) const {
    return {};
  }
};

/// A family of networks.
struct HeadType {
  std::string_view name;
  std::string_view expects;        ///< its outputs, in words
  std::vector<std::size_t> ranks;  ///< of its outputs, to tell the nearest
  /// Whether a file is of this family, by names, metadata and shapes.
  bool (*fits)(const ModelFile& model);
  /// For a file that may not fit: decoding checks what it gets.
  std::unique_ptr<Head> (*make)(const ModelFile& model);
};

/// All families; the more specific come first.
[[nodiscard]] std::span<const HeadType> head_types();
[[nodiscard]] std::vector<std::string> head_names();

/// The type of a file's head: that of the name, or if that is empty the first that fits. Throws
/// Error(usage) for an unknown name, with the nearest; Error(input) if none fits, with the file's
/// shapes, and what the nearest head expects.
[[nodiscard]] const HeadType& find_head(const ModelFile& model, std::string_view name);

/// Throws Error(input): the outputs are not what the head expects.
[[noreturn]] void refuse_outputs(std::string_view head, std::span<const TensorView> outputs);

/// The names of COCO's 80 classes (cocodataset.org), which networks without metadata assume.
[[nodiscard]] std::vector<std::string> coco_class_names();
/// A face by five points: eyes, nose, corners of the mouth; right and left are the person's.
[[nodiscard]] Skeleton five_point_face();

}  // namespace overlace
