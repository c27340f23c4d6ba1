// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import type { Deployment } from "@/lib/api/contract/deployments/deployments";
import { operations } from "@/lib/api/contract/operations";
import { layOut } from "@/test/setup/browser-layout";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { DeploymentsDialog } from "./deployments-dialog";

layOut();
afterEach(cleanPage);

const { example } = operations["deployments.mark"];
const deployed = (name: string, members: Partial<Deployment> = {}): Deployment => ({
  ...{ id: name, name, at: "2026-11-20T12:00:00Z", note: "", url: null, created_by: "ci" },
  ...members,
});

const REFUSED = {
  ...{
    kind: "validation",
    message: "The service rejected the request.",
    requestId: "r",
    operation: "deployments.mark",
  },
  detail: [{ loc: ["body", "url"], msg: "Enter an address", type: "value_error" }],
};

function open(deployments: readonly Deployment[], answers = {}) {
  const sent = answerRequests({
    "deployments.mark": () => json(example.result),
    "deployments.delete": () => json({}),
    ...answers,
  });
  renderElementOnPage(
    <DeploymentsDialog workspace={testWorkspace} deployments={deployments} onClose={() => undefined} />,
  );
  const of = (operation: string) => sent.filter((one) => one.operation === operation).map(({ body }) => body);
  return { of };
}

describe("the dialog of deployments", () => {
  it("marks one now, or at the time that is typed, and is ready for the next", async () => {
    const { of } = open([]);
    const name = await screen.findByLabelText("Name");
    expect(screen.getByText("None.")).toBeTruthy();
    await userEvent.type(name, " v13 ");
    await userEvent.click(screen.getByRole("button", { name: "Mark" }));
    await waitFor(() => expect(name).toHaveProperty("value", ""));
    await userEvent.type(name, "v14");
    await userEvent.type(screen.getByLabelText(/^Time/), "2026-11-20T12:00:05");
    await userEvent.type(screen.getByLabelText("Link"), "https://example.org/v14");
    await userEvent.click(screen.getByRole("button", { name: "Mark" }));
    await waitFor(() => expect(of("deployments.mark")).toHaveLength(2));
    const common = { project_id: testWorkspace.projectId, note: "" };
    expect(of("deployments.mark")).toEqual([
      { ...common, name: "v13", at: null, url: null },
      { ...common, name: "v14", at: "2026-11-20T12:00:05.000Z", url: "https://example.org/v14" },
    ]);
  });

  it("asks for a name before it sends, and puts a refusal beside its field", async () => {
    const { of } = open([], {
      "deployments.mark": () => Response.json({ error: REFUSED }, { status: 422 }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Mark" }));
    expect(await screen.findByText("Enter a name")).toBeTruthy();
    expect(of("deployments.mark")).toEqual([]);
    await userEvent.type(screen.getByLabelText("Name"), "v13");
    await userEvent.type(screen.getByLabelText("Link"), "ftp://example.org");
    await userEvent.click(screen.getByRole("button", { name: "Mark" }));
    expect(await screen.findByText("Enter an address")).toBeTruthy();
    expect(screen.getByLabelText("Link").getAttribute("aria-invalid")).toBe("true");
  });

  it("lists the newest first with what is known of each, and removes one", async () => {
    const { of } = open([deployed("v12"), deployed("v13", { note: "New search", url: "https://example.org/v13" })]);
    const list = within(await screen.findByRole("list", { name: "Marked deployments" }));
    const rows = list.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(rows.map((text) => text?.slice(0, 3))).toEqual(["v13", "v12"]);
    expect(rows[0]).toMatch(/2026.* · ci · New search$/);
    expect(list.getByRole("link", { name: "v13" }).getAttribute("href")).toBe("https://example.org/v13");
    await userEvent.click(list.getByRole("button", { name: "Remove v12" }));
    await waitFor(() =>
      expect(of("deployments.delete")).toEqual([{ project_id: testWorkspace.projectId, deployment_id: "v12" }]),
    );
  });
});
