// SPDX-License-Identifier: Apache-2.0
// Tags in texts: read, refused, escaped.
#include <string>

#include "tests/text/fonts.h"
#include "text/markup.h"

namespace overlace::test {
namespace {

MarkedText read(std::string_view marked) {
  MarkedText out;
  read_markup(marked, out);
  return out;
}

TEST(Markup, TagsNest) {
  const MarkedText text = read("a[b]b[I]c[/]d[/]e");
  EXPECT_EQ(text.text, "abcde");
  ASSERT_EQ(text.spans.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(text.spans[i].end, i + 1);
  EXPECT_EQ(text.spans[0].style, MarkedStyle{});
  EXPECT_EQ(text.spans[1].style, (MarkedStyle{.bold = true}));
  EXPECT_EQ(text.spans[2].style, (MarkedStyle{.bold = true, .italic = true}));
  EXPECT_EQ(text.spans[3].style, text.spans[1].style);
  EXPECT_EQ(text.spans[4].style, MarkedStyle{});
}

TEST(Markup, ColoursAndSizes) {
  const MarkedText text = read("[#f80][50%][50%]x[/][/][/][red]y");
  EXPECT_EQ(text.spans[0].style.color, (Color{1, 136 / 255.0F, 0, 1}));
  EXPECT_FLOAT_EQ(text.spans[0].style.scale, 0.25F);
  EXPECT_EQ(text.spans[1].style.color, (Color{1, 0, 0, 1}));
}

TEST(Markup, BracketsAndWhatIsEscaped) {
  EXPECT_EQ(read("a[[b]").text, "a[b]");
  std::string out = "x[";
  out += "[b] [[";
  escape_markup(out, 2);
  EXPECT_EQ(out, "x[[[b] [[[[");
  EXPECT_EQ(read(out.substr(2)).text, "[b] [[");
}

TEST(Markup, NothingIsNothing) {
  EXPECT_EQ(read("").text, "");
  EXPECT_TRUE(read("[b][/]").spans.empty());
}

TEST(Markup, WrongTagsAreRefused) {
  const auto message = [](std::string_view marked) {
    return problem_of([&] { (void)read(marked); }).message;
  };
  EXPECT_NE(message("[bold]x").find("[bold]"), std::string::npos);
  EXPECT_NE(message("[#xyz]").find("[#xyz]"), std::string::npos);
  EXPECT_NE(message("[9%]").find("[9%]"), std::string::npos);
  EXPECT_NE(message("[1001%]").find("[1001%]"), std::string::npos);
  EXPECT_NE(message("a[/]"), "");
  EXPECT_NE(message("a[b"), "");
  std::string deep;
  for (std::size_t i = 0; i <= max_tag_depth; ++i) deep += "[b]";
  EXPECT_NE(message(deep), "");
}

}  // namespace
}  // namespace overlace::test
