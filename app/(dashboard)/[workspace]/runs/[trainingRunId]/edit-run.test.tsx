// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { exampleRun } from "@/lib/training/runs/testing/example-iteration";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { EditRun } from "./edit-run";

layOut();
afterEach(cleanPage);

const RUN = exampleRun({
  ...{ id: "model:m", source: "client", name: "Small rate", given_name: "agent-1" },
  ...{ tags: ["a"], group: "rates", notes: "late", is_archived: false },
});

const onClose = vi.fn();

async function draw(answers: Answers) {
  onClose.mockClear();
  const sent = answerRequests(answers);
  renderElementOnPage(<EditRun workspace={testWorkspace} run={RUN} onClose={onClose} />);
  await screen.findByRole("textbox", { name: "Name" });
  return sent;
}

const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });

it("changes name, group, tags and notes, and archives the run", async () => {
  const sent = await draw({
    "trainingRuns.update": () => json({ name: null, notes: null, tags: [], group: null, is_archived: true }),
  });
  type("Name", "");
  type("Tags", "a, b ,a,");
  type("Group", " ");
  fireEvent.click(screen.getByRole("switch", { name: /Archived/ }));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.find(({ operation }) => operation === "trainingRuns.update")?.body).toEqual({
    ...{ project_id: "demo/airline", run_id: "model:m", tags: ["a", "b"], is_archived: true },
    ...{ name: null, group: null, notes: "late" },
  });
});

it("keeps what was typed when it could not be stored, and says why", async () => {
  await draw({ "trainingRuns.update": () => failed("upstream") });
  type("Name", "Another");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toContain("It is upstream.");
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("Another");
});
