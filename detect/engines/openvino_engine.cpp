// SPDX-License-Identifier: Apache-2.0
// The module "openvino": Intel's OpenVINO, on the CPU.
#include <algorithm>
#include <cstring>
#include <openvino/openvino.hpp>
#include <string>
#include <utility>
#include <vector>

#include "detect/engine.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

/// The last line that says something: those before it are places in OpenVINO's sources.
std::string reason(const std::exception& error) {
  std::string text = error.what(), last;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    if (line.find_first_not_of(" \t") != std::string::npos) last = line;
    begin = end + 1;
  }
  constexpr std::size_t most = 300;
  return last.size() > most ? last.substr(0, most) + " …" : last;
}

class OpenVinoEngine final : public Engine {
 public:
  OpenVinoEngine(const ModelFile& model, int threads) : file_(model.name), threads_(threads) {
    model_ = core_.read_model(*model.bytes, ov::Tensor());
    for (const TensorInfo& output : model.outputs) names_.push_back(output.name);
    ov::preprocess::PrePostProcessor floats(model_);
    for (std::size_t i = 0; i < model_->inputs().size(); ++i)
      floats.input(i).tensor().set_element_type(ov::element::f32);
    for (std::size_t i = 0; i < model_->outputs().size(); ++i)
      floats.output(i).tensor().set_element_type(ov::element::f32);
    model_ = floats.build();
  }

  std::span<const TensorView> run(std::span<const TensorView> inputs) override {
    try {
      compile_for(inputs);
      for (const TensorView& input : inputs)
        request_.set_tensor(
            std::string(input.name),
            ov::Tensor(ov::element::f32, shape_of(input), const_cast<float*>(input.values.data())));
      request_.infer();
      view();
    } catch (const ov::Exception& error) {
      throw Error(ErrorCode::input, "OpenVINO cannot run this model: " + reason(error), "",
                  SourceLocation{file_});
    }
    return views_;
  }

 private:
  static ov::Shape shape_of(const TensorView& input) {
    return {input.shape.begin(), input.shape.end()};
  }
  /// A network is compiled for shapes, which seldom change.
  void compile_for(std::span<const TensorView> inputs) {
    std::map<std::string, ov::PartialShape> shapes;
    for (const TensorView& input : inputs)
      shapes[std::string(input.name)] = ov::PartialShape(shape_of(input));
    if (request_ && shapes == compiled_) return;
    model_->reshape(shapes);
    ov::AnyMap settings{ov::hint::performance_mode(ov::hint::PerformanceMode::LATENCY),
                        ov::hint::inference_precision(ov::element::f32)};
    if (threads_ > 0) settings.insert(ov::inference_num_threads(threads_));
    request_ = core_.compile_model(model_, "CPU", settings).create_infer_request();
    compiled_ = std::move(shapes);
  }
  void view() {
    shapes_.clear();
    views_.clear();
    shapes_.reserve(names_.size());
    for (const std::string& name : names_) {
      const ov::Tensor values = request_.get_tensor(name);
      const ov::Shape shape = values.get_shape();
      shapes_.emplace_back(shape.begin(), shape.end());
      views_.push_back({name, shapes_.back(), {values.data<float>(), values.get_size()}});
    }
  }

  std::string file_;
  int threads_;
  ov::Core core_;
  std::shared_ptr<ov::Model> model_;
  ov::InferRequest request_;
  std::map<std::string, ov::PartialShape> compiled_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::int64_t>> shapes_;
  std::vector<TensorView> views_;
};

}  // namespace
}  // namespace overlace

overlace::Engine* overlace_load_openvino(const overlace::ModelFile& model, int threads,
                                         std::string& problem) {
  try {
    return std::make_unique<overlace::OpenVinoEngine>(model, threads).release();
  } catch (const std::exception& error) {
    problem = overlace::reason(error);
  }
  return nullptr;
}
