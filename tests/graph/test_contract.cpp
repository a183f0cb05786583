// SPDX-License-Identifier: Apache-2.0
// The contract of every node type, checked for all of them, including new ones.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "graph/document/document.h"

namespace overlace {
namespace {

bool is_sentence(const std::string& text) {
  return text.size() > 2 && text.front() >= 'A' && text.front() <= 'Z' && text.back() == '.';
}

std::string prefix_of(Stage stage) {
  switch (stage) {
    case Stage::audio:
      return "audio_";
    case Stage::tracks:
      return "track_";
    case Stage::links:
      return "link_";
    case Stage::curves:
      return "curve_";
    case Stage::drawing:
      return "draw_";
    case Stage::layer:
      return "effect_";
    case Stage::picture:
      return "picture_";
    case Stage::sound:
      return "sonify_";
  }
  return "";
}

/// The pages on documents, one after the other.
const std::string& guide() {
  static const std::string text = [] {
    std::string all;
    for (const auto& page :
         std::filesystem::directory_iterator(OVERLACE_SOURCE_DIR "/docs/graph")) {
      if (page.path().extension() != ".md") continue;
      std::ifstream file(page.path());
      all.append(std::istreambuf_iterator<char>(file), {});
    }
    return all;
  }();
  return text;
}

/// Node types used by at least one preset.
std::set<std::string> types_in_presets() {
  std::set<std::string> used;
  const auto find = [](const std::string& name) {
    return Source{std::string(preset_text(name)), name};
  };
  for (const std::string& name : preset_names()) {
    const Json document = load_document(name, find);
    for (const auto& [node, value] : document.find("nodes")->as_object())
      if (const Json* type = value.find("type")) used.insert(type->as_string());
  }
  return used;
}

class Contract : public ::testing::TestWithParam<std::string> {
 protected:
  const NodeType& type() const { return *builtin_nodes().find(GetParam()); }
};

TEST_P(Contract, IsDescribed) {
  EXPECT_TRUE(is_sentence(type().doc)) << type().doc;
  for (const Port& port : type().inputs) EXPECT_TRUE(is_sentence(port.doc)) << port.name;
  for (const ParamRow& row : type().params) EXPECT_TRUE(is_sentence(row.doc)) << row.name;
}

TEST_P(Contract, NameBeginsWithItsStage) {
  const bool composes = std::holds_alternative<GroupOf>(type().behaviour);
  EXPECT_TRUE(type().name.starts_with(composes ? "composite" : prefix_of(type().stage)))
      << type().name;
}

TEST_P(Contract, NamesAreUnique) {
  std::set<std::string> names;
  for (const Port& port : type().inputs) EXPECT_TRUE(names.insert(port.name).second) << port.name;
  names.clear();
  for (const ParamRow& row : type().params) EXPECT_TRUE(names.insert(row.name).second) << row.name;
}

TEST_P(Contract, InputsComeFromNoLaterStage) {
  for (const Port& port : type().inputs) EXPECT_LE(port.stage, type().stage) << port.name;
}

TEST_P(Contract, DefaultsReadBackAsThemselves) {
  const std::shared_ptr<void> params = type().make_params();
  for (const ParamRow& row : type().params) {
    const Json written = row.write(params.get());
    const std::shared_ptr<void> copy = type().make_params();
    // Reading checks the range, so this also checks that the default is in it.
    EXPECT_NO_THROW(row.read(copy.get(), written)) << row.name << " = " << written.dump();
    EXPECT_EQ(row.write(copy.get()), written) << row.name;
  }
}

/// A value of the row's kind that differs from the default.
Json another(const ParamRow& row, const Json& standard) {
  switch (row.kind) {
    case ParamKind::boolean:
      return Json(!standard.as_bool());
    case ParamKind::color:
      return Json("#12345678");
    case ParamKind::text:
    case ParamKind::file:
      return Json("other");
    case ParamKind::text_list:
      return Json(Json::Array{"other"});
    case ParamKind::points:
      return Json("1 2, 3 4, 5 6, 7 9");
    case ParamKind::choice:
      return Json(row.choices.front() == standard.as_string() ? row.choices.back()
                                                              : row.choices.front());
    case ParamKind::number:
    case ParamKind::integer:
      break;
  }
  const bool at_minimum = standard.is_number() && standard.as_number() == row.range.min;
  const double value = at_minimum ? row.range.max : row.range.min;
  return row.kind == ParamKind::integer ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

TEST_P(Contract, EveryParameterIsItsOwn) {
  const std::shared_ptr<void> defaults = type().make_params();
  for (const ParamRow& row : type().params) {
    const std::shared_ptr<void> params = type().clone_params(defaults.get());
    row.read(params.get(), another(row, row.write(defaults.get())));
    for (const ParamRow& other : type().params) {
      const bool changed = !(other.write(params.get()) == other.write(defaults.get()));
      EXPECT_EQ(changed, other.name == row.name) << "setting " << row.name << ", " << other.name;
    }
  }
}

TEST_P(Contract, RangesAreRanges) {
  for (const ParamRow& row : type().params) {
    EXPECT_LT(row.range.min, row.range.max) << row.name;
    EXPECT_NE(row.choices.size(), 1U) << row.name;
  }
}

TEST_P(Contract, HasItsOwnTestFile) {
  const std::filesystem::path folder = std::filesystem::path(OVERLACE_SOURCE_DIR) / "tests/nodes";
  EXPECT_TRUE(exists(folder / fmt::format("test_{}.cpp", type().name)));
}

TEST_P(Contract, IsUsedByAPresetOrShownInTheGuide) {
  // track_input combines several track nodes; the guide shows how to wire them by hand.
  EXPECT_TRUE(types_in_presets().contains(type().name) ||
              guide().find("\"type\": \"" + type().name + "\"") != std::string::npos)
      << type().name;
}

INSTANTIATE_TEST_SUITE_P(EveryNode, Contract, ::testing::ValuesIn(builtin_nodes().names()),
                         [](const auto& node) { return node.param; });

}  // namespace
}  // namespace overlace
