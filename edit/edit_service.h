// SPDX-License-Identifier: Apache-2.0
// What `overlace edit` serves: the page, the engine's answers, and the document's file.
#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "edit/edit_settings.h"
#include "edit/engine_process.h"
#include "edit/export_process.h"
#include "edit/http_server.h"

namespace overlace {

struct EditServiceSettings {
  EditSettings edit;
  std::uint16_t port = 0;  ///< 0: of the system's choice
  EngineLimits engine{};
  std::vector<std::string> roots{};  ///< folders that may be exported to, beside those of the files
  std::filesystem::path drafts{};    ///< the folder of unsaved texts; "": none are kept
  bool begins = false;               ///< the document is new: the page shows the gallery first
  ExportWork render{};
};

/// Serves one document. Everything works on the thread that runs the context, which must be the
/// process's only one.
class EditService {
 public:
  /// Listens, and reads the document's file. A file that does not exist yet is made when the
  /// document is saved; until then the document is the graph settings' text. Throws Error(input),
  /// Error(unavailable).
  EditService(boost::asio::io_context& context, EditServiceSettings settings);
  ~EditService();
  EditService(const EditService&) = delete;
  EditService& operator=(const EditService&) = delete;

  /// "http://127.0.0.1:PORT/#TOKEN": whoever has it may edit the document.
  [[nodiscard]] std::string address() const;
  [[nodiscard]] std::uint16_t port() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace overlace
