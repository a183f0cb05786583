// SPDX-License-Identifier: Apache-2.0
// One mutex guards the state, another serialises the work that runs.
#include "tests/io/fake_driver/driver.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <utility>

namespace overlace::fake_driver {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Rules::Rules(const std::string& text) {
  std::istringstream rules(text);
  for (std::string rule; std::getline(rules, rule, ',');) {
    const std::size_t a = rule.find(':');
    const std::size_t b = rule.find(':', a + 1);
    rules_.push_back({rule.substr(0, a), std::stoi(rule.substr(a + 1)),
                      std::stoi(rule.substr(b + 1)), rule[b - 1] == '+'});
  }
}

int Rules::enter(const std::string& call) {
  const int number = ++calls_[call];
  for (const Rule& r : rules_) {
    if (r.call == call && (r.number == number || (r.onward && number > r.number))) return r.code;
  }
  return 0;
}

Driver::Driver() : rules_(environment("FAKE_DRIVER_FAIL")) {}

Driver::~Driver() {
  const std::string name = environment("FAKE_DRIVER_REPORT");
  std::FILE* file = name.empty() ? nullptr : std::fopen(name.c_str(), "w");
  if (file == nullptr) return;
  std::fprintf(file, "live %d\n", live_.sum());
  for (const auto& [call, count] : rules_.calls())
    std::fprintf(file, "%s %d\n", call.c_str(), count);
  std::fclose(file);
}

void Driver::set_failures(const std::string& rules) {
  const std::lock_guard lock(mutex_);
  rules_ = Rules(rules);
}

void Driver::reset() {
  const std::lock_guard lock(mutex_);
  rules_ = Rules("");
  live_ = {};
  memory_.clear();
}

std::map<std::string, int> Driver::calls() {
  const std::lock_guard lock(mutex_);
  return rules_.calls();
}

Live Driver::live() {
  const std::lock_guard lock(mutex_);
  return live_;
}

int Driver::enter(const char* call) {
  const std::lock_guard lock(mutex_);
  return rules_.enter(call);
}

void Driver::count(int Live::*what, int change) {
  const std::lock_guard lock(mutex_);
  live_.*what += change;
}

// New memory is not zeroed, so that stale contents show.
void* Driver::allocate(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  constexpr int old_memory = 0xA5;
  auto memory = std::make_unique<std::byte[]>(bytes);
  std::memset(memory.get(), old_memory, bytes);
  std::byte* address = memory.get();
  memory_[address] = {std::move(memory), bytes};
  ++live_.allocations;
  return address;
}

bool Driver::free(void* memory) {
  const std::lock_guard lock(mutex_);
  if (memory_.erase(static_cast<std::byte*>(memory)) == 0) return false;
  --live_.allocations;
  return true;
}

bool Driver::owns(const void* memory, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto* start = static_cast<const std::byte*>(memory);
  auto after = memory_.upper_bound(start);
  if (after == memory_.begin()) return false;
  const auto& [address, block] = *--after;
  return start + bytes <= address + block.bytes;
}

int Driver::run_all() {
  int error = 0;
  for (Stream* stream : streams()) {
    while (step(*stream)) continue;
    if (stream->error != 0) error = stream->error;
  }
  return error;
}

void Driver::queue(Stream& stream, std::function<int()> work) {
  const std::lock_guard lock(mutex_);
  stream.work.push_back(std::move(work));
}

bool Driver::step(Stream& stream) {
  const std::lock_guard in_order(run_mutex_);
  std::function<int()> work;
  {
    const std::lock_guard lock(mutex_);
    if (stream.work.empty()) return false;
    work = std::move(stream.work.front());
    stream.work.pop_front();
  }
  const int error = stream.error != 0 ? stream.error.load() : work();
  if (stream.error == 0) stream.error = error;
  return true;
}

Stream* Driver::make_stream() {
  const std::lock_guard lock(mutex_);
  streams_.push_back(std::make_unique<Stream>());
  ++live_.streams;
  return streams_.back().get();
}

void Driver::destroy_stream(Stream& stream) {
  while (step(stream)) continue;
  const std::lock_guard lock(mutex_);
  std::erase_if(streams_, [&stream](const auto& s) { return s.get() == &stream; });
  --live_.streams;
}

std::vector<Stream*> Driver::streams() {
  const std::lock_guard lock(mutex_);
  std::vector<Stream*> all{&default_};
  for (const auto& stream : streams_) all.push_back(stream.get());
  return all;
}

Stream& Driver::find(void* handle) {
  return handle == nullptr ? default_ : *static_cast<Stream*>(handle);
}

}  // namespace overlace::fake_driver
