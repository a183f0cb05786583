// SPDX-License-Identifier: Apache-2.0
// Runs track nodes in waves: all whose inputs are ready, then one play of the clip for those that
// wait for pixels.
#include "graph/analysis/analyse.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "graph/analysis/named_files.h"

namespace overlace {
namespace {

/// Digests of what tables depend on.
class KeyMaker {
 public:
  KeyMaker(const Graph& graph, const ClipSources& sources)
      : graph_(graph), sources_(sources), clip_(at_full_size(sources.clip)) {}

  TableKeys make() {
    const std::vector<bool> live = live_nodes(graph_);
    keys_.assign(graph_.nodes.size(), {});
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
      if (live[i] && is_of_clip(graph_.nodes[i].type->stage)) keys_[i] = key_of(i);
    return std::move(keys_);
  }

 private:
  /// Inputs come before the nodes that read them.
  [[nodiscard]] Digest::Value key_of(std::size_t i) const {
    const GraphNode& node = graph_.nodes[i];
    Digest digest;
    add_clip(digest);
    digest.add(node.type->name);
    for (const ParamRow& row : node.type->params) {
      digest.add(row.name);
      digest.add(row.write(node.params.get()).dump());
      if (!row.files || !sources_.file_version) continue;
      for (const std::string& path : row.files(node.params.get()))
        digest.add(sources_.file_version(path));
    }
    for (const auto& port : node.inputs) {
      const std::size_t count = port.size();
      digest.add(&count, sizeof count);
      for (const std::size_t input : port) digest.add(&keys_[input], sizeof keys_[input]);
    }
    return digest.value();
  }
  void add_clip(Digest& digest) const {
    digest.add(sources_.name);
    const std::int64_t numbers[] = {
        clip_.size.width,     clip_.size.height,   clip_.frame_rate.num,
        clip_.frame_rate.den, clip_.frame_count,   clip_.stored.transposed,
        clip_.stored.flip_x,  clip_.stored.flip_y, clip_.first_frame};
    digest.add(numbers, sizeof numbers);
  }

  const Graph& graph_;
  const ClipSources& sources_;
  const ClipInfo clip_;  ///< at full size: every scale shares the tables
  TableKeys keys_;
};

/// The keys of tables whatever the clip's name is; none where no tables are found by them.
TableKeys keys_of_found(const Graph& graph, const ClipSources& sources) {
  if (sources.found == nullptr || !sources.play_video) return {};
  ClipSources nameless = sources;
  nameless.name.clear();
  return table_keys(graph, nameless);
}

class Analysis {
 public:
  Analysis(const Graph& graph, const ClipSources& sources, const TableKeys& keys, TrackCache& cache)
      : graph_(graph),
        sources_(sources),
        clip_(at_full_size(sources.clip)),
        cache_(cache),
        live_(live_nodes(graph)),
        keys_(keys),
        found_keys_(keys_of_found(graph, sources)),
        tables_{.clip = sources.clip, .of_node = {}} {
    tables_.of_node.resize(graph.nodes.size());
  }

  ClipTables run() {
    read_files();
    for (start_ready_nodes(); !waiting_.empty(); start_ready_nodes()) {
      play();
      for (Waiting& waiting : std::exchange(waiting_, {}))
        at_node(graph_, graph_.nodes[waiting.node], "",
                [&] { keep_found(waiting.node, waiting.observer->tracks()); });
    }
    return std::move(tables_);
  }

 private:
  /// A node whose observer has not yet seen the clip.
  struct Waiting {
    std::size_t node;
    std::unique_ptr<ClipObserver> observer;
  };

  [[nodiscard]] bool is_wanted(std::size_t node) const {
    return live_[node] && is_of_clip(graph_.nodes[node].type->stage);
  }

  /// Reads the files that frame nodes name first, so that a missing one is reported before the clip
  /// is played.
  void read_files() {
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      const GraphNode& node = graph_.nodes[i];
      if (!live_[i] || is_of_clip(node.type->stage)) continue;
      for (const ParamRow& row : node.type->params) {
        if (row.kind != ParamKind::file) continue;
        at_node(graph_, node, row.name, [&] {
          for (const std::string& path : row.files(node.params.get())) {
            if (row.content == FileContent::picture) {
              read_once(path, sources_.read_texture, tables_.textures);
              check_texels();
            } else
              read_once(path, sources_.read_lut, tables_.luts);
          }
        });
      }
    }
  }
  /// A single picture has a limit of its own, so they exceed theirs by one picture at most.
  void check_texels() const {
    std::uint64_t texels = 0;
    for (const auto& [path, texture] : tables_.textures)
      texels += static_cast<std::uint64_t>(texture->size.width) *
                static_cast<std::uint64_t>(texture->size.height);
    if (texels > sources_.limits.texels)
      throw Error(
          ErrorCode::limit,
          fmt::format("the graph's pictures have more than {} texels", sources_.limits.texels),
          "--max-texels allows more");
  }
  /// Reports problems of the file at the parameter that names it.
  template <class Content>
  static void read_once(
      const std::string& path,
      const std::function<std::shared_ptr<const Content>(const std::string&)>& read,
      std::map<std::string, std::shared_ptr<const Content>>& files) {
    if (!read || files.contains(path)) return;
    try {
      files[path] = read(path);
    } catch (const Error& error) {
      throw_as_named(path, error);
    }
  }

  /// Files and the like first: then it is known how large all other tables will be.
  void start_ready_nodes() {
    start_ready_nodes([this](std::size_t i) { return !reads_tables(i); });
    check_room();
    start_ready_nodes([this](std::size_t i) { return reads_tables(i); });
  }
  [[nodiscard]] bool reads_tables(std::size_t node) const {
    return !std::ranges::all_of(graph_.nodes[node].inputs, &std::vector<std::size_t>::empty);
  }
  /// A table has about as many rows as its inputs together: a few merges, each of the one before
  /// with itself, would take all memory.
  void check_room() const {
    std::vector<std::uint64_t> rows(graph_.nodes.size());  // at most the limit each
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (!is_wanted(i)) continue;
      if (tables_.of_node[i] != nullptr) rows[i] = tables_.of_node[i]->row_count();
      if (tables_.of_node[i] == nullptr)
        for (const auto& port : graph_.nodes[i].inputs)
          for (const std::size_t input : port) rows[i] += rows[input];
      all += rows[i];
      at_node(graph_, graph_.nodes[i], "", [&] { require_room(all, sources_.limits.boxes); });
    }
  }
  /// In topological order, so that a node's table exists before anything reads it.
  template <class Choose>
  void start_ready_nodes(const Choose& is_chosen) {
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (!is_wanted(i) || tables_.of_node[i] != nullptr || !is_chosen(i)) continue;
      at_node(graph_, graph_.nodes[i], "", [&] {
        if (const auto known = find(keys_[i]))
          take(i, known);
        else if (inputs_are_ready(i) && !is_awaited(keys_[i]) && !take_found(i))
          start(i);
      });
    }
  }
  [[nodiscard]] std::shared_ptr<const TrackTable> find(const Digest::Value& key) {
    const auto made = made_.find(key);
    return made != made_.end() ? made->second : cache_.find(key);
  }
  [[nodiscard]] bool inputs_are_ready(std::size_t i) const {
    return std::ranges::all_of(graph_.nodes[i].inputs, [this](const auto& port) {
      return std::ranges::all_of(
          port, [this](std::size_t input) { return tables_.of_node[input] != nullptr; });
    });
  }
  /// Whether another node is about to make the same table.
  [[nodiscard]] bool is_awaited(const Digest::Value& key) const {
    return std::ranges::any_of(waiting_,
                               [&](const Waiting& other) { return keys_[other.node] == key; });
  }

  /// Takes a table that an earlier run made of the clip's pixels, if there is one.
  bool take_found(std::size_t i) {
    if (found_keys_.empty()) return false;
    std::optional<TrackTable> found = sources_.found->find(graph_.nodes[i].name, found_keys_[i]);
    if (!found) return false;
    keep(i, *std::move(found));
    return true;
  }
  void keep_found(std::size_t i, TrackTable table) {
    if (!found_keys_.empty()) sources_.found->keep(graph_.nodes[i].name, found_keys_[i], table);
    keep(i, std::move(table));
  }

  void start(std::size_t i) {
    const GraphNode& node = graph_.nodes[i];
    TrackContext context = context_for(node);
    TrackSource source = std::get<MakeTracks>(node.type->behaviour)(node.params.get(), context);
    if (auto* observer = std::get_if<std::unique_ptr<ClipObserver>>(&source))
      waiting_.push_back({i, std::move(*observer)});
    else
      keep(i, std::get<TrackTable>(std::move(source)));
  }
  [[nodiscard]] TrackContext context_for(const GraphNode& node) const {
    TrackContext context;
    context.node = node.name;
    context.clip = clip_;
    context.inputs = inputs_of(node);
    if (sources_.read_tracks)
      context.read_tracks = [this, &node](const std::string& path) {
        return read_tracks(node, path);
      };
    context.read_audio = sources_.read_audio;
    context.has_pixels = static_cast<bool>(sources_.play_video);
    context.log = sources_.log;
    context.max_boxes = sources_.limits.boxes;
    return context;
  }
  /// Problems without a location get that of the parameter that names the file.
  [[nodiscard]] TrackTable read_tracks(const GraphNode& node, const std::string& path) const {
    const auto row = std::ranges::find_if(node.type->params, [&](const ParamRow& param) {
      return param.files && std::ranges::count(param.files(node.params.get()), path) > 0;
    });
    TrackTable table;
    at_node(graph_, node, row != node.type->params.end() ? row->name : std::string(),
            [&] { table = sources_.read_tracks(path); });
    return table;
  }
  [[nodiscard]] std::vector<const TrackTable*> inputs_of(const GraphNode& node) const {
    std::vector<const TrackTable*> inputs;
    for (const auto& port : node.inputs) {
      if (port.empty()) inputs.push_back(nullptr);
      for (const std::size_t input : port) inputs.push_back(tables_.of_node[input].get());
    }
    return inputs;
  }
  void keep(std::size_t i, TrackTable table) {
    boxes_made_ += table.row_count();
    require_room(boxes_made_, sources_.limits.boxes);
    const GraphNode& node = graph_.nodes[i];
    const std::vector<const TrackTable*> inputs = inputs_of(node);
    if (sources_.live != nullptr) sources_.live->continue_counts(node.name, inputs, table);
    pass_on(inputs, table);
    finish_tracks(table, sources_.clip);
    if (sources_.live != nullptr) sources_.live->continue_ages(node.name, table);
    const auto made = std::make_shared<const TrackTable>(std::move(table));
    take(i, made);
    made_[keys_[i]] = made;
    cache_.keep(keys_[i], made);
  }
  void take(std::size_t i, const std::shared_ptr<const TrackTable>& table) {
    add_series(tables_.series, table->series);
    tables_.of_node[i] = table;
  }

  /// As many passes as the most demanding observer asks for; the others sit out the later ones.
  void play() {
    std::vector<Waiting*> watching;
    for (Waiting& waiting : waiting_) watching.push_back(&waiting);
    while (!watching.empty()) {
      sources_.play_video([&](const BgrFrame& frame) {
        for (Waiting* waiting : watching)
          at_node(graph_, graph_.nodes[waiting->node], "", [&] { waiting->observer->see(frame); });
      });
      std::erase_if(watching, [](Waiting* waiting) { return !waiting->observer->end_pass(); });
    }
  }

  const Graph& graph_;
  const ClipSources& sources_;
  const ClipInfo clip_;  ///< that tables are made for, at full size: every scale shares them
  TrackCache& cache_;
  std::vector<bool> live_;
  const TableKeys& keys_;       ///< per node
  const TableKeys found_keys_;  ///< per node, or empty
  ClipTables tables_;
  std::map<Digest::Value, std::shared_ptr<const TrackTable>> made_;  ///< by this analysis
  std::uint64_t boxes_made_ = 0;                                     ///< by this analysis
  std::vector<Waiting> waiting_;
};

}  // namespace

TableKeys table_keys(const Graph& graph, const ClipSources& sources) {
  return KeyMaker(graph, sources).make();
}

ClipTables analyse(const Graph& graph, const ClipSources& sources, TrackCache& cache) {
  const TableKeys keys = table_keys(graph, sources);
  ClipTables tables = Analysis(graph, sources, keys, cache).run();
  Digest digest;
  for (const Digest::Value& key : keys) digest.add(key.data(), sizeof key);
  tables.key = digest.value();
  return tables;
}

ClipTables analyse(const Graph& graph, const ClipSources& sources) {
  TrackCache cache;
  return analyse(graph, sources, cache);
}

ClipTables analyse(const Graph& graph, const ClipSources& sources, const TableKeys& keys) {
  TrackCache cache;
  return Analysis(graph, sources, keys, cache).run();
}

}  // namespace overlace
