// SPDX-License-Identifier: Apache-2.0
// The same rows in every form.
#include <gtest/gtest.h>

#include <fstream>

#include "batch/manifest.h"
#include "graph/core/error.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

using Columns = std::vector<std::pair<std::string, std::string>>;

std::string file(const std::string& name, const std::string& text) {
  static const test::TempFolder folder;
  const std::string path = folder / name;
  std::ofstream(path) << text;
  return path;
}

const Columns first{{"input", "a, b.mp4"}, {"priority", "3"}};
const Columns second{{"input", "c.mp4"}, {"layered", "true"}};

void expect_rows(const std::string& path) {
  const std::vector<ManifestRow> rows = read_manifest(path);
  ASSERT_EQ(rows.size(), 2U) << path;
  EXPECT_EQ(rows[0].columns, first) << path;
  EXPECT_EQ(rows[1].columns, second) << path;
}

TEST(Manifest, ReadsEveryForm) {
  expect_rows(file(
      "m.csv", "\xEF\xBB\xBFinput,priority,layered\r\n\"a, b.mp4\",3,\r\n\n# note\nc.mp4,,true\n"));
  expect_rows(file("m.tsv", "input\tpriority\tlayered\na, b.mp4\t3\t\nc.mp4\t\ttrue\n"));
  expect_rows(file("m.jsonl", R"({"input": "a, b.mp4", "priority": 3, "layered": null}
{"input": "c.mp4", "layered": true})"));
  expect_rows(file("m.json", R"([{"input": "a, b.mp4", "priority": 3},
  {"input": "c.mp4", "layered": true}])"));
}

TEST(Manifest, ReportsEveryWrongLine) {
  const std::string path =
      file("wrong.jsonl", "{\"input\": \"a.mp4\"}\n{\"input\": [1]}\nnot JSON\n");
  try {
    static_cast<void>(read_manifest(path));
    FAIL();
  } catch (const Error& error) {
    ASSERT_EQ(error.problems().size(), 2U);
    EXPECT_EQ(error.problems()[0].location.line, 2U);
    EXPECT_EQ(error.problems()[1].location.line, 3U);
  }
}

TEST(Manifest, RefusesMoreFieldsThanNames) {
  EXPECT_THROW(static_cast<void>(read_manifest(file("more.csv", "input\na.mp4,b\n"))), Error);
}

}  // namespace
}  // namespace overlace
