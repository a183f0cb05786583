// SPDX-License-Identifier: Apache-2.0
// A render of the document as it is on the screen, in a child process.
#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "graph/core/json.h"

namespace overlace {

/// What is to be rendered; the clip and its tracks are those that are edited.
struct ExportAsk {
  std::string text;    ///< of the document
  std::string output;  ///< a video file
  std::string codec{};
  std::optional<double> crf{};
  std::string frames{};  ///< as `--frames` takes them; "" = all
  bool overlay_only = false;
  bool overwrite = false;
};

/// Renders in the child, as `overlace render --progress json` does, and prints on standard output
/// what that prints. Returns the exit code.
using ExportWork = std::function<int(const ExportAsk&)>;

/// At most one render at a time. All members and callbacks work on the thread that runs the
/// context, which must be the process's only one: the child is a fork. One that is stopped leaves
/// no file.
class ExportProcess {
 public:
  /// `heard` gets each line of the child as {"event": "export", "step": …}, where the step is
  /// "start", "progress" or "end"; the last one always comes, with "exit", "errors" and "in_place".
  ExportProcess(boost::asio::io_context& context, ExportWork work,
                std::function<void(const Json& event)> heard);
  ~ExportProcess();
  ExportProcess(const ExportProcess&) = delete;
  ExportProcess& operator=(const ExportProcess&) = delete;

  [[nodiscard]] bool is_running() const;
  /// What was heard last; null before the first render.
  [[nodiscard]] const Json& last() const;
  /// Throws Error(usage) while one is running, Error(unavailable) if the system has no process.
  void start(ExportAsk ask);
  /// Asks the child to end. It does so soon, or is ended.
  void cancel();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace overlace
