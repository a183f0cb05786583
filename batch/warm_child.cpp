// SPDX-License-Identifier: Apache-2.0
// Clips come in line by line, and their ends go out.
#include "batch/warm_child.h"

#include <utility>

#include "batch/batch_plan.h"
#include "batch/machine.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr const char* idle = "idle";

}  // namespace

bool ServiceRecord::may_go_on(int code, std::int64_t resident_bytes) {
  ++clips_;
  if (!at_first_) at_first_ = resident_bytes;
  const bool is_there = code == 0 || code == static_cast<int>(ErrorCode::loss);
  return is_there && clips_ < limits_.clips && resident_bytes - *at_first_ < limits_.growth_bytes;
}

int serve_clips(const RenderClip& render, const ServiceLimits& limits) {
  ServiceRecord service(limits);
  for (std::string line; !(line = ParentLine::read()).empty();) {
    const Json order = parse_json(line, "parent");
    print_into(order.find("log")->as_string());
    forget_peak_memory();
    const int code = render(clip_of(*order.find("clip")));
    if (!service.may_go_on(code, resident_memory())) return code;
    Json end;
    end.set("event", idle);
    end.set("exit", code);
    end.set("resident_bytes", peak_resident_memory());
    ParentLine::tell(end);
  }
  return 0;
}

std::unique_ptr<ChildProcess> WarmChildren::start(std::size_t lane, const BatchClip& clip,
                                                  const std::string& log,
                                                  const RenderClip& render) {
  std::unique_ptr<ChildProcess> process;
  auto& idle_here = idle_[lane];
  while (!idle_here.empty() && process == nullptr) {
    process = std::move(idle_here.back());
    idle_here.pop_back();
    if (process->ended()) process.reset();  // it ended while idle
  }
  if (process == nullptr)
    process = std::make_unique<ChildProcess>([&] { return serve_clips(render); }, log);
  Json order;
  order.set("clip", clip_json(clip));
  order.set("log", log);
  process->answer(order.dump());
  return process;
}

void WarmChildren::keep(std::size_t lane, std::unique_ptr<ChildProcess> process) {
  idle_[lane].push_back(std::move(process));
}

std::optional<ChildEnd> WarmChildren::end_in(const Json& line) {
  const Json* const event = line.find("event");
  if (event == nullptr || !event->is_string() || event->as_string() != idle) return std::nullopt;
  const auto number = [&line](const char* name) {
    const Json* const found = line.find(name);
    return found != nullptr && found->is_integer() ? found->as_integer() : 0;
  };
  return ChildEnd{.code = static_cast<int>(number("exit")),
                  .resident_bytes = number("resident_bytes")};
}

}  // namespace overlace
