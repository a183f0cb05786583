// SPDX-License-Identifier: Apache-2.0
// Inference: runs a network on numbers. The engines are modules, loaded when a model is.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "detect/onnx_file.h"

namespace overlace {

/// Numbers in the shape of a network's input or output, row-major.
struct TensorView {
  std::string_view name;
  std::span<const std::int64_t> shape;
  std::span<const float> values;  ///< as many as the extents' product
};

/// A network, loaded.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  /// Runs the network. The inputs may have any shape that the network works with; their values are
  /// converted to the type that it asks for. Returns the outputs in the file's order, which stay
  /// valid until the next run. Throws Error(input) if the network does not work with these shapes.
  [[nodiscard]] virtual std::span<const TensorView> run(std::span<const TensorView> inputs) = 0;
};

/// Who runs a network.
enum class EngineKind : std::uint8_t {
  automatic,  ///< OpenVINO where overlace was built with it, otherwise OpenCV
  opencv,     ///< OpenCV's DNN
  openvino
};

struct EngineOptions {
  EngineKind kind = EngineKind::automatic;
  int threads = 0;  ///< 0: as many as the engine likes
};

/// "OpenCV", "OpenVINO": which of them `load_engine` would take. Throws Error(unavailable) if it is
/// not installed.
[[nodiscard]] std::string_view engine_name(EngineKind kind);

/// Loads a network. Throws Error(input) with the engine's reason if it cannot be used, and
/// Error(unavailable) if the engine is not installed.
[[nodiscard]] std::unique_ptr<Engine> load_engine(const ModelFile& model,
                                                  const EngineOptions& options);

}  // namespace overlace

// What the modules "dnn" and "openvino" export.
extern "C" {
/// Null, with the engine's reason in `problem`, if the model cannot be loaded.
overlace::Engine* overlace_load_opencv(const overlace::ModelFile& model, int threads,
                                       std::string& problem);
overlace::Engine* overlace_load_openvino(const overlace::ModelFile& model, int threads,
                                         std::string& problem);
}
