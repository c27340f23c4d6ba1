// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import type { Issue } from "@/lib/api/contract/issues/issues";
import { operations } from "@/lib/api/contract/operations";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { IssuesView } from "./issues-view";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), useParams: () => ({}), usePathname: () => "/" }));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

layOut();
Element.prototype.scrollIntoView = () => undefined;
afterEach(() => {
  cleanPage();
  push.mockClear();
});

const ADA = { id: "ada", name: "Ada", email: "ada@x.y", role: "member" };
const { list, detail } = {
  list: operations["issues.list"].example.result,
  detail: operations["issues.read"].example.result,
};
const issueOf = (id: string, members: Partial<Issue> = {}) => ({ ...list.issues[0], id, ...members });

function open(answers: Answers = {}, { address = "", role = "member" } = {}) {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const sent = answerRequests({
    "session.current": () => json({ person: { ...ADA, role }, expiresAt: "2026-11-20T10:00:00Z" }),
    "users.list": () =>
      json({ members: [{ ...ADA, createdAt: "2026-11-20T10:00:00Z", lastSeenAt: null, isDisabled: false }] }),
    "issues.list": () =>
      json({ ...list, issues: [issueOf("one"), issueOf("two", { state: "resolved", pattern: "KeyError: '…'" })] }),
    "issues.read": ({ body }) => json({ ...detail, id: body.issue_id }),
    "issues.change": ({ body }) => json(issueOf(body.issue_id, { state: "resolved" })),
    ...answers,
  });
  const view = (
    <TooltipProvider>
      <IssuesView />
    </TooltipProvider>
  );
  return { sent, ...renderElementOnPage(view, { address }) };
}

it("shows the issues of a range, and the first one with its shares, examples and what its calls have in common", async () => {
  const { sent } = open();
  const pane = await screen.findByRole("region", { name: "Issue" });
  expect(await within(pane).findByText("of 1,104, 7.52%")).toBeTruthy();
  const rows = within(screen.getByRole("list", { name: "Open issues" })).getAllByRole("button");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("TimeoutError: … did not answer within … songoing 83 calls, 40 users"),
  ]);
  expect(within(pane).getByRole("region", { name: "In common" }).textContent).toContain("env prod96% against 38%");
  const all = within(pane).getByRole("link", { name: "All 83 in Traces" }).getAttribute("href") ?? "";
  expect(new URL(all, "http://x").searchParams.get("q")).toBe(
    'status:error op:search_flights failure:"TimeoutError: … did not answer within … s"',
  );
  expect(sent.find(({ operation }) => operation === "issues.read")?.body).toMatchObject({ issue_id: "one" });
});

it("marks the releases that begin in the range in the chart of calls", async () => {
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const marked = [
    { release: "v14", at: hourAgo },
    { release: "v1", at: "2020-01-01T00:00:00Z" },
  ];
  open({ "issues.read": ({ body }) => json({ ...detail, id: body.issue_id, marked_releases: marked }) });
  const marks = await screen.findByRole("list", { name: "Releases that begin here" });
  expect(
    within(marks)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/^v14, first call \S/)]);
});

it("resolves the issue by its button and by R, and says when that failed", async () => {
  let isBroken = false;
  const { sent } = open({ "issues.change": () => (isBroken ? failed("forbidden") : json(issueOf("one"))) });
  fireEvent.click(await screen.findByRole("button", { name: "Resolve" }));
  const changes = () => sent.filter(({ operation }) => operation === "issues.change").map(({ body }) => body.action);
  await waitFor(() => expect(changes()).toEqual([{ kind: "resolve" }]));
  await waitFor(() => expect(sent.filter(({ operation }) => operation === "issues.list")).toHaveLength(2));
  isBroken = true;
  press("r");
  expect((await screen.findByRole("alert")).textContent).toContain("not changed");
});

it("opens the calls in Traces by T, and moves by J and K", async () => {
  const issues = [issueOf("one"), issueOf("two")];
  const { addresses } = open({ "issues.list": () => json({ ...list, issues }) });
  await screen.findByRole("button", { name: "Resolve" });
  press("t");
  expect(push).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^\/airline\/traces\?q=status%3Aerror/));
  press("j");
  await waitFor(() => expect(addresses.at(-1)?.get("issue")).toBe("two"));
  press("k");
  await waitFor(() => expect(addresses.at(-1)?.get("issue")).toBe("one"));
});

it("offers a viewer nothing to change", async () => {
  open({}, { role: "viewer" });
  await screen.findByRole("link", { name: "All 83 in Traces" });
  for (const name of ["Resolve", "Ignore", "Watch it", "Review 1", "No owner"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("textbox", { name: "Note" })).toBeNull();
});

it("distinguishes no issues, none yet, none in a list, and no match", async () => {
  open({ "issues.list": () => json({ ...list, issues: [], error_count: 0 }) });
  expect(await screen.findByText("No issues")).toBeTruthy();
  cleanPage();
  open({ "issues.list": () => json({ ...list, issues: [] }) });
  expect(await screen.findByText("Issues are being looked for")).toBeTruthy();
  cleanPage();
  open({}, { address: "?view=ignored" });
  expect(await screen.findByText("No ignored issues")).toBeTruthy();
  cleanPage();
  open({}, { address: "?q=nothing" });
  fireEvent.click(await screen.findByRole("button", { name: "Clear the search" }));
  expect(await screen.findByRole("list", { name: "Open issues" })).toBeTruthy();
});

it("says when the service failed, or has no such issue", async () => {
  let isBroken = true;
  const listed = () => json({ ...list, issues: [issueOf("one")] });
  open({ "issues.list": () => (isBroken ? failed("upstream") : listed()) });
  const retry = await screen.findByRole("button", { name: "Retry" });
  isBroken = false;
  fireEvent.click(retry);
  expect(await screen.findByRole("list", { name: "Open issues" })).toBeTruthy();
  cleanPage();
  open({ "issues.read": () => failed("not-found") }, { address: "?issue=gone" });
  expect(await screen.findByText("This issue does not exist")).toBeTruthy();
});

it("never shows a count that is not known as 0, and says that the list is cut", async () => {
  const unknown = issueOf("one", { call_count: null, user_count: null, part_counts: [] });
  open({ "issues.list": () => json({ ...list, is_cut: true, issues: [unknown] }) });
  const row = within(await screen.findByRole("list", { name: "Open issues" })).getByRole("button");
  expect(row.textContent).toContain("ongoing calls not counted");
  expect(screen.getByText(/some are not counted/)).toBeTruthy();
});

// The last one: what a service lacks is remembered.
it("says that the service has no issues", async () => {
  open({ "issues.list": () => failed("unsupported") });
  expect(await screen.findByText("This connection does not support issues")).toBeTruthy();
});
