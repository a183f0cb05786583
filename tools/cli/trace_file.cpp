// SPDX-License-Identifier: Apache-2.0
// A complete trace, or as much as there is of one.
#include "tools/cli/trace_file.h"

#include <fmt/format.h>

#include <cstdio>
#include <span>
#include <utility>

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
    fmt::print(stderr, "overlace: no trace was left: {}\n", error.what());
  }
}

void TraceFile::save() {
  if (!file_) return;
  trace_->write_json(
      [this](std::string_view text) { file_->write(std::as_bytes(std::span(text))); });
  file_->commit();
  file_.reset();
  if (const std::size_t dropped = trace_->dropped(); dropped > 0)
    fmt::print(stderr, "overlace: the trace is full: its last {} spans are missing\n", dropped);
}

}  // namespace overlace
