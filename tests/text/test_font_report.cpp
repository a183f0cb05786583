// SPDX-License-Identifier: Apache-2.0
// What a plan reports about its fonts, determined once per state of a font file.
#include <unistd.h>

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "tests/text/fonts.h"
#include "text/font_report.h"

namespace overlace::test {
namespace {

using Report = FontTest;

/// A copy of a font in a separate file.
class FontCopy {
 public:
  FontCopy() { put(test_font); }
  ~FontCopy() { std::filesystem::remove(path_); }
  FontCopy(const FontCopy&) = delete;
  FontCopy& operator=(const FontCopy&) = delete;

  void put(const std::string& font) const {
    std::filesystem::copy_file(find_font(font).path, path_,
                               std::filesystem::copy_options::overwrite_existing);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_ =
      std::filesystem::temp_directory_path() / ("report-" + std::to_string(::getpid()) + ".ttf");
};

constexpr std::string_view latin[] = {"one", "two"};

TEST_F(Report, IsMadeOnceForANameAndItsTexts) {
  Memo memo;
  const auto first = report_font(test_font, latin, false, &memo);
  EXPECT_EQ(first->notes.size(), 1U);
  EXPECT_EQ(report_font(test_font, latin, false, &memo), first);
  EXPECT_NE(report_font(test_font, std::span(latin).first(1), false, &memo), first);
  EXPECT_NE(report_font("DejaVu Sans:Bold", latin, false, &memo), first);
  EXPECT_NE(report_font(test_font, latin, false, nullptr), first);
  EXPECT_EQ(report_font(test_font, latin, false, nullptr)->notes, first->notes);
}

TEST_F(Report, IsMadeAgainForAnotherFileUnderItsName) {
  const FontCopy file;
  Memo memo;
  const auto book = report_font(file.path(), latin, false, &memo);
  EXPECT_EQ(report_font(file.path(), latin, false, &memo), book);
  file.put("DejaVu Sans:Bold");
  const auto bold = report_font(file.path(), latin, false, &memo);
  EXPECT_EQ(book->fonts.regular.style, "Book");
  EXPECT_EQ(bold->fonts.regular.style, "Bold");
}

TEST_F(Report, KeepsNothingOfAFontThatIsNotThere) {
  Memo memo;
  const FontCopy file;
  const std::string path = file.path() + ".ttf";
  EXPECT_NE(problem_of([&] { (void)report_font(path, latin, false, &memo); }).message, "");
  std::filesystem::copy_file(file.path(), path);
  EXPECT_EQ(report_font(path, latin, false, &memo)->fonts.regular.style, "Book");
  std::filesystem::remove(path);
}

TEST(Memo, LetsTheLeastRecentlyUsedGo) {
  Memo memo(2);
  int made = 0;
  const auto get = [&](std::uint64_t key) {
    return *memo.get<int>({key, 0}, [&] { return ++made; });
  };
  EXPECT_EQ(get(1), 1);
  EXPECT_EQ(get(2), 2);
  EXPECT_EQ(get(1), 1);
  EXPECT_EQ(get(3), 3);  // evicts 2
  EXPECT_EQ(get(1), 1);
  EXPECT_EQ(get(2), 4);
}

}  // namespace
}  // namespace overlace::test
