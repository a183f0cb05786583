// SPDX-License-Identifier: Apache-2.0
// The module "dnn": OpenCV's DNN.
#include <algorithm>
#include <cstring>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>
#include <opencv2/dnn/all_layers.hpp>
#include <opencv2/dnn/shape_utils.hpp>
#include <string>
#include <utility>
#include <vector>

#include "detect/engine.h"
#include "detect/engines/split_sizes.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

/// OpenCV writes its errors to standard error, too; they are reported once, as exceptions.
class Silence {
 public:
  Silence() : before_(cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT)) {}
  ~Silence() { cv::utils::logging::setLogLevel(before_); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  cv::utils::logging::LogLevel before_;
};

/// The number of OpenCV's threads belongs to the process: changed while a network runs.
class ThreadCount {
 public:
  explicit ThreadCount(int threads) : before_(cv::getNumThreads()) {
    if (threads > 0) cv::setNumThreads(threads);
  }
  ~ThreadCount() { cv::setNumThreads(before_); }
  ThreadCount(const ThreadCount&) = delete;
  ThreadCount& operator=(const ThreadCount&) = delete;

 private:
  int before_;
};

/// The reason alone, on one line, without OpenCV's version and file.
std::string reason(const cv::Exception& error) {
  std::string text = error.err;
  std::ranges::replace(text, '\n', ' ');
  constexpr const char* frame = "> ";  // OpenCV begins its quotations with it
  text.erase(0, text.find_first_not_of(frame));
  text.erase(text.find_last_not_of(frame) + 1);
  constexpr std::size_t most = 300;
  if (text.size() > most) text = text.substr(0, most) + " …";
  return text;
}

/// Whether extents from `axis` on have `count` places together.
bool fits(const cv::dnn::MatShape& shape, int axis, std::size_t count) {
  std::size_t places = 1;
  for (auto at = static_cast<std::size_t>(axis); at < shape.size() && places < count; ++at)
    places *= static_cast<std::size_t>(shape[at]);
  return places == count;
}

/// ONNX aligns the factor of x[1, 4, n] * f[1, n] with the last axis; OpenCV 4.6 reads it as one of
/// axis 1, which it cannot run. Such products end the networks of Ultralytics.
void align_factors(cv::dnn::Net& net, const std::vector<cv::dnn::MatShape>& inputs) {
  for (const cv::String& name : net.getLayerNames()) {
    const int id = net.getLayerId(name);
    const auto scale = net.getLayer(id).dynamicCast<cv::dnn::ScaleLayer>();
    if (!scale || scale->blobs.empty()) continue;
    std::vector<cv::dnn::MatShape> in, out;
    net.getLayerShapes(inputs, id, in, out);
    const std::size_t count = scale->blobs[0].total();
    if (in.empty() || fits(in[0], scale->axis, count)) continue;
    int axis = static_cast<int>(in[0].size()) - 1;
    while (axis > 0 && !fits(in[0], axis, count)) --axis;
    if (axis > 0) scale->axis = axis;
  }
}

class OpenCvEngine final : public Engine {
 public:
  OpenCvEngine(const ModelFile& model, int threads) : file_(model.name), threads_(threads) {
    const Silence silence;
    const std::string older = with_split_attributes(*model.bytes);
    const std::string& bytes = older.empty() ? *model.bytes : older;
    net_ = cv::dnn::readNetFromONNX(bytes.data(), bytes.size());
    net_.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    net_.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
    for (const TensorInfo& output : model.outputs) names_.push_back(output.name);
  }

  std::span<const TensorView> run(std::span<const TensorView> inputs) override {
    const Silence silence;
    const ThreadCount count(threads_);
    try {
      std::vector<cv::dnn::MatShape> shapes;
      for (const TensorView& input : inputs) {
        const cv::Mat values = wrap(input);
        shapes.push_back(cv::dnn::shape(values));
        net_.setInput(values, std::string(input.name));
      }
      if (!std::exchange(is_aligned_, true)) align_factors(net_, shapes);
      outputs_.clear();
      net_.forward(outputs_, names_);
    } catch (const cv::Exception& error) {
      throw Error(
          ErrorCode::input, "OpenCV cannot run this model: " + reason(error),
          "build overlace with OpenVINO, or export the model with opset=12 and a fixed size",
          SourceLocation{file_});
    }
    view();
    return views_;
  }

 private:
  /// The values are not changed, though OpenCV has no read-only matrix.
  static cv::Mat wrap(const TensorView& input) {
    std::vector<int> shape;
    for (const std::int64_t extent : input.shape) shape.push_back(static_cast<int>(extent));
    return {shape, CV_32F, const_cast<float*>(input.values.data())};
  }
  void view() {
    shapes_.assign(outputs_.size(), {});
    views_.clear();
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      cv::Mat& values = outputs_[i];
      if (values.type() != CV_32F || !values.isContinuous()) {
        cv::Mat converted;
        values.convertTo(converted, CV_32F);
        values = converted;
      }
      for (int d = 0; d < values.dims; ++d) shapes_[i].push_back(values.size[d]);
      views_.push_back({names_[i], shapes_[i], {values.ptr<float>(), values.total()}});
    }
  }

  std::string file_;
  int threads_;
  cv::dnn::Net net_;
  bool is_aligned_ = false;  ///< its factors
  std::vector<cv::String> names_;
  std::vector<cv::Mat> outputs_;
  std::vector<std::vector<std::int64_t>> shapes_;
  std::vector<TensorView> views_;
};

}  // namespace
}  // namespace overlace

overlace::Engine* overlace_load_opencv(const overlace::ModelFile& model, int threads,
                                       std::string& problem) {
  try {
    return std::make_unique<overlace::OpenCvEngine>(model, threads).release();
  } catch (const cv::Exception& error) {
    problem = overlace::reason(error);
  } catch (const std::exception& error) {
    problem = error.what();
  }
  return nullptr;
}
