// SPDX-License-Identifier: Apache-2.0
// The families of networks, for the list in detect/head.cpp.
#pragma once

#include "detect/head.h"

namespace overlace {

HeadType ultralytics_detect_head();
HeadType ultralytics_segment_head();
HeadType ultralytics_pose_head();
HeadType ultralytics_oriented_head();
HeadType yolox_head();
HeadType rtdetr_head();
HeadType yunet_head();
HeadType centerface_head();

}  // namespace overlace
