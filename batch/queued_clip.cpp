// SPDX-License-Identifier: Apache-2.0
// Assesses joined clips first, then all clips in order.
#include "batch/queued_clip.h"

#include <map>
#include <optional>
#include <string>

namespace overlace {
namespace {

/// Takes over clips that a killed batch has left marked as running.
void adopt(ClipRecord& record, bool machine_went_down) {
  if (record.state != ClipState::running) return;
  record.state = ClipState::waiting;
  if (!machine_went_down) {
    --record.history.attempts;
  } else if (++record.history.unfinished; takes_machine_down(record.history)) {
    record.state = ClipState::poison;
    record.reason = "the machine went down each time";
  }
}

/// A record as the journal has it, and its current state.
struct Known {
  std::optional<ClipRecord> before;
  ClipRecord now;
};

Known known_of(const std::string& id, const Assessment& how) {
  Known known;
  if (how.journal != nullptr) known.before = how.journal->record(id);
  known.now = known.before.value_or(ClipRecord{.id = id});
  adopt(known.now, how.machine_went_down);
  return known;
}

void hand_over(const ClipList::Iterator& place, const Known& known, const Assessment& how) {
  const ClipRecord& record = known.now;
  how.take({.queued = {.row = static_cast<std::uint32_t>(place.row()),
                       .priority = place->priority,
                       .state = record.state,
                       .is_part = place->is_part(),
                       .is_joined = place->is_joined(),
                       .runs_alone = runs_alone(record.history)},
            .clip = *place,
            .record = record,
            .has_changed = known.before != record});
}

}  // namespace

void assess(const ClipList& clips, std::size_t first, Survey& survey, const Assessment& how) {
  std::map<std::string, Known> joined;  // by id
  TrackCompanions companions;
  for (auto place = clips.from(first); place != clips.end(); ++place) {
    if (!place->is_joined()) continue;
    if (how.between) how.between();
    Known& known = joined[place->id] = known_of(place->id, how);
    survey.assess(*place, known.now, companions);
  }
  for (auto place = clips.from(first); place != clips.end(); ++place) {
    const BatchClip& clip = *place;
    if (const auto own = joined.find(clip.id); own != joined.end()) {
      hand_over(place, own->second, how);
      joined.erase(own);
      continue;
    }
    if (how.between) how.between();
    Known known = known_of(clip.id, how);
    const auto whole = joined.find(clip.part_of);
    ClipRecord* const join = whole == joined.end() ? nullptr : &whole->second.now;
    if (join != nullptr && is_done(join->state)) {
      known.now = {.id = clip.id, .state = ClipState::done};
    } else {
      survey.assess(clip, known.now, companions);
      if (join != nullptr && !is_settled(known.now.state))
        *join = {.id = join->id, .history = history_of_retry(join->history)};
    }
    hand_over(place, known, how);
  }
}

}  // namespace overlace
