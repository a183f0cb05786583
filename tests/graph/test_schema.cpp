// SPDX-License-Identifier: Apache-2.0
// The published schema in a stock validator: it accepts every preset and refuses every document in
// broken/, each of which has one error that build_graph refuses, too.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "graph/document/document.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

const fs::path source_dir = OVERLACE_SOURCE_DIR;

std::vector<fs::path> documents_in(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (const std::string name = entry.path().filename();
        name.ends_with(".json") && !name.ends_with("schema.json"))
      found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

std::string read_text(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Runs the validator; one answer per document, or nothing if no validator is installed.
std::optional<std::vector<std::string>> validate(const std::vector<fs::path>& documents) {
  const test::TempFolder folder;
  const fs::path schema = folder / "overlace-graph.schema.json";
  std::ofstream(schema) << document_schema(builtin_nodes()).dump(1);
  std::string command =
      fmt::format("/usr/bin/python3 '{}' '{}'", (source_dir / "tests/graph/validate.py").string(),
                  schema.string());
  for (const fs::path& document : documents) command += fmt::format(" '{}'", document.string());
  FILE* pipe = popen(command.c_str(), "r");
  std::vector<std::string> lines;
  std::string line;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    lines.push_back(std::move(line));
    line.clear();
  }
  const int status = pclose(pipe);
  if (WEXITSTATUS(status) == 77 || WEXITSTATUS(status) == 127) return std::nullopt;
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(lines.size(), documents.size());
  return lines;
}

Source find_preset(const std::string& name) {
  const std::string_view text = preset_text(name);
  if (text.empty()) throw Error(ErrorCode::usage, "no such preset", suggest(name, preset_names()));
  return {std::string(text), "preset:" + name};
}

TEST(Schema, TakesEveryPreset) {
  const auto answers = validate(documents_in(source_dir / "presets"));
  if (!answers) GTEST_SKIP() << "python3-jsonschema is not installed";
  EXPECT_FALSE(answers->empty());
  for (const std::string& answer : *answers) EXPECT_TRUE(answer.starts_with("valid ")) << answer;
}

TEST(Schema, RefusesEveryBrokenDocument) {
  const auto answers = validate(documents_in(source_dir / "tests/graph/broken"));
  if (!answers) GTEST_SKIP() << "python3-jsonschema is not installed";
  EXPECT_FALSE(answers->empty());
  for (const std::string& answer : *answers) EXPECT_TRUE(answer.starts_with("invalid ")) << answer;
}

TEST(Schema, ThePublishedFileIsUpToDate) {
  const Json published =
      parse_json(read_text(source_dir / "presets/overlace-graph.schema.json"), "schema");
  const Json made = parse_json(document_schema(builtin_nodes()).dump(), "made");
  EXPECT_TRUE(published == made) << "run: overlace schema > presets/overlace-graph.schema.json";
}

TEST(Schema, BuildRefusesEveryBrokenDocument) {
  const std::vector<fs::path> broken = documents_in(source_dir / "tests/graph/broken");
  EXPECT_FALSE(broken.empty());
  for (const fs::path& path : broken) {
    const Json document = parse_json(read_text(path), path.filename().string());
    try {
      (void)build_graph(document, path.filename(), builtin_nodes(), {{"tracks", "mot.txt"}});
      ADD_FAILURE() << path << " was accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.problems().size(), 1U) << error.what();
    }
  }
}

TEST(Presets, BuildAsTheyAre) {
  EXPECT_FALSE(preset_names().empty());
  for (const std::string& name : preset_names()) {
    SCOPED_TRACE(name);
    try {
      const Json document = load_document(name, find_preset);
      const Graph graph =
          build_graph(document, "preset:" + name, builtin_nodes(), {{"tracks", "mot.txt"}});
      EXPECT_FALSE(graph.title.empty());
      EXPECT_FALSE(graph.composite.empty());
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

TEST(Presets, AreBakedAsTheyAreOnDisk) {
  const std::vector<fs::path> files = documents_in(source_dir / "presets");
  ASSERT_EQ(files.size(), preset_names().size());
  for (const fs::path& path : files)
    EXPECT_EQ(preset_text(path.stem().string()), read_text(path)) << path;
  EXPECT_EQ(preset_text("no_such_preset"), "");
}

}  // namespace
}  // namespace overlace
