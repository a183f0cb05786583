// SPDX-License-Identifier: Apache-2.0
// Chooses an engine, and calls it in its module.
#include "detect/engine.h"

#include <fmt/format.h>

#include "graph/core/error.h"
#include "graph/core/module.h"
#include "graph/core/utf8.h"

namespace overlace {
namespace {

using Load = decltype(overlace_load_opencv);

struct Loader {
  std::string_view name;
  Load* load;
};

Loader find_loader(EngineKind kind) {
  if (kind != EngineKind::opencv)
    if (auto* const load = module_function<Load>("openvino", "overlace_load_openvino"))
      return {"OpenVINO", load};
  if (kind != EngineKind::openvino)
    if (auto* const load = module_function<Load>("dnn", "overlace_load_opencv"))
      return {"OpenCV", load};
  const bool is_openvino = kind == EngineKind::openvino;
  const std::string module = is_openvino ? "openvino" : "dnn";
  throw Error(
      ErrorCode::unavailable,
      fmt::format("overlace-{}.so, which runs models, is not installed", module),
      install_hint(module) +
          (is_openvino
               ? "; \"engine\": \"opencv\" runs most models, too"
               : ", or find objects with another program, and give their file with --tracks"));
}

}  // namespace

std::string_view engine_name(EngineKind kind) {
  return find_loader(kind).name;
}

std::unique_ptr<Engine> load_engine(const ModelFile& model, const EngineOptions& options) {
  const Loader loader = find_loader(options.kind);
  std::string problem;
  std::unique_ptr<Engine> engine(loader.load(model, options.threads, problem));
  if (engine == nullptr)
    throw Error(ErrorCode::input,
                fmt::format("{} cannot load this model (opset {}): {}", loader.name, model.opset,
                            utf8_text(problem)),
                loader.name == "OpenCV" ? "export it with opset=12, simplify=True and "
                                          "dynamic=False, or build overlace with OpenVINO"
                                        : "",
                SourceLocation{model.name});
  return engine;
}

}  // namespace overlace
