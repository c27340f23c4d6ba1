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
afterEach(cleanPage);

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
    "audit.list": ({ body }) => json({ entries: body.event === "sign-out" ? [] : [ENTRY], hasMore: false }),
    ...answers,
  });
  const page = renderElementOnPage(<AuditView />, { address });
  const requests = () => sent.filter(({ operation }) => operation === "audit.list").map(({ body }) => body);
  return { ...page, requests };
}

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
});
