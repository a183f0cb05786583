// SPDX-License-Identifier: Apache-2.0
// A complete trace, or as much as there is of one.
#include "cli/trace_file.h"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "cli/console.h"
#include "graph/core/error.h"

namespace overlace {

TraceFile::TraceFile(std::string path) : path_(std::move(path)) {
  if (!path_.empty()) trace_.emplace();
}

void TraceFile::open(const OutputPolicy& policy) {
  if (trace_) file_.emplace(path_, policy);
}

TraceFile::~TraceFile() {
  try {
    save();
  } catch (const std::exception& error) {  // the error that ended the run matters more
    print_note(fmt::format("no trace was left: {}", error.what()));
  }
}

void TraceFile::save() {
  if (!file_) return;
  trace_->write_json(
      [this](std::string_view text) { file_->write(std::as_bytes(std::span(text))); });
  file_->commit();
  file_.reset();
  if (const std::size_t dropped = trace_->dropped(); dropped > 0)
    print_note(fmt::format("the trace is full: its last {} spans are missing", dropped));
}

}  // namespace overlace
