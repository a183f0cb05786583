// SPDX-License-Identifier: Apache-2.0
// overlace-gpu-count: tools/gpu-count runs it on a listing of the kernels.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <sstream>

#include "cli/options.h"
#include "cli/process_start.h"
#include "graph/core/error.h"
#include "tools/gpu_model/count_report.h"

namespace overlace::gpu_model {
namespace {

struct Options {
  FrameOptions frame;
  std::string listing, profile, document;
  bool check = false, update = false;
};

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw Error(ErrorCode::input, "cannot be read", {}, SourceLocation{path});
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void print_prediction(const FrameReport& frame, const Machine& machine) {
  const Prediction sum = predict(frame, machine);
  fmt::print(
      "modelled frame on {} multiprocessors: {} us (mean ends / last ends / with contention)\n",
      machine.multiprocessors, prediction_text(sum));
}

/// Returns false if memory or the picture differs, or if counts differ from the document's.
bool judge(const FrameReport& frame, const Options& options) {
  constexpr double tolerance = 0.03;
  std::vector<std::string> wrong;
  if (frame.kernels.empty()) wrong.emplace_back("no kernel was interpreted");
  for (const KernelReport& kernel : frame.kernels)
    if (kernel.agreement == Agreement::differs)
      wrong.push_back(kernel.kernel + " leaves other memory than on the host");
  if (!frame.picture_is_right) wrong.emplace_back("the picture is not the CPU back-end's");
  if (options.check) {
    for (std::string& line : CountsDocument(options.document).deviations(frame, tolerance))
      wrong.push_back(std::move(line));
  }
  for (const std::string& line : wrong) fmt::print(stderr, "{}\n", line);
  return wrong.empty();
}

bool run(Options& options) {
  options.frame.scene.size.width = options.frame.scene.size.height * 16 / 9;
  KernelLibrary library(read_file(options.listing));
  const Machine machine;
  fmt::print("{}\n", table_head());
  options.frame.done = [&](const KernelReport& kernel) {
    fmt::print("{}\n", kernel_line(kernel, machine));
    std::fflush(stdout);
  };
  const FrameReport frame = interpret_frame(options.frame, library, machine);
  if (options.frame.only.empty()) print_prediction(frame, machine);
  if (!options.profile.empty()) {
    std::ofstream file(options.profile);
    for (const KernelReport& kernel : frame.kernels) file << profile_text(kernel);
    if (!file.flush())
      throw Error(ErrorCode::output, "cannot be written", {}, SourceLocation{options.profile});
  }
  const bool right = judge(frame, options);
  if (right && options.update) CountsDocument(options.document).update(frame);
  return right;
}

void add_options(const Command& command, Options& options) {
  command.text("--listing", options.listing, "Output of cuobjdump -sass -res-usage").required();
  command.whole("--seed", options.frame.scene.seed, "Of the scene");
  command.whole("--points", options.frame.scene.points, "Objects in the scene, more than five");
  command.text("--effect", options.frame.effect,
               "The first effect of 'overlace-bench effects' whose name begins so, instead of it");
  command.whole("--rows", options.frame.scene.size.height, "Rows of a picture of 16 : 9");
  command.flag("--layered", options.frame.scene.layered, "Lines and boxes on layers of their own");
  const OptionRow only =
      command.text("--only", options.frame.only, "Only kernels whose names contain this");
  command.text("--profile", options.profile, "Also write how often each instruction ran");
  const OptionRow document =
      command.text("--document", options.document, "That has the table of counts");
  OptionRow check = command.flag("--check", options.check, "Compare with the document, within 3 %");
  OptionRow update = command.flag("--update", options.update, "Write the document's table");
  check.needs(document).excludes(update).excludes(only);
  update.needs(document).excludes(only);
}

int main(int argc, char** argv) {
  Options options;
  options.frame.scene.seed = 7;
  const overlace::Program program(
      "overlace-gpu-count",
      "Counts executed warp instructions of the reference scene, without a GPU");
  const Command root = program.root();
  add_options(root, options);
  root.runs([&options] { return run(options) ? 0 : 1; });
  try {
    return program.run(argc, argv);
  } catch (const Error& error) {
    for (const Diagnostic& problem : error.problems())
      std::fprintf(stderr, "overlace-gpu-count: %s\n", problem.text().c_str());
    return static_cast<int>(error.code());
  }
}

}  // namespace
}  // namespace overlace::gpu_model

int main(int argc, char** argv) {
  return overlace::run_process([&] { return overlace::gpu_model::main(argc, argv); });
}
