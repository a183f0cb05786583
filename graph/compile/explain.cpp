// SPDX-License-Identifier: Apache-2.0
// The plan as facts, and the facts as text.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "graph/compile/compile.h"
#include "graph/data/clip_audio.h"
#include "graph/data/layer_grid.h"
#include "graph/plan/effect_memory.h"

namespace overlace {
namespace {

Json integer(std::size_t value) {
  return static_cast<std::int64_t>(value);
}

/// A list of `facts_of` each value.
template <class T, class FactsOf>
Json list_of(const std::vector<T>& values, FactsOf facts_of) {
  Json list(Json::Array{});
  for (const T& value : values) list.push_back(facts_of(value));
  return list;
}

/// The memory of a slot or a layer, and the steps during which it is in use, counted from 1.
template <class AnySlot>
void set_use(Json& json, const AnySlot& slot, std::size_t bytes) {
  json.set("bytes", integer(bytes));
  json.set("buffer", integer(slot.buffer));
  json.set("first_step", integer(slot.first_step + 1));
  json.set("last_step", integer(slot.last_step + 1));
}

constexpr std::size_t row_bytes = 60;  ///< of a track table, without columns of its own

std::size_t record_bytes(Stage stage) {
  return stage == Stage::links ? sizeof(Link) : sizeof(Curve);
}

/// "from slot or table", for one step.
struct StepText {
  const Plan& plan;
  [[nodiscard]] std::string slot(std::size_t i) const { return plan.slots[i].name; }
  [[nodiscard]] std::string table(std::size_t i) const {
    return i == no_tracks ? "nothing" : plan.track_names[i];
  }
  std::string operator()(const LinkStep& s) const { return "from " + table(s.tracks); }
  std::string operator()(const CurveStep& s) const { return "from " + slot(s.input); }
  std::string operator()(const DrawStep& s) const {
    return "from " + (s.input == no_slot ? table(s.tracks) : slot(s.input));
  }
  std::string operator()(const GroupBeginStep& s) const {
    switch (s.blend) {
      case BlendMode::plus:
        return "opens a group that is added to what is below it in the group around it";
      case BlendMode::erase:
        return "opens a group that erases what is below it in the group around it";
      case BlendMode::inside:
        return "opens a group that the group around it lies inside of";
      default:
        return "opens a group";
    }
  }
  std::string operator()(const GroupEndStep&) const { return "closes it"; }
  std::string operator()(const LayerStep& s) const {
    return fmt::format("paints layer {}", s.layer + 1);
  }
  std::string operator()(const EffectStep& s) const {
    std::string from;
    for (const std::size_t layer : s.inputs)
      if (layer != no_slot) from += fmt::format("{}{}", from.empty() ? "" : " and ", layer + 1);
    return fmt::format("from layer {} into layer {}", from, s.output + 1);
  }
  std::string operator()(const PictureStep& s) const {
    return fmt::format("changes the picture under layer {}", s.region + 1);
  }
  std::string operator()(const RasterStep& s) const {
    return s.layer ? fmt::format("tile pass into layer {}", *s.layer + 1)
                   : "one tile pass onto the frame's own planes, touched blocks only";
  }
};

std::size_t total_bytes(const Plan& plan) {
  std::vector<std::size_t> buffer(plan.buffers, 0);
  for (const Slot& slot : plan.slots)
    buffer[slot.buffer] = std::max(buffer[slot.buffer], slot.capacity * record_bytes(slot.stage));
  std::size_t bytes = plan.primitive_capacity * sizeof(Primitive);
  for (const std::size_t b : buffer) bytes += b;
  for (const LayerKind kind : layer_kinds(plan)) bytes += layer_bytes(stored_size(plan.clip), kind);
  return bytes + effect_scratch_bytes(plan, FilterAxes::at_once);
}

Json pass_facts(const Plan& plan) {
  return list_of(plan.passes, [](const PassReport& pass) {
    Json json;
    json.set("name", pass.name);
    json.set("edits", integer(pass.edits));
    return json;
  });
}

Json track_facts(const Plan& plan) {
  Json tables(Json::Array{});
  for (std::size_t i = 0; i < plan.tracks.size(); ++i) {
    const TrackTable& table = *plan.tracks[i];
    if (table.audio != nullptr) continue;
    Json json;
    json.set("name", plan.track_names[i]);
    json.set("boxes", integer(table.row_count()));
    json.set("frames", integer(static_cast<std::size_t>(table.frame_count())));
    json.set("first_frame", table.first_frame);
    tables.push_back(std::move(json));
  }
  return tables;
}

/// Bytes of samples and spectra; those shared by several tables count once, at the first.
class AudioBytes {
 public:
  std::size_t operator()(const ClipAudio& audio) {
    const auto& [samples, spectrum] = audio;
    std::size_t bytes = 0;
    if (samples != nullptr && seen_.insert(samples.get()).second) bytes += samples->bytes();
    if (spectrum != nullptr && seen_.insert(spectrum.get()).second) bytes += spectrum->bytes();
    return bytes;
  }

 private:
  std::set<const void*> seen_;
};

Json audio_facts(const Plan& plan) {
  Json tables(Json::Array{});
  AudioBytes bytes_of;
  for (std::size_t i = 0; i < plan.tracks.size(); ++i) {
    const ClipAudio* audio = plan.tracks[i]->audio.get();
    if (audio == nullptr) continue;
    const PcmAudio* sound = audio->samples.get();
    const AudioSpectrum* spectrum = audio->spectrum.get();
    Json json;
    json.set("name", plan.track_names[i]);
    json.set("channels", integer(sound == nullptr ? 0 : sound->channels.size()));
    json.set("samples", integer(sound == nullptr ? 0 : sound->size()));
    json.set("sample_rate", sound == nullptr ? 0 : sound->sample_rate);
    json.set("bands", integer(spectrum == nullptr ? 0 : spectrum->bands()));
    json.set("columns", integer(spectrum == nullptr ? 0 : spectrum->columns));
    json.set("column_s", spectrum == nullptr ? 0.0 : spectrum->column_s);
    json.set("bytes", integer(bytes_of(*audio)));
    tables.push_back(std::move(json));
  }
  return tables;
}

Json series_facts(const Plan& plan) {
  return list_of(plan.series, [](const SharedSeries& series) {
    Json json;
    json.set("name", series->name);
    json.set("values", integer(series->values.size()));
    json.set("bytes", integer(series->values.size() * sizeof(double)));
    return json;
  });
}

Json slot_facts(const Plan& plan) {
  return list_of(plan.slots, [](const Slot& slot) {
    Json json;
    json.set("name", slot.name);
    json.set("stage", stage_name(slot.stage));
    json.set("records", integer(slot.capacity));
    set_use(json, slot, slot.capacity * record_bytes(slot.stage));
    return json;
  });
}

Json layer_facts(const Plan& plan) {
  return list_of(plan.layers, [size = stored_size(plan.clip)](const LayerSlot& layer) {
    Json json;
    json.set("name", layer.name);
    json.set("holds", layer.kind == LayerKind::alpha ? "alpha" : "RGBA");
    set_use(json, layer, layer_bytes(size, layer.kind));
    return json;
  });
}

Json display_list_facts(const Plan& plan) {
  Json json;
  json.set("records", integer(plan.primitive_capacity));
  json.set("bytes", integer(plan.primitive_capacity * sizeof(Primitive)));
  return json;
}

Json step_facts(const Plan& plan) {
  return list_of(plan.steps, [&plan](const Step& step) {
    Json json;
    json.set("stage", step.stage);
    json.set("name", step.name);
    json.set("work", std::visit(StepText{plan}, step.work));
    return json;
  });
}

const std::string& text_of(const Json& json, const char* key) {
  return json.find(key)->as_string();
}

std::int64_t count_of(const Json& json, const char* key) {
  return json.find(key)->as_integer();
}

std::string slot_line(const Json& slot) {
  return fmt::format("  {:<16} {:<8} {:>8} records {:>10} bytes  buffer {}  steps {}-{}\n",
                     text_of(slot, "name"), text_of(slot, "stage"), count_of(slot, "records"),
                     count_of(slot, "bytes"), count_of(slot, "buffer"),
                     count_of(slot, "first_step"), count_of(slot, "last_step"));
}

std::string series_text(const Json& plan) {
  const Json::Array& list = plan.find("series")->as_array();
  std::string text = list.empty() ? "" : "\nseries\n";
  for (const Json& series : list)
    text += fmt::format("  {:<16} {} values {:>10} bytes\n", text_of(series, "name"),
                        count_of(series, "values"), count_of(series, "bytes"));
  return text;
}

std::string slots_text(const Json& plan) {
  std::string text = "\nslots\n";
  for (const Json& slot : plan.find("slots")->as_array()) text += slot_line(slot);
  const Json& list = *plan.find("display_list");
  return text + fmt::format("  {:<16} {:<8} {:>8} records {:>10} bytes\n", "display list", "",
                            count_of(list, "records"), count_of(list, "bytes"));
}

/// Empty if everything is fused.
std::string layers_text(const Json& plan) {
  const Json::Array& layers = plan.find("layers")->as_array();
  if (layers.empty()) return "";
  std::string text = "\nlayers (FP16; RGBA is premultiplied)\n";
  int number = 0;
  for (const Json& layer : layers)
    text += fmt::format("  {:>2} {:<22} {:<5} {:>10} bytes  buffer {}  steps {}-{}\n", ++number,
                        text_of(layer, "name"), text_of(layer, "holds"), count_of(layer, "bytes"),
                        count_of(layer, "buffer"), count_of(layer, "first_step"),
                        count_of(layer, "last_step"));
  if (const std::int64_t bytes = count_of(plan, "effect_bytes"); bytes > 0)
    text += fmt::format("     {:<22} {:<5} {:>10} bytes  shared by all effects\n", "scratch", "",
                        bytes);
  return text;
}

std::string steps_text(const Json& plan) {
  std::string text = "\nsteps, replayed for every frame\n";
  int number = 0;
  for (const Json& step : plan.find("steps")->as_array())
    text += fmt::format("  {:>2} {:<13} {:<20} {}\n", ++number, text_of(step, "stage"),
                        text_of(step, "name"), text_of(step, "work"));
  return text;
}

std::string audio_text(const Json& plan) {
  const auto& tables = plan.find("audio")->as_array();
  std::string text = tables.empty() ? "" : "\naudio\n";
  for (const Json& table : tables) {
    text += fmt::format("  {:<16} {} channels of {} samples at {} Hz", text_of(table, "name"),
                        count_of(table, "channels"), count_of(table, "samples"),
                        count_of(table, "sample_rate"));
    if (count_of(table, "columns") > 0)
      text += fmt::format(", {} bands in {} columns of {:.2f} ms", count_of(table, "bands"),
                          count_of(table, "columns"), table.find("column_s")->as_number() * 1e3);
    text += fmt::format(", {} bytes\n", count_of(table, "bytes"));
  }
  return text;
}

std::size_t total_audio_bytes(const Plan& plan) {
  AudioBytes bytes_of;
  std::size_t bytes = 0;
  for (const auto& table : plan.tracks)
    if (table->audio != nullptr) bytes += bytes_of(*table->audio);
  return bytes;
}

}  // namespace

Json plan_facts(const Plan& plan) {
  Json json;
  json.set("title", plan.title.empty() ? "plan" : plan.title);
  json.set("width", plan.clip.size.width);
  json.set("height", plan.clip.size.height);
  json.set("frame_rate", plan.clip.frame_rate.value());
  json.set("passes", pass_facts(plan));
  json.set("tracks", track_facts(plan));
  json.set("audio", audio_facts(plan));
  json.set("series", series_facts(plan));
  json.set("slots", slot_facts(plan));
  json.set("layers", layer_facts(plan));
  json.set("effect_bytes", integer(effect_scratch_bytes(plan, FilterAxes::at_once)));
  json.set("display_list", display_list_facts(plan));
  json.set("steps", step_facts(plan));
  json.set("buffer_bytes", integer(total_bytes(plan)));
  return json;
}

std::size_t drawing_bytes(const Plan& plan) {
  std::size_t bytes = total_bytes(plan) + total_audio_bytes(plan);
  for (const auto& table : plan.tracks) bytes += table->row_count() * row_bytes;
  for (const SharedSeries& series : plan.series) bytes += series->values.size() * sizeof(double);
  return bytes;
}

std::string explain(const Json& plan) {
  std::string text = fmt::format("{}: {}x{}, {:g} frames per second\n", text_of(plan, "title"),
                                 count_of(plan, "width"), count_of(plan, "height"),
                                 plan.find("frame_rate")->as_number());
  text += "\npasses (edits)\n";
  for (const Json& pass : plan.find("passes")->as_array())
    text += fmt::format("  {:<16} {}\n", text_of(pass, "name"), count_of(pass, "edits"));
  text += "\ntracks\n";
  for (const Json& table : plan.find("tracks")->as_array())
    text += fmt::format("  {:<16} {} boxes in {} frames, from frame {}\n", text_of(table, "name"),
                        count_of(table, "boxes"), count_of(table, "frames"),
                        count_of(table, "first_frame"));
  text += audio_text(plan) + series_text(plan) + slots_text(plan) + layers_text(plan) +
          steps_text(plan);
  return text +
         fmt::format("\nmemory for these buffers: {} bytes\n", count_of(plan, "buffer_bytes"));
}

}  // namespace overlace
