// SPDX-License-Identifier: Apache-2.0
// Questions that do not stop the work, below the bar at the top.
import type { ComponentChildren } from "preact";
import type { Workspace } from "./workspace";

function Bar({ text, children }: { text: string; children: ComponentChildren }) {
  return (
    <div class="bar" role="alert">
      <p>{text}</p>
      {children}
    </div>
  );
}

export function Bars({ workspace }: { workspace: Workspace }) {
  const { clip, conflict, draft, isGone, drafts } = workspace;
  return (
    <div class="bars">
      {draft.value && (
        <Bar text={`Unsaved changes of ${clock(draft.value.time)} were found.`}>
          <button onClick={() => void drafts?.settle(false)}>Discard</button>
          <button class="primary" onClick={() => void drafts?.settle(true)}>Restore</button>
        </Bar>
      )}
      {isGone.value && (
        <Bar text={`${clip.graph} is no longer there. Your text is kept here, and saving writes it anew.`}>
          <button class="primary" onClick={() => void workspace.save()}>Save</button>
        </Bar>
      )}
      {conflict.value && (
        <Bar text={`The file has changed: another program wrote ${clip.graph}, and you have changed it here.`}>
          <button title="Your text here gives way; that can be undone" onClick={() => void workspace.settle("theirs")}>Take theirs</button>
          <button title="The file gives way" onClick={() => void workspace.settle("mine")}>Keep mine</button>
          {workspace.engine.host && <button class="primary" title="Both; where both changed the same value, yours" onClick={() => void workspace.settle("merge")}>Merge</button>}
        </Bar>
      )}
    </div>
  );
}

/** A time of day, with the date where that is not today. */
function clock(time: number): string {
  const at = new Date(time * 1000), isToday = at.toDateString() === new Date().toDateString();
  const hours = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return isToday ? hours : `${at.toLocaleDateString()}, ${hours}`;
}
