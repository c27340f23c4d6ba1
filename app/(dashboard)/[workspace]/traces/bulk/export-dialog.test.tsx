// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { ExportDialog } from "./export-dialog";

afterEach(() => {
  cleanPage();
  vi.restoreAllMocks();
});

const CALL = { id: "1", project_id: "demo/p", op_name: "op", trace_id: "1", started_at: "2026-11-20T14:00:00Z" };

it.each([
  ["demo/p", "demo-p-traces-2026-11-20-incomplete.csv"],
  ["demo/other", "demo-p-traces-2026-11-20.csv"],
])(
  "names a file of calls incomplete when the project lacks some, and says so before: damage of %s",
  async (project, name) => {
    vi.spyOn(Date, "now").mockReturnValue(Date.UTC(2026, 10, 20));
    URL.createObjectURL = () => "blob:";
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const loss = { project_id: project, table: "call_rows", rows: 3, first: null, last: null };
    answerRequests({
      "storage.read": () => json({ damaged: [], missing: [loss] }),
      "calls.streamQuery": () => new Response(`${JSON.stringify(CALL)}\n`),
    });
    const onClose = vi.fn();
    const subject = { connectionId: `damage of ${project}`, projectId: "demo/p", parts: [{}], count: 1 };
    renderElementOnPage(<ExportDialog subject={subject} what="matching calls" shown={["op"]} onClose={onClose} />);
    const isLacking = project === "demo/p";
    if (isLacking) await screen.findByText(/^3 calls could not be read/);
    await userEvent.click(screen.getByRole("button", { name: "Export" }));
    await waitFor(() => expect(names).toEqual([name]));
    expect(screen.queryByText(/could not be read/) !== null).toBe(isLacking);
  },
);
