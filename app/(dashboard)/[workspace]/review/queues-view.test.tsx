// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ReviewDialog } from "@/components/review/create/review-dialog";
import { TooltipProvider } from "@/components/ui/tooltip";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { QueuesView } from "./queues-view";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), useParams: () => ({}), usePathname: () => "/" }));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

layOut();
afterEach(() => {
  cleanPage();
  push.mockClear();
});

const AT = "2026-11-20T10:00:00Z";
const ADA = { id: "ada", name: "Ada", email: "ada@x.y", role: "member" };
const queueOf = (id: string, name: string) => ({
  id,
  project_id: testWorkspace.projectId,
  name,
  scorer_refs: ["weave:///demo/airline/object/tone:d"],
  assignees: ["ada"],
  created_at: AT,
});

function answer(queues: readonly object[], answers: Answers = {}) {
  return answerRequests({
    "session.current": () => json({ person: ADA, expiresAt: AT }),
    "users.list": () => json({ members: [{ ...ADA, createdAt: AT, lastSeenAt: null, isDisabled: false }] }),
    "annotationQueues.query": () => lines(queues),
    "annotationQueues.stats": ({ body }) =>
      json({
        stats: body.queue_ids.map((queue_id: string) => ({
          queue_id,
          total_items: 120,
          completed_items: 37,
          own_items: 12,
          reviewed_items: 29,
        })),
      }),
    "objs.query": () => json({ objs: [] }),
    ...answers,
  });
}

const drawList = (address = "") =>
  renderElementOnPage(
    <TooltipProvider>
      <QueuesView />
    </TooltipProvider>,
    { address },
  );

const drawDialog = (onClose = vi.fn()) => {
  renderElementOnPage(
    <ReviewDialog workspace={testWorkspace} subjects={{ callIds: ["a", "b"], threadIds: [] }} onClose={onClose} />,
  );
  return onClose;
};

it("lists queues with their reviewers and progress", async () => {
  answer([queueOf("q1", "Tone"), queueOf("q2", "Policy")]);
  drawList();
  const row = await screen.findByRole("row", { name: /Tone/ });
  expect(within(row).getByRole("link", { name: "Tone" }).getAttribute("href")).toBe("/airline/review/q1");
  expect(await within(row).findByText("29 of 120")).toBeTruthy();
  expect(await within(row).findByText("Ada")).toBeTruthy();
});

it("distinguishes no queues, no match, a failure, missing progress and a service without queues", async () => {
  answer([]);
  drawList();
  expect(await screen.findByText("No review queues yet")).toBeTruthy();
  cleanup();
  answer([queueOf("q1", "Tone")], { "annotationQueues.stats": () => failed("upstream") });
  drawList("?q=nothing");
  expect(await screen.findByText("No queues match the search")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear the search" }));
  expect(await screen.findByRole("row", { name: /Tone/ })).toBeTruthy();
  expect(await screen.findByText("no progress: It is upstream.")).toBeTruthy();
  cleanup();
  answer([], { "annotationQueues.query": () => failed("upstream") });
  drawList();
  expect(await screen.findByRole("alert")).toBeTruthy();
  cleanup();
  // Last: the page remembers what a service lacks.
  answer([], { "annotationQueues.query": () => failed("unsupported") });
  drawList();
  expect(await screen.findByText("This connection does not support review queues")).toBeTruthy();
});

it("publishes the questions, creates the queue, adds the calls and opens it", async () => {
  const sent = answer([], {
    "obj.create": ({ body }) => json({ digest: `digest-of-${body.obj.object_id}` }),
    "annotationQueues.create": () => json({ id: "q9" }),
    "annotationQueues.addItems": () => json({ added_count: 2, duplicates: 0 }),
  });
  const onClose = drawDialog();
  const dialog = await screen.findByRole("dialog", { name: "Add to review" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Create queue and add" }));
  expect(await within(dialog).findByText("Enter a name.")).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText("Name"), "Tone");
  await userEvent.click(within(dialog).getByRole("button", { name: "Remove question 2" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Create queue and add" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const bodies = (operation: string) => sent.filter((each) => each.operation === operation).map(({ body }) => body);
  expect(bodies("obj.create")).toMatchObject([
    { obj: { object_id: "Correct", val: { _class_name: "AnnotationSpec", field_schema: { type: "boolean" } } } },
  ]);
  expect(bodies("annotationQueues.create")).toEqual([
    {
      project_id: "demo/airline",
      name: "Tone",
      description: "",
      scorer_refs: ["weave:///demo/airline/object/Correct:digest-of-Correct"],
      reviews_per_item: 1,
    },
  ]);
  expect(bodies("annotationQueues.addItems")).toEqual([
    { project_id: "demo/airline", display_fields: [], call_ids: ["a", "b"] },
  ]);
  expect(push).toHaveBeenCalledWith("/airline/review/q9");
});

it("adds to an existing queue without leaving the page, and shows why it could not", async () => {
  let isDown = true;
  const sent = answer([queueOf("q1", "Tone")], {
    "annotationQueues.addItems": () => (isDown ? failed("upstream") : json({ added_count: 1, duplicates: 1 })),
  });
  const onClose = drawDialog();
  const add = await screen.findByRole("button", { name: "Add to queue" });
  await userEvent.click(add);
  expect((await screen.findByRole("alert")).textContent).toContain("It is upstream.");
  isDown = false;
  await userEvent.click(add);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(push).not.toHaveBeenCalled();
  expect(sent.some(({ operation }) => operation === "annotationQueues.create")).toBe(false);
});

it("says before anything is entered that a service has no review queues", async () => {
  answer([], { "annotationQueues.query": () => failed("unsupported") });
  drawDialog();
  expect((await screen.findByRole("alert")).textContent).toContain("Local does not support review queues.");
  expect(screen.getByRole("button", { name: "Create queue and add" }).hasAttribute("disabled")).toBe(true);
  expect(screen.queryByLabelText("Name")).toBeNull();
});
