// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { operations } from "@/lib/api/contract/operations";
import type { WatchNotification } from "@/lib/api/contract/watches/watches";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, type testWorkspace } from "@/test/setup/render-on-page";
import { NotificationsView } from "./notifications-view";
import "@/test/setup/browser-layout";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => undefined }),
  useParams: () => ({}),
  usePathname: () => "/ws/watches/notifications",
}));
vi.mock("@/components/session/workspace-gate", async () => {
  const { testWorkspace: workspace } = await import("@/test/setup/render-on-page");
  type Gate = { children: (given: typeof testWorkspace) => unknown };
  return { WorkspaceGate: ({ children }: Gate) => children(workspace) };
});

afterEach(cleanPage);

const row = operations["watches.notifications"];
const example = row.result.schema.parse(row.example.result);
const listOf = (...members: Partial<WatchNotification>[]) => ({
  notifications: members.map((one, at) => ({ ...example.notifications[0], id: String(at), ...one })),
  unread_count: members.filter(({ is_read: isRead }) => isRead !== true).length,
});

function open(answers: Answers) {
  const sent = answerRequests(answers);
  renderElementOnPage(
    <TooltipProvider>
      <NotificationsView />
    </TooltipProvider>,
  );
  return sent;
}

it("leads to the watch or the run, and says what is new", async () => {
  const run = { watch_id: null, run_id: "log:1", name: "grpo", is_read: true };
  open({ "watches.notifications": () => json(listOf({}, run)) });
  const links = await screen.findAllByRole("link", { name: /Reservation|grpo/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    expect.stringContaining("/watches/edit?watch="),
    expect.stringContaining("/runs/log%3A1"),
  ]);
  expect(screen.getAllByText("new")).toHaveLength(1);
  expect(screen.getByText("1 notification unread")).toBeTruthy();
});

it("marks all as read up to the newest one that was shown", async () => {
  const sent = open({
    "watches.notifications": () => json(listOf({}, {})),
    "watches.markRead": () => json(listOf({ is_read: true }, { is_read: true })),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Mark as read" }));
  expect(await screen.findByText("all read")).toBeTruthy();
  expect(sent.find(({ operation }) => operation === "watches.markRead")?.body).toMatchObject({ last_id: "0" });
  expect(screen.queryByRole("button", { name: "Mark as read" })).toBeNull();
});

it("does not take a failure for an empty list", async () => {
  open({ "watches.notifications": () => failed("unreachable") });
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  expect(screen.queryByText("Nothing has fired")).toBeNull();
});
