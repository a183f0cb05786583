// SPDX-License-Identifier: Apache-2.0
// A picture and its sliders, inside another page: the knobs of a document, or the parameters of one node.
import { Panel } from "./panel";
import { PictureView } from "./picture";
import type { PictureLoop } from "./picture_loop";
import type { Workspace } from "./workspace";

export function Live({ workspace, loop, showKnobs }: { workspace: Workspace; loop: PictureLoop; showKnobs: boolean }) {
  const notice = workspace.notice.value;
  return (
    <main class="live">
      <PictureView workspace={workspace} loop={loop} />
      <Panel workspace={workspace} showKnobs={showKnobs} />
      {notice && <p class="problem" role="alert">{notice.text}</p>}
    </main>
  );
}
