// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { nothingChosen } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-choices";
import type { Source } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-source";
import { useDraft } from "@/app/(dashboard)/[workspace]/training/new/draft/use-draft";
import { STANDARD_RULE } from "@/lib/training/trajectories/advantage-rule";
import { TrajectoryCollector } from "@/lib/training/trajectories/collect-trajectories";
import { readTrainingValue } from "@/lib/training/trajectories/read-value";
import { layOut } from "@/test/setup/browser-layout";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { DraftGroupList } from "./draft-group-list";

layOut({ inside: { width: 800, height: 400 }, drawn: { width: 800, height: 400 } });
afterEach(cleanPage);

/** Two groups of two trajectories each. */
function source(): Source {
  const collector = new TrajectoryCollector("a");
  for (const [index, task] of ["x", "x", "y", "y"].entries()) {
    const messages = [
      { role: "user", content: `Do ${task}` },
      { role: "assistant", content: "Done" },
    ];
    const value = { messages, metadata: { task_id: task }, reward: index % 2 };
    for (const group of readTrainingValue(value, "").groups) collector.add(group);
  }
  return { ...collector.flush(), id: "a", name: "a.jsonl", problems: [], progress: null, failure: null };
}

const sources = [source()];

function Groups() {
  const control = useDraft(sources, nothingChosen);
  const [cursor, setCursor] = useState<number | null>(null);
  return (
    <DraftGroupList control={control} rule={STANDARD_RULE} shown={[0, 1]} cursor={cursor} onCursor={setCursor}>
      <p>Cursor at {cursor ?? "none"}</p>
    </DraftGroupList>
  );
}

it("opens a group with its trajectories, and moves the cursor to it", async () => {
  renderElementOnPage(<Groups />);
  await userEvent.click(screen.getByRole("button", { name: "Group 1, 2 trajectories" }));
  expect(await screen.findByRole("textbox", { name: "Reward of group 1, trajectory 1" })).toBeDefined();
  expect(screen.getByText("Cursor at 1")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Group 1, 2 trajectories" }));
  await vi.waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
});

it("excludes a group, and includes it again", async () => {
  renderElementOnPage(<Groups />);
  await userEvent.click(screen.getByRole("button", { name: "Exclude group 0" }));
  await userEvent.click(await screen.findByRole("button", { name: "Include group 0" }));
  expect(await screen.findByRole("button", { name: "Exclude group 0" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Exclude group 1" })).toBeDefined();
});
