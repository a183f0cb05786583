// SPDX-License-Identifier: Apache-2.0
// Fuzzes receipts: any bytes beside an output are no receipt, or one that is written and read back
// the same, and that touches no file outside of the folder of outputs.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "batch/receipt.h"
#include "graph/core/error.h"
#include "tests/fuzz/require.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

/// A folder of outputs, with one that waits to be moved to its name, and something beside it.
class Outputs {
 public:
  Outputs() {
    fs::create_directories(fs::path(receipt_path(output_)).parent_path());
    std::ofstream(folder_ / "victim") << "precious";
  }
  void run(std::string_view text) const {
    fs::remove(receipt_path(output_));
    std::ofstream(receipt_path(output_), std::ios::binary) << text;
    const std::optional<Receipt> receipt = read_receipt(output_);
    if (!receipt) return;
    const StagingFolder staging(output_);
    staging.clear();
    std::ofstream(staging.output()) << "drawn";
    static_cast<void>(staging.resume(*receipt));
    static_cast<void>(is_in_place(*receipt, output_, true));
    require(folder_.names() == std::vector<std::string>{"out", "victim"} &&
            fs::file_size(folder_ / "victim") == std::string_view("precious").size());
    write_receipt(*receipt, output_);
    const std::optional<Receipt> again = read_receipt(output_);
    require(again && again->id == receipt->id && again->files.size() == receipt->files.size() &&
            again->made.size() == receipt->made.size() && again->report == receipt->report &&
            again->fingerprint.digest == receipt->fingerprint.digest);
    for (std::size_t i = 0; i < receipt->made.size(); ++i)
      require(again->made[i].name == receipt->made[i].name &&
              again->made[i].hash == receipt->made[i].hash);
  }

 private:
  test::TempFolder folder_;
  const std::string output_ = folder_ / "out/a.mp4";
};

}  // namespace
}  // namespace overlace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const overlace::Outputs outputs;
  try {
    outputs.run({reinterpret_cast<const char*>(data), size});
  } catch (const overlace::Error& error) {  // such as a name that no file can have
    overlace::require(error.code() != overlace::ErrorCode::internal);
  }
  return 0;
}
