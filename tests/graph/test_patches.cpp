// SPDX-License-Identifier: Apache-2.0
// load_document: patches of patches, according to RFC 7386.
#include <gtest/gtest.h>

#include <map>

#include "sample_nodes.h"

namespace overlace::test {
namespace {

using Files = std::map<std::string, std::string>;

Json load(const Files& files, const std::string& name) {
  return load_document(name, [&](const std::string& wanted) {
    const auto found = files.find(wanted);
    if (found == files.end()) throw Error(ErrorCode::usage, "no preset '" + wanted + "'");
    return Source{found->second, wanted + ".json"};
  });
}

Diagnostic problem_of(const Files& files, const std::string& name) {
  try {
    (void)load(files, name);
  } catch (const Error& error) {
    return error.problems().front();
  }
  ADD_FAILURE() << "accepted";
  return {};
}

// The table in RFC 7386, appendix A, as far as both sides are objects.
TEST(Patches, MergeAsTheStandardSays) {
  const std::vector<std::vector<std::string>> cases = {
      {R"({"a":"b"})", R"({"a":"c"})", R"({"a":"c"})"},
      {R"({"a":"b"})", R"({"b":"c"})", R"({"a":"b","b":"c"})"},
      {R"({"a":"b"})", R"({"a":null})", R"({})"},
      {R"({"a":"b","b":"c"})", R"({"a":null})", R"({"b":"c"})"},
      {R"({"a":["b"]})", R"({"a":"c"})", R"({"a":"c"})"},
      {R"({"a":"c"})", R"({"a":["b"]})", R"({"a":["b"]})"},
      {R"({"a":{"b":"c"}})", R"({"a":{"b":"d","c":null}})", R"({"a":{"b":"d"}})"},
      {R"({"a":[{"b":"c"}]})", R"({"a":[1]})", R"({"a":[1]})"},
      {R"({"e":null})", R"({"a":1})", R"({"e":null,"a":1})"},
      {R"({})", R"({"a":{"bb":{"ccc":null}}})", R"({"a":{"bb":{}}})"}};
  const auto with = [](const char* member, std::string object) {
    return object.insert(1, std::string(member) + (object == "{}" ? "" : ","));
  };
  for (const auto& row : cases) {
    const std::string base = with(R"("overlace":1)", row[0]);
    const std::string patch = with(R"("extends":"base")", row[1]);
    EXPECT_EQ(load({{"base", base}, {"patch", patch}}, "patch").dump(),
              with(R"("overlace":1)", row[2]))
        << row[1];
  }
}

TEST(Patches, OuterDocumentsWin) {
  const Json json = load({{"a", R"({"overlace": 1, "x": 1, "y": 1, "z": 1})"},
                          {"b", R"({"extends": "a", "y": 2, "z": 2})"},
                          {"c", R"({"extends": "b", "z": 3})"}},
                         "c");
  EXPECT_EQ(json.dump(), R"({"overlace":1,"x":1,"y":2,"z":3})");
}

TEST(Patches, LinesAreThoseOfTheOuterFile) {
  const Json json = load(
      {{"a", "{\"overlace\": 1,\n\n\n\"x\": 1}"}, {"b", "{\"extends\": \"a\",\n \"y\": 2}"}}, "b");
  EXPECT_EQ(json.find("x")->line, 0U);
  EXPECT_EQ(json.find("y")->line, 2U);
}

TEST(Patches, BuildLikeAnyOther) {
  const Json json = load({{"base", std::string(sample_document())},
                          {"patch", R"({"overlace": 1, "extends": "base", "knobs":
                             {"accent": {"default": "#00f"}}, "nodes": {"boxes": null},
                             "composite": ["lines"]})"}},
                         "patch");
  const Graph graph = build_graph(json, "patch.json", sample_nodes(), {{"tracks", "x"}});
  EXPECT_EQ(graph.nodes.size(), 3U);
  EXPECT_EQ(params_of<SampleDrawing>(graph, "lines").color.constant.value, (Color{0, 0, 1, 1}));
}

TEST(Patches, ProblemsHaveTheirPlace) {
  const Diagnostic missing = problem_of({{"a", "{\n\"extends\": \"b\"}"}}, "a");
  EXPECT_EQ(missing.text(), "a.json:2 /extends: no preset 'b'");
  EXPECT_EQ(problem_of({{"a", R"({"extends": 3})"}}, "a").location.pointer, "/extends");
  EXPECT_EQ(problem_of({{"a", "[]"}}, "a").message, "expected an object, got an array");
  const Diagnostic broken = problem_of({{"a", R"({"extends": "b"})"}, {"b", "{\n\n!"}}, "a");
  EXPECT_EQ(broken.location.file, "b.json");
  EXPECT_EQ(broken.location.line, 3U);
}

TEST(Patches, OtherFilesAreNotListed) {
  for (const Files& files : {Files{{"a", R"({"secret": 1, "x": {"secret": 2}})"}},
                             Files{{"a", R"({"extends": "b"})"}, {"b", R"({"secret": 1})"}}}) {
    const std::string text = problem_of(files, "a").text();
    EXPECT_NE(text.find("is no graph document"), std::string::npos) << text;
    EXPECT_EQ(text.find("secret"), std::string::npos) << text;
  }
}

TEST(Patches, CirclesAndLongChainsAreRefused) {
  const Diagnostic circle =
      problem_of({{"a", R"({"extends": "b"})"}, {"b", R"({"extends": "a"})"}}, "a");
  EXPECT_NE(circle.message.find("a -> b -> a"), std::string::npos) << circle.message;
  Files files;
  for (int i = 0; i < 9; ++i)
    files[std::to_string(i)] = R"({"extends": ")" + std::to_string(i + 1) + "\"}";
  files["8"] = R"({"overlace": 1})";
  EXPECT_NO_THROW((void)load(files, "1"));
  EXPECT_NE(problem_of(files, "0").message.find("more than 8"), std::string::npos);
}

TEST(Patches, LargeObjectsMergeInBoundedTime) {
  std::string base = "{\"overlace\":1", patch = "{\"extends\":\"base\"";
  for (int i = 0; i < 200'000; ++i) {
    base += ",\"a" + std::to_string(i) + "\":0";
    patch += ",\"b" + std::to_string(i) + "\":0";
  }
  EXPECT_EQ(load({{"base", base + "}"}, {"patch", patch + "}"}}, "patch").as_object().size(),
            400'001U);
}

}  // namespace
}  // namespace overlace::test
