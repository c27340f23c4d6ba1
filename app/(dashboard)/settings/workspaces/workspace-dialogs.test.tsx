// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { operations } from "@/lib/api/contract/operations";
import { layOut } from "@/test/setup/browser-layout";
import { answerRequests, json, lines } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { DeleteWorkspace } from "./workspace-dialogs";

layOut();
afterEach(cleanPage);

/** A project with two calls, and nothing else. */
function answerProject(role: Role) {
  const callIds = ["a", "b"];
  const person = { id: "ines", name: "Ines", email: "ines@example.org", role };
  return answerRequests({
    "session.current": () => json({ person, expiresAt: "2026-11-24T12:00:00Z" }),
    "workspaces.delete": () => json({}),
    "monitors.list": () => json({ monitors: [] }),
    "issues.list": () => json({ ...operations["issues.list"].example.result, issues: [] }),
    "budgets.list": () => json({ budgets: [] }),
    "deployments.list": () => json({ deployments: [], releases: [] }),
    "watches.list": () => json({ watches: [], firing_count: 0 }),
    "watchChannels.list": () => json({ channels: [] }),
    "trainingRuns.list": () => json({ runs: [], has_more: false }),
    "trainingRuns.logged": () => json({ runs: [], has_more: false }),
    "models.list": () => json({ object: "list", data: [], has_more: false }),
    "evaluationRuns.list": () => json({ runs: [], has_more: false }),
    "annotationQueues.query": () => lines([]),
    "feedback.query": () => json({ result: [] }),
    "cost.query": () => json({ results: [] }),
    "objs.query": () => json({ objs: [] }),
    "calls.streamQuery": () =>
      lines(
        callIds.map((id) => ({
          id,
          project_id: "demo/airline",
          op_name: "o",
          trace_id: id,
          started_at: "2026-11-21T10:00:00Z",
        })),
      ),
    "calls.delete": ({ body }) => {
      const deleted = callIds.splice(0).filter((id) => (body.call_ids as string[]).includes(id));
      return json({ num_deleted: deleted.length });
    },
  });
}

const DELETES_DATA = "Also delete the data of the project";

describe("removing a workspace", () => {
  it("keeps the project's data, unless an admin chooses otherwise and types the project's name", async () => {
    const sent = answerProject("admin");
    let isClosed = false;
    renderElementOnPage(
      <DeleteWorkspace
        workspace={testWorkspace}
        onClose={() => {
          isClosed = true;
        }}
      />,
    );
    await screen.findByRole("dialog", { name: "Remove workspace airline?" });
    await userEvent.click(await screen.findByRole("checkbox", { name: DELETES_DATA }));
    const dialog = within(screen.getByRole("dialog", { name: "Delete project demo/airline?" }));
    const action = dialog.getByRole("button", { name: "Delete project" });
    expect(action).toHaveProperty("disabled", true);
    await userEvent.type(dialog.getByLabelText("Type demo/airline to confirm"), "demo/airline");
    await userEvent.click(action);
    await waitFor(() => expect(isClosed).toBe(true));
    const operations = sent.map(({ operation }) => operation);
    expect(operations.indexOf("calls.delete")).toBeGreaterThan(-1);
    // The workspace goes last: until then a deletion that failed can be repeated.
    expect(operations.indexOf("workspaces.delete")).toBeGreaterThan(operations.indexOf("objs.query"));
  });

  it("offers a member, and a project on another connection, no deletion of data", async () => {
    const other = { ...testWorkspace, connectionId: "remote" };
    for (const [role, workspace] of [
      ["member", testWorkspace],
      ["admin", other],
    ] as const) {
      const sent = answerProject(role);
      renderElementOnPage(<DeleteWorkspace workspace={workspace} onClose={() => undefined} />);
      const dialog = within(await screen.findByRole("dialog"));
      await waitFor(() => expect(sent.map(({ operation }) => operation)).toContain("session.current"));
      expect(dialog.queryByRole("checkbox")).toBeNull();
      await userEvent.click(dialog.getByRole("button", { name: "Remove" }));
      await waitFor(() => expect(sent.map(({ operation }) => operation)).toContain("workspaces.delete"));
      expect(sent.map(({ operation }) => operation)).not.toContain("calls.delete");
      cleanPage();
    }
  });
});
