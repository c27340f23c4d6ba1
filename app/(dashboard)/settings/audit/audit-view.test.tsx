// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { AuditView } from "./audit-view";

vi.mock("next/navigation", () => ({ usePathname: () => "/settings/audit", useParams: () => ({}) }));

layOut();
afterEach(() => {
  cleanPage();
  vi.restoreAllMocks();
});

const ENTRY = {
  id: "1",
  at: "2026-11-24T10:00:00.000Z",
  event: "key.created",
  actorId: "ines",
  actorName: "Ines",
  target: "laptop",
  isAllowed: true,
  requestId: null,
};

/** The log of one entry, for a user with a role. */
function open(role: "admin" | "member", { address = "", answers = {} }: { address?: string; answers?: Answers } = {}) {
  const person = { id: "ines", name: "Ines", email: "ines@example.org", role };
  const sent = answerRequests({
    "session.current": () => json({ person, expiresAt: "2026-11-25T12:00:00Z" }),
    "audit.choices": () => json({ people: [{ id: "ines", name: "Ines" }], events: ["key.created", "sign-out"] }),
    "audit.forwarding": () => json({ forwarding: null }),
    "audit.list": ({ body }) => json({ entries: body.event === "sign-out" ? [] : [ENTRY], hasMore: false }),
    ...answers,
  });
  const page = renderElementOnPage(<AuditView />, { address });
  const requests = () => sent.filter(({ operation }) => operation === "audit.list").map(({ body }) => body);
  return { ...page, requests };
}

/** jsdom's blobs cannot be read as text. */
const textOf = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });

describe("the audit log in Settings", () => {
  it("shows events, filtered by the address, says when nothing matches, and clears the filters", async () => {
    const { requests } = open("admin", { address: "?event=sign-out&outcome=denied" });
    await screen.findByRole("heading", { name: "No entries match" });
    expect(screen.getByText("Filters: Signed out, Denied.")).toBeTruthy();
    expect(requests()).toEqual([{ event: "sign-out", isAllowed: false, limit: 100 }]);
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    const row = await screen.findByRole("row", { name: /laptop/ });
    expect(row.textContent).toContain("Created an API key");
    expect(requests().at(-1)).toEqual({ limit: 100 });
  });

  it("says how far it was forwarded, and why not, and when that is not known", async () => {
    const forwarding = { receiver: "syslog+tls://logs.example.org:6514", waiting: 0, sentAt: ENTRY.at, refused: 0 };
    open("admin", { answers: { "audit.forwarding": () => json({ forwarding: { ...forwarding, problem: null } }) } });
    expect(
      await screen.findByText(/^Forwarded to syslog\+tls:\/\/logs.example.org:6514: all entries were sent/),
    ).toBeTruthy();
    cleanPage();
    const problem = { message: "refuses connections", since: ENTRY.at };
    open("admin", {
      answers: { "audit.forwarding": () => json({ forwarding: { ...forwarding, waiting: 3, problem } }) },
    });
    expect(await screen.findByText(/^3 entries wait to be forwarded: since .+ refuses connections/)).toBeTruthy();
    cleanPage();
    open("admin", { answers: { "audit.forwarding": () => failed("upstream") } });
    expect(await screen.findByText(/^Whether the log is forwarded could not be read/)).toBeTruthy();
  });

  it("says when the newest actions of API keys are missing, beside the entries that it has", async () => {
    open("admin", { answers: { "audit.list": () => json({ entries: [ENTRY], hasMore: false, lacksKeys: true }) } });
    await screen.findByRole("row", { name: /laptop/ });
    expect(screen.getByText(/^The newest actions of API keys are missing/)).toBeTruthy();
  });

  it("is only for admins: other users see a notice, and request nothing", async () => {
    const { requests } = open("member");
    await screen.findByRole("heading", { name: "Only admins can read the audit log" });
    expect(requests()).toEqual([]);
  });

  it("shows a failed request as a failure, not as an empty log", async () => {
    let isBroken = true;
    open("admin", {
      answers: { "audit.list": () => (isBroken ? failed("upstream") : json({ entries: [ENTRY], hasMore: false })) },
    });
    expect((await screen.findByRole("alert")).textContent).toContain("It is upstream.");
    expect(screen.queryByText("No entries yet")).toBeNull();
    isBroken = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.getByRole("table", { name: "Audit log" })).toBeTruthy());
  });

  it("saves all entries of the filter, page by page, so that no spreadsheet runs one", async () => {
    const entryOf = (id: string) => ({ ...ENTRY, id, target: id === "7" ? "=HYPERLINK()" : "laptop", requestId: "r" });
    const first = Array.from({ length: 500 }, (_, index) => entryOf(String(506 - index)));
    const answer: Answers["audit.list"] = ({ body }) =>
      body.limit === 100
        ? json({ entries: [ENTRY], hasMore: true })
        : body.after === undefined
          ? json({ entries: first, hasMore: true })
          : json({ entries: [entryOf("6")], hasMore: false, lacksKeys: true });
    const { requests } = open("admin", { address: "?outcome=allowed", answers: { "audit.list": answer } });
    const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    await userEvent.click(await screen.findByRole("button", { name: "Export" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Entries as CSV" }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(requests().slice(-2)).toEqual([
      { isAllowed: true, limit: 500 },
      { isAllowed: true, limit: 500, after: "7" },
    ]);
    const lines = (await textOf(saved.mock.calls[0]?.[0] as Blob)).split("\r\n");
    expect(lines[0]).toBe("id,at,event,outcome,actor_id,actor_name,target,request_id");
    expect(lines[500]).toBe("7,2026-11-24T10:00:00.000Z,key.created,allowed,ines,Ines,'=HYPERLINK(),r");
    expect(lines).toHaveLength(1 + 501 + 1);
  });

  it("saves nothing when a page of the log cannot be read", async () => {
    const answers: Answers = {
      "audit.list": ({ body }) =>
        body.limit === 100
          ? json({ entries: [ENTRY], hasMore: true })
          : body.after === undefined
            ? json({ entries: [ENTRY], hasMore: true })
            : failed("upstream"),
    };
    open("admin", { answers });
    const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    await userEvent.click(await screen.findByRole("button", { name: "Export" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Entries as JSONL" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Export failed: ");
    expect(saved).not.toHaveBeenCalled();
  });
});
