// SPDX-License-Identifier: Apache-2.0
// Counts the places in each lane.
#include "batch/device_lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "graph/core/error.h"

namespace overlace {

std::vector<Lane> parse_lanes(const std::string& text) {
  std::vector<Lane> lanes;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, ',');) {
    Lane lane{.device = word.substr(0, word.find('='))};
    const bool is_known = lane.device == "cpu" || lane.device.starts_with("cuda:");
    const char* const end = word.data() + word.size();
    std::from_chars_result number{end, {}};
    if (const std::size_t equals = word.find('='); equals != std::string::npos)
      number = std::from_chars(word.data() + equals + 1, end, lane.jobs);
    if (!is_known || number.ec != std::errc{} || number.ptr != end || lane.jobs < 1)
      throw Error(ErrorCode::usage, fmt::format("'{}' is not a lane", word),
                  "write devices and clips at once: cuda:0=2,cuda:1=2,cpu=1");
    lanes.push_back(std::move(lane));
  }
  if (lanes.empty()) throw Error(ErrorCode::usage, "there is no lane", "cuda:0=2,cpu=1");
  return lanes;
}

std::vector<Lane> default_lanes(const std::vector<int>& gpus, int jobs) {
  const int places = jobs - 1;
  if (gpus.empty() || places < 1) return {{.jobs = jobs}};
  const int count = std::min(static_cast<int>(gpus.size()), places);
  std::vector<Lane> lanes;
  for (int i = 0; i < count; ++i)
    lanes.push_back({fmt::format("cuda:{}", gpus[static_cast<std::size_t>(i)]),
                     places / count + (i < places % count ? 1 : 0)});
  lanes.push_back({"cpu", 1});
  return lanes;
}

Lanes::Lanes(std::vector<Lane> lanes) : lanes_(std::move(lanes)), taken_(lanes_.size()) {
  for (const Lane& lane : lanes_) places_.push_back(lane.jobs);
}

std::optional<std::size_t> Lanes::take(bool off_gpu) {
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    if (taken_[i] >= places_[i] || (off_gpu && is_gpu(i))) continue;
    ++taken_[i];
    return i;
  }
  return std::nullopt;
}

void Lanes::give_back(std::size_t lane) {
  --taken_[lane];
}

void Lanes::refused(std::size_t lane) {
  places_[lane] = std::min(places_[lane], taken_[lane]);
}

void Lanes::reopen() {
  for (int& places : places_) places = std::max(places, 1);
}

bool Lanes::any_open(bool off_gpu) const {
  for (std::size_t i = 0; i < lanes_.size(); ++i)
    if (is_open(i) && !(off_gpu && is_gpu(i))) return true;
  return false;
}

bool Lanes::is_gpu(std::size_t lane) const {
  return lanes_[lane].device.starts_with("cuda");
}

int Lanes::jobs() const {
  int sum = 0;
  for (const Lane& lane : lanes_) sum += lane.jobs;
  return sum;
}

}  // namespace overlace
