// SPDX-License-Identifier: Apache-2.0
// Frames become parts, parts a batch, a batch findings, findings rows.
#include "detect/detector.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "detect/head.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr std::size_t most_in_picture = 1000, most_in_frame = 4000;
constexpr std::int64_t most_input_side = 8192;
constexpr std::int64_t most_batch = 64;

/// What a network is given.
struct NetworkInputs {
  TensorInfo picture;  ///< batch x 3 x height x width
  std::string size{};  ///< tells it the picture's size: batch x 2; "" if it has no such input
};

[[noreturn]] void refuse_inputs(const ModelFile& model) {
  std::vector<std::string> shapes;
  for (const TensorInfo& input : model.inputs) shapes.push_back(input.text());
  throw Error(ErrorCode::input,
              fmt::format("no known detector has these inputs: {}; expected a picture of batch x 3 "
                          "x height x width, {} px at most",
                          fmt::join(shapes, ", "), most_input_side),
              "", SourceLocation{model.name});
}

NetworkInputs inputs_of(const ModelFile& model) {
  const auto is_picture = [](const TensorInfo& input) {
    const std::vector<std::int64_t>& shape = input.shape;
    return shape.size() == 4 && (shape[1] == 3 || shape[1] == any_extent) &&
           std::max(shape[2], shape[3]) <= most_input_side;
  };
  const auto picture = std::ranges::find_if(model.inputs, is_picture);
  if (picture == model.inputs.end()) refuse_inputs(model);
  NetworkInputs inputs{*picture};
  for (const TensorInfo& other : model.inputs)
    if (other.name == "orig_target_sizes" || other.name == "target_sizes")
      inputs.size = other.name;
    else if (other.name != picture->name)
      refuse_inputs(model);
  return inputs;
}

/// A network, its inputs and its head.
class Network {
 public:
  Network(const ModelFile& model, const DetectOptions& options)
      : file_(model.name),
        type_(find_head(model, options.head)),
        head_(type_.make(model)),
        inputs_(inputs_of(model)),
        engine_(load_engine(model, options.engine)),
        longer_side_(options.longer_side > 0 ? options.longer_side : head_->input().longer_side),
        batch_(batch_size(options.batch)) {}

  [[nodiscard]] std::string_view head_name() const { return type_.name; }
  [[nodiscard]] const Head& head() const { return *head_; }
  /// Pictures in a run.
  [[nodiscard]] std::size_t batch() const { return batch_; }

  [[nodiscard]] InputFit fit(const PixelRect& part) const {
    const std::vector<std::int64_t>& declared = inputs_.picture.shape;
    const bool is_free =
        head_->input().any_size || std::min(declared[2], declared[3]) == any_extent;
    const Size size = is_free ? free_input_size(part, longer_side_, head_->input().square)
                              : Size{static_cast<int>(declared[3]), static_cast<int>(declared[2])};
    return {part, size, head_->input().fit};
  }

  /// The outputs for `planes` of batch() pictures; valid until the next run.
  [[nodiscard]] std::span<const TensorView> run(std::span<const float> planes, Size size) {
    const std::int64_t shape[] = {static_cast<std::int64_t>(batch_), 3, size.height, size.width};
    std::vector<TensorView> inputs{{inputs_.picture.name, shape, planes}};
    const std::int64_t size_shape[] = {static_cast<std::int64_t>(batch_), 2};
    std::vector<float> sizes;
    for (std::size_t i = 0; i < batch_; ++i)
      sizes.insert(sizes.end(), {static_cast<float>(size.width), static_cast<float>(size.height)});
    if (!inputs_.size.empty()) inputs.push_back({inputs_.size, size_shape, sizes});
    return engine_->run(inputs);
  }

  /// Names the file in an error of its head.
  template <class Decode>
  [[nodiscard]] auto at_file(const Decode& decode) const {
    try {
      return decode();
    } catch (const Error& error) {
      const Diagnostic& problem = error.problems().front();
      throw Error(error.code(), problem.message, problem.hint, SourceLocation{file_});
    }
  }

 private:
  /// A file with a fixed batch gets just that; one of convolutions alone takes any.
  [[nodiscard]] std::size_t batch_size(int wanted) const {
    const std::int64_t fixed = inputs_.picture.shape[0];
    const bool is_free = fixed == any_extent || head_->input().any_size;
    return static_cast<std::size_t>(
        std::clamp<std::int64_t>(is_free ? wanted : fixed, 1, most_batch));
  }

  std::string file_;
  const HeadType& type_;
  std::unique_ptr<Head> head_;
  NetworkInputs inputs_;
  std::unique_ptr<Engine> engine_;
  int longer_side_;
  std::size_t batch_;
};

/// Parts of pictures that wait for a run, and which frame they are of.
struct WaitingPart {
  std::size_t frame = 0;  ///< into the frames that wait
  InputFit fit;
};

/// The names of a network's classes, and which of them are wanted.
class Classes {
 public:
  Classes(const Head& head, const DetectOptions& options)
      : names_(options.class_names.empty() ? head.class_names() : options.class_names),
        is_assumed_(names_.empty()) {
    if (is_assumed_) names_ = coco_class_names();
    for (const std::string& text : options.classes) want(text);
  }

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] bool is_assumed() const { return is_assumed_; }
  /// By class; empty: all.
  [[nodiscard]] const std::vector<bool>& wanted() const { return wanted_; }

 private:
  void want(const std::string& text) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    const auto name = std::ranges::find(names_, text);
    constexpr std::size_t most = 65536;
    if (name != names_.end())
      index = static_cast<std::size_t>(name - names_.begin());
    else if (error != std::errc() || end != text.data() + text.size() || index >= most)
      throw Error(ErrorCode::usage, fmt::format("the model has no class '{}'", text),
                  suggest(text, names_), {.file = {}, .pointer = "classes"});
    if (wanted_.size() <= index) wanted_.resize(index + 1);
    wanted_[index] = true;
  }

  std::vector<std::string> names_;
  bool is_assumed_;
  std::vector<bool> wanted_;
};

class ObjectFinder final : public ClipObserver {
 public:
  ObjectFinder(const ModelFile& model, const DetectOptions& options, const LogSink& log)
      : options_(options),
        log_(log),
        network_(model, options),
        classes_(network_.head(), options),
        rule_{options.min_score, classes_.wanted()},
        max_overlap_(options.max_overlap > 0 ? options.max_overlap
                                             : network_.head().usual_overlap()) {
    if (!log_) return;
    log_(fmt::format("{}: {}, run by {}", model.name, network_.head_name(),
                     engine_name(options.engine.kind)));
    if (classes_.is_assumed())
      log_(fmt::format("{} names no classes: COCO's names are assumed", model.name));
  }

  void see(const BgrFrame& frame) override {
    if (!first_) first_ = frame.frame;
    if ((frame.frame - *first_) % options_.every == 0) {
      unsearched_.bgr.clear();
      return search(frame);
    }
    unsearched_.frame = frame.frame;
    unsearched_.size = frame.size;
    unsearched_.bgr.assign(frame.bgr.begin(), frame.bgr.end());
  }

  bool end_pass() override {
    if (!unsearched_.bgr.empty()) search({unsearched_.frame, unsearched_.size, unsearched_.bgr});
    unsearched_.bgr = {};
    run();
    finish_frames();
    return false;
  }

  TrackTable tracks() override {
    if (is_cut_off_ && log_)
      log_(
          fmt::format("more than {} objects are found in a picture, or {} in a frame: those with "
                      "the lowest scores are left out",
                      most_in_picture, most_in_frame));
    columns_.class_names = classes_.names();
    if (!columns_.skeleton.empty()) columns_.skeletons = {network_.head().skeleton()};
    return sort_tracks(std::move(columns_), frames_);
  }

 private:
  /// The latest frame, until the next one is searched: it may be the last.
  struct Picture {
    std::int32_t frame = 0;
    Size size;
    std::vector<std::uint8_t> bgr;
  };
  /// A frame, some of whose parts may wait.
  struct Frame {
    std::int32_t number = 0;
    Size size;
    std::vector<Finding> findings{};
  };

  void search(const BgrFrame& picture) {
    std::vector<PixelRect> parts{whole(picture.size)};
    if (options_.tiles > 1)
      std::ranges::copy(tiles_of(picture.size, options_.tiles), std::back_inserter(parts));
    waiting_frames_.push_back({picture.frame, picture.size});
    for (const PixelRect& part : parts) {
      const InputFit fit = network_.fit(part);
      // One run has pictures of one size.
      if (!waiting_.empty() && waiting_.front().fit.input() != fit.input()) run();
      const std::size_t plane = static_cast<std::size_t>(fit.input().width) *
                                static_cast<std::size_t>(fit.input().height);
      planes_.resize((waiting_.size() + 1) * 3 * plane);
      fit.write(picture, network_.head().input(),
                std::span(planes_).subspan(waiting_.size() * 3 * plane));
      waiting_.push_back({waiting_frames_.size() - 1, fit});
      if (waiting_.size() == network_.batch()) run();
    }
    if (waiting_.empty()) finish_frames();
  }

  /// Runs the network on all parts that wait; what is missing in a batch is black.
  void run() {
    if (!waiting_.empty()) {
      const Size input = waiting_.front().fit.input();
      planes_.resize(planes_.size() / waiting_.size() * network_.batch());
      const std::span<const TensorView> outputs = network_.run(planes_, input);
      for (std::size_t i = 0; i < waiting_.size(); ++i) take(outputs, i);
    }
    waiting_.clear();
    planes_.clear();
    // Of the last frame, further parts may come.
    if (waiting_frames_.size() > 1) {
      Frame last = std::move(waiting_frames_.back());
      waiting_frames_.pop_back();
      finish_frames();
      waiting_frames_.push_back(std::move(last));
    }
  }

  void take(std::span<const TensorView> outputs, std::size_t index) {
    const WaitingPart& part = waiting_[index];
    const Size input = part.fit.input();
    std::vector<Finding> findings =
        network_.at_file([&] { return network_.head().decode(outputs, index, input, rule_); });
    is_cut_off_ |= suppress(findings, max_overlap_, most_in_picture);
    if (const Prototypes masks = network_.head().prototypes(outputs, index); masks.count > 0)
      trace_masks(findings, masks, input);
    Frame& frame = waiting_frames_[part.frame];
    for (Finding& finding : findings)
      if (place(finding, part.fit, frame.size)) frame.findings.push_back(std::move(finding));
  }

  /// Moves a finding into the picture; false if it lies outside.
  [[nodiscard]] bool place(Finding& finding, const InputFit& fit, Size picture) const {
    const auto right = static_cast<float>(picture.width),
               bottom = static_cast<float>(picture.height);
    Box& box = finding.box;
    const Vec2 from = fit.to_picture({box.x, box.y});
    const Vec2 to = fit.to_picture({box.x + box.width, box.y + box.height});
    finding.is_cut = is_at_inner_edge(from, to, fit.part(), picture);
    box = {from.x, from.y, to.x - from.x, to.y - from.y};
    if (!network_.head().is_oriented()) {
      const float left = std::clamp(from.x, 0.0F, right), top = std::clamp(from.y, 0.0F, bottom);
      box = {left, top, std::clamp(to.x, 0.0F, right) - left, std::clamp(to.y, 0.0F, bottom) - top};
    }
    for (KeyPoint& point : finding.key_points) point.at = fit.to_picture(point.at);
    for (OutlinePoint& point : finding.outline) point.at = fit.to_picture(point.at);
    return box.width > 0 && box.height > 0 && box.x < right && box.y < bottom &&
           box.x + box.width > 0 && box.y + box.height > 0;
  }
  static bool is_at_inner_edge(Vec2 from, Vec2 to, const PixelRect& part, Size picture) {
    constexpr float near = 2;  // px
    return (part.x > 0 && from.x < static_cast<float>(part.x) + near) ||
           (part.y > 0 && from.y < static_cast<float>(part.y) + near) ||
           (part.right() < picture.width && to.x > static_cast<float>(part.right()) - near) ||
           (part.bottom() < picture.height && to.y > static_cast<float>(part.bottom()) - near);
  }

  void finish_frames() {
    for (Frame& frame : waiting_frames_) {
      if (options_.tiles > 1)
        is_cut_off_ |= suppress(frame.findings, std::min(max_overlap_, 0.7), most_in_frame);
      for (const Finding& finding : frame.findings) add_row(frame.number, finding);
    }
    waiting_frames_.clear();
    if (columns_.row_count() > options_.max_boxes)
      throw Error(ErrorCode::limit, fmt::format("more than {} boxes are found", options_.max_boxes),
                  "--max-boxes allows more; a higher \"score\" finds fewer");
  }

  void add_row(std::int32_t frame, const Finding& finding) {
    const std::uint32_t row = columns_.row_count();
    frames_.push_back(frame);
    columns_.box.push_back(finding.box);
    columns_.id.push_back(no_id);
    columns_.class_index.push_back(
        std::cmp_less(finding.class_index, classes_.names().size()) ? finding.class_index : -1);
    columns_.score.push_back(finding.score);
    if (network_.head().is_oriented()) columns_.rotation.push_back(finding.rotation);
    if (!finding.key_points.empty()) columns_.skeleton.push_back(0);
    columns_.key_points.put(row, finding.key_points);
    columns_.outlines.put(row, finding.outline);
  }

  DetectOptions options_;
  LogSink log_;
  Network network_;
  Classes classes_;
  FindRule rule_;
  double max_overlap_;
  std::optional<std::int32_t> first_;  ///< frame of the clip
  Picture unsearched_;
  std::vector<Frame> waiting_frames_;
  std::vector<WaitingPart> waiting_;
  std::vector<float> planes_;  ///< of the parts that wait
  TrackColumns columns_;
  std::vector<std::int32_t> frames_;  ///< of the rows
  bool is_cut_off_ = false;           ///< findings were too many
};

}  // namespace

std::unique_ptr<ClipObserver> object_finder(const ModelFile& model, const DetectOptions& options,
                                            const LogSink& log) {
  return std::make_unique<ObjectFinder>(model, options, log);
}

}  // namespace overlace
