// SPDX-License-Identifier: Apache-2.0
// Tables of options: typed values arrive in the members, and unreadable ones are reported.
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/picture_size.h"

namespace overlace {
namespace {

enum class Fruit { apple, pear, quince };

/// A program with one command and a row of each kind.
struct Shop {
  bool open = false;
  std::string name = "corner";
  int shelves = 3;
  std::optional<int> price;
  std::uint64_t bytes = std::uint64_t{5} << 20U;
  Fruit fruit = Fruit::pear;
  Size size{4, 3};
  std::vector<Size> sizes;
  std::vector<std::string> words;
  double share = 0.5;
  std::optional<double> weight;
  OptionProblems problems;
  bool has_run = false;

  int run(std::vector<std::string> typed) {
    const Program program("shop", "Sells fruit.");
    const Command root = program.root();
    root.require_subcommand();
    const Command sell = root.subcommand("sell", "Sell some");
    sell.flag("--open", open, "Doors");
    sell.text("--name", name, "On the sign");
    sell.whole("--shelves", shelves, "Of wood", {{1, 9}});
    sell.whole("--price", price, "Of one");
    sell.mebibytes("--memory", bytes, "Of the till", {0, 100});
    sell.choice<Fruit>("--fruit", fruit,
                       {{"apple", Fruit::apple}, {"pear", Fruit::pear}, {"quince", Fruit::quince}},
                       "Sold");
    sell.parsed("--size WxH", size, parse_size, "Of the room", "4x3");
    sell.each("--crate", sizes, parse_size, "Of each crate");
    sell.words("--words", words, "To say");
    sell.number("--share", share, "Of the profit", {{0, 1}});
    sell.number("--weight", weight, "Of all");
    sell.runs_with_problems([this](const OptionProblems& found) {
      problems = found;
      has_run = true;
      return 7;
    });
    typed.insert(typed.begin(), {"shop", "sell"});
    std::vector<char*> arguments;
    for (std::string& text : typed) arguments.push_back(text.data());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    int code = 0;
    std::string thrown;
    try {
      code = program.run(static_cast<int>(arguments.size()), arguments.data());
    } catch (const Error& error) {
      code = static_cast<int>(error.code());
      thrown = error.what();
    }
    said = testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr() + thrown;
    return code;
  }
  std::string said;
};

TEST(Options, DefaultsStayWhereNothingIsTyped) {
  Shop shop;
  EXPECT_EQ(shop.run({}), 7);
  EXPECT_FALSE(shop.open);
  EXPECT_EQ(shop.name, "corner");
  EXPECT_EQ(shop.shelves, 3);
  EXPECT_FALSE(shop.price.has_value());
  EXPECT_EQ(shop.bytes, std::uint64_t{5} << 20U);
  EXPECT_EQ(shop.fruit, Fruit::pear);
  EXPECT_EQ(shop.size.width, 4);
  EXPECT_TRUE(shop.sizes.empty());
}

TEST(Options, TypedValuesArriveInMembers) {
  Shop shop;
  EXPECT_EQ(shop.run({"--open", "--name", "far", "--shelves", "9", "--price", "12", "--memory", "2",
                      "--fruit", "quince", "--size", "640x480", "--crate", "1x2", "--crate", "3x4",
                      "--words", "a,b"}),
            7);
  EXPECT_TRUE(shop.problems.empty());
  EXPECT_TRUE(shop.open);
  EXPECT_EQ(shop.name, "far");
  EXPECT_EQ(shop.shelves, 9);
  EXPECT_EQ(shop.price, 12);
  EXPECT_EQ(shop.bytes, std::uint64_t{2} << 20U);
  EXPECT_EQ(shop.fruit, Fruit::quince);
  EXPECT_EQ(shop.size.width, 640);
  EXPECT_EQ(shop.size.height, 480);
  ASSERT_EQ(shop.sizes.size(), 2U);
  EXPECT_EQ(shop.sizes[0].width, 1);
  EXPECT_EQ(shop.sizes[1].height, 4);
  EXPECT_EQ(shop.words, (std::vector<std::string>{"a", "b"}));
}

// All errors are reported at once, each with its option, and the other options are still read.
TEST(Options, WrongValuesAreCollected) {
  Shop shop;
  EXPECT_EQ(shop.run({"--fruit", "qince", "--size", "big", "--name", "far"}), 7);
  ASSERT_EQ(shop.problems.size(), 2U);
  EXPECT_EQ(shop.problems[0].location.text(), "--fruit");
  EXPECT_EQ(shop.problems[0].hint, "did you mean 'quince'?");
  EXPECT_EQ(shop.problems[1].location.text(), "--size");
  EXPECT_EQ(shop.name, "far");
  EXPECT_EQ(shop.fruit, Fruit::pear);
}

TEST(Options, WhatTheTableForbidsIsRefusedBeforeTheWork) {
  for (const std::vector<std::string>& typed : {std::vector<std::string>{"--shelves", "10"},
                                                {"--shelves", "many"},
                                                {"--memory", "101"},
                                                {"--price"},
                                                {"--colour", "red"},
                                                {"loose"}}) {
    Shop shop;
    EXPECT_EQ(shop.run(typed), 2) << typed.front();
    EXPECT_FALSE(shop.has_run) << typed.front();
    EXPECT_NE(shop.said.find("Try 'shop sell --help'."), std::string::npos) << shop.said;
  }
}

// A script's unset variable expands to nothing: whatever the kind of row, that is no value.
TEST(Options, EmptyValuesAreRefusedByName) {
  for (const char* option :
       {"--name", "--shelves", "--price", "--memory", "--fruit", "--size", "--crate", "--words"}) {
    Shop shop;
    EXPECT_EQ(shop.run({option, ""}), 2) << option;
    EXPECT_FALSE(shop.has_run) << option;
    EXPECT_NE(shop.said.find(std::string(option) + ": the value is empty"), std::string::npos)
        << shop.said;
    Shop joined;  // "--name=" must not take the next word
    EXPECT_EQ(joined.run({std::string(option) + "=", "--open"}), 2) << option;
    EXPECT_FALSE(joined.has_run) << option;
    EXPECT_NE(joined.said.find(std::string(option) + ": the value is empty"), std::string::npos)
        << joined.said;
  }
}

TEST(Options, WhatIsNoNumberIsSaidToBeNone) {
  for (const auto& [option, value, words] :
       {std::array{"--shelves", "many", "'many' is not a whole number from 1 to 9"},
        std::array{"--shelves", "10", "'10' is not a whole number from 1 to 9"},
        std::array{"--shelves", "2.5", "'2.5' is not a whole number from 1 to 9"},
        std::array{"--price", "high", "'high' is not a whole number"},
        std::array{"--price", "99999999999", "'99999999999' is not a whole number"},
        std::array{"--share", "nan", "'nan' is not a number from 0 to 1"},
        std::array{"--weight", "inf", "'inf' is not a number"},
        std::array{"--weight", "heavy", "'heavy' is not a number"}}) {
    Shop shop;
    EXPECT_EQ(shop.run({option, value}), 2) << option;
    EXPECT_NE(shop.said.find(std::string(option) + ": " + words), std::string::npos) << shop.said;
  }
}

TEST(Options, TheNearestOptionIsNamed) {
  Shop shop;
  EXPECT_EQ(shop.run({"--shelfs", "2"}), 2);
  EXPECT_NE(shop.said.find("did you mean '--shelves'?"), std::string::npos) << shop.said;
}

TEST(Options, HelpNamesMembersRangesAndDefaults) {
  Shop shop;
  EXPECT_EQ(shop.run({"--help"}), 0);
  EXPECT_FALSE(shop.has_run);
  for (const char* text : {"--shelves N               Of wood (1 to 9; default 3)",
                           "Sold (one of apple, pear, quince; default pear)", "--size WxH ",
                           "--memory MIB              Of the till (0 to 100; default 5)",
                           "Of each crate (repeatable)"})
    EXPECT_NE(shop.said.find(text), std::string::npos) << text << "\n" << shop.said;
}

/// A command with more options than people need.
struct Kitchen {
  bool hot = false, loud = false;
  int plates = 2;
  double heat = 0.5;
  std::string pot, lid;
  const Program program{"kitchen", "Cooks.", "1.2"};
  const Command cook = program.root().subcommand("cook", "Cook a meal");

  Kitchen() {
    cook.text("IN", pot, "Pot").required();
    const OptionRow quiet = cook.flag("-o,--hot", hot, "Plates");
    const Command stove = cook.group("Stove");
    stove.whole("--plates", plates, "In use", {{1, 4}});
    const OptionRow warm = stove.number("--heat SHARE", heat, "Of all", {{0, 1}});
    stove.text("-l,--lid FILE", lid, "Lid").excludes(warm).needs(quiet).environment("LID");
    cook.flag("--loud", loud, "Sing");
    cook.misnomer("--gas", "it is electric");
    cook.essentials({"IN", "--heat", "--unknown"}, {{"kitchen cook pot", "a meal"}});
    cook.runs([] { return 0; });
  }
  std::string said(std::vector<std::string> typed) const {
    typed.insert(typed.begin(), {"kitchen", "cook"});
    std::vector<char*> arguments;
    for (std::string& text : typed) arguments.push_back(text.data());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    static_cast<void>(program.run(static_cast<int>(arguments.size()), arguments.data()));
    return testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr();
  }
};

TEST(Options, DescribeHasEveryPropertyOfARow) {
  const Kitchen kitchen;
  const Json cook = kitchen.program.root().describe().find("commands")->as_array().front();
  EXPECT_EQ(cook.find("name")->as_string(), "cook");
  EXPECT_EQ(cook.find("arguments")->as_array().size(), 1U);
  const Json::Array& options = cook.find("options")->as_array();
  const auto option = [&options](const std::string& name) -> const Json& {
    for (const Json& row : options)
      for (const Json& each : row.find("names")->as_array())
        if (each.as_string() == name) return row;
    throw std::runtime_error(name);
  };
  EXPECT_EQ(option("--plates").dump(),
            R"({"names":["--plates"],"doc":"In use","group":"Stove","value":)"
            R"({"name":"N","kind":"whole","min":1,"max":4},"default":"2"})");
  EXPECT_EQ(option("--lid").dump(),
            R"({"names":["-l","--lid"],"doc":"Lid","group":"Stove","value":)"
            R"({"name":"FILE","kind":"file"},"environment":"LID","excludes":["--heat"],)"
            R"("needs":["--hot"]})");
  EXPECT_EQ(option("--heat").find("excludes")->dump(), R"(["--lid"])");
  EXPECT_EQ(option("--loud").find("group")->as_string(), "Options");
  EXPECT_EQ(option("--loud").find("value"), nullptr);
  EXPECT_TRUE(cook.find("arguments")->as_array().front().find("required")->as_bool());
  EXPECT_EQ(cook.find("essentials")->dump(), R"(["IN","--heat","--unknown"])");
}

TEST(Options, HelpHasLayers) {
  const Kitchen kitchen;
  const std::string some = kitchen.said({"--help"});
  EXPECT_NE(some.find("Usage: kitchen cook IN [options]"), std::string::npos) << some;
  EXPECT_NE(some.find("--heat SHARE"), std::string::npos) << some;
  EXPECT_EQ(some.find("--plates"), std::string::npos) << some;
  EXPECT_NE(some.find("  kitchen cook pot\n      a meal\n"), std::string::npos) << some;
  EXPECT_NE(some.find("Stove (2)"), std::string::npos) << some;
  const std::string all = kitchen.said({"--help-all"});
  EXPECT_LT(all.find("--loud"), all.find("\nStove:\n")) << all;
  EXPECT_LT(all.find("\nStove:\n"), all.find("--plates")) << all;
}

TEST(Options, NamesThatPeopleTypeAreAnswered) {
  const Kitchen kitchen;
  for (const char* const typed : {"--gas", "--gas=yes"})
    EXPECT_NE(kitchen.said({"pot", typed}).find("there is no option '--gas'; it is electric"),
              std::string::npos);
}

TEST(Options, OneErrorHasAllWrongValuesWhereTheWorkDoesNotAsk) {
  const Program program("shop", "Sells fruit.");
  Size first, second;
  const Command root = program.root();
  root.parsed("--first", first, parse_size, "One");
  root.parsed("--second", second, parse_size, "Another");
  root.runs([] { return 0; });
  std::array<std::string, 5> typed{"shop", "--first", "a", "--second", "b"};
  std::array<char*, 5> arguments{};
  for (std::size_t i = 0; i < typed.size(); ++i) arguments[i] = typed[i].data();
  try {
    static_cast<void>(program.run(static_cast<int>(arguments.size()), arguments.data()));
    FAIL() << "two wrong sizes were taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.problems().size(), 2U);
  }
}

}  // namespace
}  // namespace overlace
