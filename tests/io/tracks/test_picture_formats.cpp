// SPDX-License-Identifier: Apache-2.0
// Formats of annotated pictures, whose names say the frames; layouts from the tools' documents.
#include "read_text.h"

namespace overlace::test {
namespace {

TEST(NothingToDraw, FilesWithoutPlacesAreSaidToBeThat) {
  const auto why = [](const std::string& text) { return refusal(text); };
  EXPECT_NE(why(R"({"images": [{"id": 1, "file_name": "1.jpg"}],
    "annotations": [{"image_id": 1, "id": 2, "caption": "a cat"}]})")
                .find("captions"),
            std::string::npos);
  EXPECT_NE(why(R"({"images": [{"id": 1, "file_name": "1.jpg"}],
    "annotations": [{"image_id": 1, "file_name": "1.png", "segments_info": [{"id": 1}]}]})")
                .find("panoptic"),
            std::string::npos);
  EXPECT_NE(why("filename,label\n1.jpg,cat\n").find("classes of whole pictures"),
            std::string::npos);
  EXPECT_NE(why("<boost_serialization><tracklets/></boost_serialization>").find("in space"),
            std::string::npos);
  // JSON on one line is no heading of a table.
  EXPECT_EQ(read_text(R"({"images": [{"id": 1, "file_name": "1.jpg"}],)"
                      R"( "annotations": [{"image_id": 1, "label": "cat", "bbox": [1, 2, 3, 4]}]})")
                .table.row_count(),
            1U);
}

}  // namespace
}  // namespace overlace::test
