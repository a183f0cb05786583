// SPDX-License-Identifier: Apache-2.0
// Numbers in the styles of several languages (Unicode CLDR's symbols of en, de, fr, de_CH).
#include <gtest/gtest.h>

#include "text/number_style.h"

namespace overlace::test {
namespace {

std::string styled(NumberStyle style, std::string text) {
  apply_number_style(style, text, 2);
  return text;
}

TEST(NumberStyle, MarksThousandsAndDecimals) {
  EXPECT_EQ(styled(NumberStyle::comma_point, "v=1234567.25"), "v=1,234,567.25");
  EXPECT_EQ(styled(NumberStyle::point_comma, "v=1234567.25"), "v=1.234.567,25");
  EXPECT_EQ(styled(NumberStyle::space_comma, "v=1234.5"), "v=1\u202F234,5");
  EXPECT_EQ(styled(NumberStyle::apostrophe, "v=-1234.5"), "v=-1\u2019234.5");
  EXPECT_EQ(styled(NumberStyle::comma, "v=1234.5"), "v=1234,5");
  EXPECT_EQ(styled(NumberStyle::plain, "v=1234.5"), "v=1234.5");
}

TEST(NumberStyle, LeavesWhatHasNoMarks) {
  EXPECT_EQ(styled(NumberStyle::comma_point, "v=999"), "v=999");
  EXPECT_EQ(styled(NumberStyle::comma_point, "v=  1000"), "v=  1,000");
  EXPECT_EQ(styled(NumberStyle::point_comma, "v=00020"), "v=00020") << "a counter";
  EXPECT_EQ(styled(NumberStyle::point_comma, "v=012345.5"), "v=012345,5");
  EXPECT_EQ(styled(NumberStyle::point_comma, "v=0.5"), "v=0,5");
  EXPECT_EQ(styled(NumberStyle::point_comma, "v=nan"), "v=nan");
  EXPECT_EQ(styled(NumberStyle::point_comma, "v=1.5e+06"), "v=1,5e+06");
  EXPECT_EQ(styled(NumberStyle::point_comma, "1.v"), "1.v") << "what was there before";
}

}  // namespace
}  // namespace overlace::test
