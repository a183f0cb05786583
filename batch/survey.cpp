// SPDX-License-Identifier: Apache-2.0
// Compares sizes and times first, then receipts, then contents.
#include "batch/survey.h"

#include <fmt/format.h>

#include <filesystem>

#include "batch/clip_parts.h"
#include "batch/planning.h"
#include "graph/core/error.h"
#include "io/files/sequence_name.h"
#include "io/frames/plate_space.h"

namespace overlace {
namespace {

/// Exit codes for lack of something: the same clip may succeed next time.
bool is_transient(int code) {
  constexpr int killed = 137;
  return code == static_cast<int>(ErrorCode::output) || code == killed ||
         code == static_cast<int>(ErrorCode::out_of_memory) ||
         code == static_cast<int>(ErrorCode::unavailable);
}

bool has_failed(ClipState state) {
  return state == ClipState::failed || state == ClipState::poison;
}

void settle(ClipRecord& record, const Receipt& receipt) {
  record.state = receipt.exit_code == 0 ? ClipState::done : ClipState::done_with_loss;
  record.exit_code = receipt.exit_code;
  const auto number = [&](const char* name) {
    const Json* const found = receipt.report.find(name);
    return found != nullptr && found->is_integer() ? found->as_integer() : 0;
  };
  record.frames = number("frames");
  record.bytes = number("size_bytes");
}

void add(std::string& text, const FileIdentity& identity) {
  text += fmt::format(" {} {} {} {} {}\n", identity.device, identity.inode, identity.bytes,
                      identity.written_ns, identity.changed_ns);
}

}  // namespace

const Survey::Shared& Survey::shared(const BatchClip& clip) {
  std::unique_ptr<const Shared>& shared = shared_[options_key(clip)];
  if (!shared) {
    const RenderSettings settings = read_(clip);
    GraphFacts facts = facts_of(settings.graph);
    if (const std::string config = config_of(settings.input.reading.plate_space);
        !config.empty() && !is_uri(config))
      facts.files.push_back({"colour config", config});
    std::string basis = fmt::format("{} {} {}\n{}\n{}\n", render_revision, options_.verify,
                                    options_.program, facts.nodes.dump(), facts.composition.dump());
    shared = std::make_unique<const Shared>(Shared{std::move(facts), std::move(basis)});
  }
  return *shared;
}

Survey::Look Survey::look(const BatchClip& clip, TrackCompanions& companions) {
  const auto here = [&clip](const char* name) {
    return clip.is_fetched(name) ? std::string() : clip.option(name);
  };
  const ClipPaths paths{.input = clip.is_fetched() ? "" : clip.input,
                        .tracks = here("tracks"),
                        .embeddings = here("embeddings")};
  const Shared& shared = this->shared(clip);
  return {clip, shared, files_of(paths, shared.facts, companions)};
}

Survey::Look Survey::look(const BatchClip& clip) {
  TrackCompanions companions;
  return look(clip, companions);
}

std::vector<ReadFile> Survey::files(const BatchClip& clip) {
  return look(clip).files;
}

Fingerprint Survey::fingerprint(const BatchClip& clip, const std::vector<ReadFile>& files) {
  return fingerprint_of(clip, shared(clip).facts, files);
}

std::string Survey::basis(const BatchClip& clip) {
  try {
    return basis(look(clip));
  } catch (const Error&) {
    return {};
  }
}

std::string Survey::basis(const Look& look) {
  const auto& [clip, shared, files] = look;
  if (is_sequence(clip.output)) return {};
  std::string text = shared.basis + options_json(clip.options).dump();
  for (const ReadFile& file : files) {
    const std::optional<FileIdentity> identity = identity_of(file.path);
    if (!identity || was_just_written(*identity)) return {};
    text += file.path;
    add(text, *identity);
  }
  if (clip.is_fetched()) text += source_key(clip);
  text += publish_key(clip);
  // A receipt that is gone takes back what its output was worth.
  const auto add_made = [&text](const std::string& output) {
    for (const std::string& path : {output, receipt_path(output)})
      if (const auto identity = identity_of(path)) add(text, *identity);
  };
  for (const std::string& frames : clip.parts) {
    text += frames;
    add_made(part_of(clip, frames).output);
  }
  add_made(clip.output);
  return digest_text(text);
}

std::optional<Receipt> Survey::made(const BatchClip& clip) {
  return made(look(clip));
}

std::optional<Receipt> Survey::made(Look look) const {
  auto& [clip, shared, files] = look;
  std::optional<Receipt> receipt = read_receipt(clip.output);
  if (!receipt) return std::nullopt;
  if (!options_.program.empty() && receipt->program != options_.program) return std::nullopt;
  look_at(files, receipt->files);
  if (fingerprint_of(clip, shared.facts, files).digest != receipt->fingerprint.digest)
    return std::nullopt;
  const StagingFolder staging(clip.output);
  const bool whole = is_in_place(*receipt, clip.output, options_.verify);
  if (whole && options_.mend) {  // killed between the last steps of publishing
    staging.remove();
    if (clip.is_joined()) remove_parts(clip);
  }
  const bool resumed = !whole && options_.mend && staging.resume(*receipt);
  return whole || resumed ? std::move(receipt) : std::nullopt;
}

std::optional<Receipt> Survey::valid_receipt(Look look) const {
  const BatchClip& clip = look.clip;
  std::optional<Receipt> receipt = made(std::move(look));
  return receipt && is_published(*receipt, clip) ? std::move(receipt) : std::nullopt;
}

std::vector<std::optional<Receipt>> Survey::receipts_of_parts(const BatchClip& clip) {
  std::vector<std::optional<Receipt>> receipts;
  for (const BatchClip& part : parts_of(clip)) {
    receipts.emplace_back();
    try {
      receipts.back() = valid_receipt(look(part));
    } catch (const Error&) {  // the part is not complete
    }
  }
  return receipts;
}

std::string Survey::substance(const Look& look) {
  const auto& [clip, shared, files] = look;
  std::string text = shared.facts.nodes.dump() + shared.facts.composition.dump() +
                     options_json(clip.options).dump();
  for (const ReadFile& file : files) {
    const std::optional<FileIdentity> identity = identity_of(file.path);
    if (!identity) return {};
    text += fmt::format("{} {} {}\n", file.path, identity->bytes, identity->written_ns);
  }
  if (clip.is_fetched()) text += source_key(clip);
  return digest_text(text);
}

// The substance is stored as the basis once it is known that the clip will not be rendered.
bool Survey::stays_poison(const BatchClip& clip, ClipRecord& record, TrackCompanions& companions) {
  try {
    std::string now = substance(look(clip, companions));
    if (record.basis.empty()) record.basis = now;
    return now.empty() || now == record.basis;
  } catch (const Error&) {
    return true;
  }
}

void Survey::assess(const BatchClip& clip, ClipRecord& record, TrackCompanions& companions) {
  const bool is_a_danger = record.state == ClipState::poison && takes_machine_down(record.history);
  if (is_a_danger && stays_poison(clip, record, companions)) return;
  if (!clip.is_fetched() && !reads_sequence(clip.input) && !identity_of(clip.input)) {
    const std::optional<Receipt> receipt = read_receipt(clip.output);
    if (receipt && is_published(*receipt, clip) &&
        is_in_place(*receipt, clip.output, options_.verify))
      return settle(record, *receipt);
  }
  try {
    Look look = this->look(clip, companions);
    std::string now = basis(look);
    const bool same = !now.empty() && now == record.basis;
    if (same && is_done(record.state) && !options_.verify) return;
    if (same && has_failed(record.state) && !is_transient(record.exit_code)) return;
    if (const std::optional<Receipt> receipt = valid_receipt(std::move(look))) {
      settle(record, *receipt);
      // Computed before contents were read, so that a later change is noticed. If the output got
      // its name only now, the next survey reads the receipt once more.
      record.basis = std::move(now);
      return;
    }
  } catch (const Error&) {  // the render will report it
  }
  if (is_settled(record.state)) record.history = history_of_retry(record.history);
  record.state = ClipState::waiting;
  record.basis.clear();
}

std::vector<std::string> Survey::reasons(const BatchClip& clip) {
  const std::optional<Receipt> receipt = read_receipt(clip.output);
  if (!receipt) return {"it has not been rendered, or its receipt is gone"};
  std::vector<ReadFile> files = this->files(clip);
  look_at(files, receipt->files);
  std::vector<std::string> reasons;
  if (!options_.program.empty() && receipt->program != options_.program)
    reasons.push_back("made by " + receipt->program);
  for (const std::string& part :
       differences(receipt->fingerprint.parts, fingerprint(clip, files).parts))
    reasons.push_back(part + " changed");
  if (reasons.empty() && !is_in_place(*receipt, clip.output, options_.verify))
    reasons.emplace_back("the output is gone, or is not the one that was made");
  if (reasons.empty() && !is_published(*receipt, clip))
    reasons.emplace_back("the output has not been published");
  return reasons;
}

}  // namespace overlace
