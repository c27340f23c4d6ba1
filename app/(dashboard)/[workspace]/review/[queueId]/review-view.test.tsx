// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { takeCarried } from "@/lib/address/carried-rows";
import type { AnnotationState, QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { emptyQuestion, specOf } from "@/lib/review/question-draft";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { ReviewView } from "./review-view";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), useParams: () => ({}), usePathname: () => "/" }));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

const PROJECT = testWorkspace.projectId;
const ADA = { id: "ada", name: "Ada", email: "ada@x.y", role: "member" };
const AT = "2026-11-20T10:00:00Z";

const questions = {
  Correct: specOf({ ...emptyQuestion, title: "Correct" }),
  Better: specOf({ ...emptyQuestion, title: "Better", kind: "correction", isOptional: true }),
};
const refOf = (name: string) => `weave:///${PROJECT}/object/${name}:d`;

const QUEUE = {
  id: "q",
  project_id: PROJECT,
  name: "Spelling",
  scorer_refs: [refOf("Correct"), refOf("Better")],
  reviews_per_item: 1,
  assignees: [],
  created_at: AT,
};

const itemOf = (id: string, annotation_state: AnnotationState = "unstarted", members: Partial<QueueItem> = {}) => ({
  id,
  project_id: PROJECT,
  queue_id: "q",
  call_id: `call-${id}`,
  call_started_at: AT,
  call_op_name: "answer",
  call_trace_id: `trace-${id}`,
  kind: "call",
  annotation_state,
  reviews: annotation_state === "unstarted" ? [] : [{ user_id: "ada", annotation_state, updated_at: AT }],
  is_missing: false,
  created_at: AT,
  ...members,
});

const callOf = (id: string) => ({
  id,
  project_id: PROJECT,
  op_name: "answer",
  trace_id: "t",
  started_at: AT,
  ended_at: AT,
  attributes: {},
  inputs: { messages: [{ role: "user", content: `Question ${id}` }] },
  output: { role: "assistant", content: `Answer ${id}` },
});

layOut({ inside: { width: 400, height: 600 }, drawn: { width: 400, height: 600 } });
afterEach(() => {
  cleanPage();
  push.mockClear();
});

function draw(items: readonly ReturnType<typeof itemOf>[], answers: Answers = {}, address = "") {
  const sent = answerRequests({
    "session.current": () => json({ person: ADA, expiresAt: AT }),
    "users.list": () => json({ members: [{ ...ADA, createdAt: AT, lastSeenAt: null, isDisabled: false }] }),
    "annotationQueues.read": () => json({ queue: QUEUE }),
    "annotationQueues.items": () => json({ items }),
    "annotationQueues.progress": ({ body }) => json({ item: itemOf("a", body.annotation_state) }),
    "obj.read": ({ body }) =>
      json({
        obj: {
          project_id: PROJECT,
          object_id: body.object_id,
          created_at: AT,
          digest: "d",
          version_index: 0,
          is_latest: 1,
          kind: "object",
          val: body.object_id === "Correct" ? questions.Correct.val : questions.Better.val,
        },
      }),
    "feedback.query": () => json({ result: [] }),
    "feedback.create": ({ body }) => json({ id: body.id, created_at: AT, svc_user_id: "ada", payload: {} }),
    "feedback.purge": () => json({}),
    "calls.streamQuery": ({ body }) => lines((body.filter?.call_ids ?? []).map(callOf)),
    "call.read": ({ body }) => json({ call: callOf(body.id) }),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <ReviewView queueId="q" />
    </TooltipProvider>,
    { address },
  );
  return sent;
}

const sentTo = (sent: ReturnType<typeof draw>, operation: string) =>
  sent.filter((request) => request.operation === operation).map(({ body }) => body);

const toReview = () => screen.findByRole("list", { name: "To review" });

it("saves the answers of an item as annotations by keys, and goes to the next", async () => {
  const sent = draw([itemOf("a"), itemOf("b")]);
  expect((await toReview()).textContent).toContain("Answer call-a");
  press("1", "Enter");
  await waitFor(() => expect(sentTo(sent, "feedback.create")).toHaveLength(1));
  expect(sentTo(sent, "feedback.create")[0]).toMatchObject({
    project_id: PROJECT,
    weave_ref: `weave:///${PROJECT}/call/call-a`,
    feedback_type: "wandb.annotation.Correct",
    payload: { value: true },
    annotation_ref: refOf("Correct"),
    creator: "ada@x.y",
  });
  await waitFor(() => expect(screen.getByRole("list", { name: "To review" }).textContent).toContain("Answer call-b"));
  await waitFor(() =>
    expect(sentTo(sent, "annotationQueues.progress").map(({ annotation_state }) => annotation_state)).toContain(
      "completed",
    ),
  );
});

it("claims an item whose number of reviews is limited", async () => {
  const sent = draw([itemOf("a")]);
  await toReview();
  await waitFor(() =>
    expect(sentTo(sent, "annotationQueues.progress")).toEqual([
      { project_id: PROJECT, annotation_state: "in_progress" },
    ]),
  );
});

it("completes an item only after its claim, which would reopen it", async () => {
  let answerClaim: (response: Response) => void = () => undefined;
  const sent = draw([itemOf("a"), itemOf("b", "completed")], {
    "annotationQueues.progress": ({ body }) =>
      body.annotation_state === "in_progress"
        ? new Promise((resolve) => {
            answerClaim = resolve;
          })
        : json({ item: itemOf("a", body.annotation_state) }),
  });
  await toReview();
  press("1", "Enter");
  expect(await screen.findByText("You are done")).toBeTruthy();
  expect(sentTo(sent, "feedback.create")).toEqual([]);
  answerClaim(json({ item: itemOf("a", "in_progress") }));
  await waitFor(() =>
    expect(sentTo(sent, "annotationQueues.progress").map(({ annotation_state }) => annotation_state)).toEqual([
      "in_progress",
      "completed",
    ]),
  );
});

it("does not save without an answer, and says which one is missing", async () => {
  const sent = draw([itemOf("a")]);
  await toReview();
  press("Enter");
  expect((await screen.findByRole("alert")).textContent).toBe("Answer this question to save.");
  expect(screen.getByText("Answer Correct to save")).toBeTruthy();
  expect(sentTo(sent, "feedback.create")).toEqual([]);
});

it("keeps typed answers in this browser until they are saved", async () => {
  draw([itemOf("a")]);
  await toReview();
  await userEvent.type(screen.getByRole("textbox", { name: "Better" }), "Small");
  cleanup();
  draw([itemOf("a")]);
  await toReview();
  expect((screen.getByRole("textbox", { name: "Better" }) as HTMLTextAreaElement).value).toBe("Small");
});

it("keeps a review that could not be saved, and saves it by Retry without storing it twice", async () => {
  let isDown = true;
  const sent = draw([itemOf("a"), itemOf("b")], {
    "annotationQueues.progress": ({ body }) =>
      isDown && body.annotation_state === "completed"
        ? failed("upstream")
        : json({ item: itemOf("a", body.annotation_state) }),
  });
  await toReview();
  press("2", "Enter");
  expect((await screen.findByRole("alert")).textContent).toContain("1 review could not be saved: It is upstream.");
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  const ids = sentTo(sent, "feedback.create").map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
});

it("replaces an earlier answer of the same reviewer", async () => {
  const record = {
    id: "f1",
    weave_ref: `weave:///${PROJECT}/call/call-a`,
    feedback_type: "wandb.annotation.Correct",
    payload: { value: true },
    created_at: AT,
    svc_user_id: "ada",
  };
  const sent = draw([itemOf("a", "completed")], { "feedback.query": () => json({ result: [record] }) }, "?item=a");
  await toReview();
  expect(screen.getByRole("radio", { name: /Yes/ }).getAttribute("aria-checked")).toBe("true");
  press("2", "Enter");
  await waitFor(() => expect(sentTo(sent, "feedback.purge")).toHaveLength(1));
  expect(JSON.stringify(sentTo(sent, "feedback.purge")[0])).toContain('"f1"');
  expect(sentTo(sent, "feedback.create")[0]).toMatchObject({ payload: { value: false } });
});

it("hides what others answered until the reader has answered", async () => {
  const record = {
    id: "f1",
    weave_ref: `weave:///${PROJECT}/call/call-a`,
    feedback_type: "wandb.annotation.Correct",
    payload: { value: false },
    created_at: AT,
    creator: "mia",
  };
  const answers = { "feedback.query": () => json({ result: [record] }) };
  draw([itemOf("a")], answers);
  await toReview();
  expect(screen.queryByText("mia: No")).toBeNull();
  cleanup();
  draw([itemOf("a", "completed")], answers, "?item=a");
  await toReview();
  expect(screen.getByText("mia: No")).toBeTruthy();
});

it("moves by keys, skips and goes back", async () => {
  const sent = draw([itemOf("a"), itemOf("b"), itemOf("c")]);
  await toReview();
  press("j");
  await waitFor(() => expect(screen.getByRole("list", { name: "To review" }).textContent).toContain("Answer call-b"));
  press("k");
  await waitFor(() => expect(screen.getByRole("list", { name: "To review" }).textContent).toContain("Answer call-a"));
  press("s");
  await waitFor(() =>
    expect(sentTo(sent, "annotationQueues.progress").map(({ annotation_state }) => annotation_state)).toContain(
      "skipped",
    ),
  );
  await waitFor(() => expect(screen.getByRole("list", { name: "To review" }).textContent).toContain("Answer call-b"));
  press("u");
  await waitFor(() => expect(screen.getByRole("list", { name: "To review" }).textContent).toContain("Answer call-a"));
  press("t");
  expect(push).toHaveBeenCalledWith("/airline/traces/call-a");
});

it("says when the reviewer is done, when an item is unknown, and when its call was deleted", async () => {
  draw([itemOf("a", "completed"), itemOf("b", "skipped")]);
  expect(await screen.findByText("You are done")).toBeTruthy();
  cleanup();
  draw([itemOf("a")], {}, "?item=nowhere");
  expect(await screen.findByText("Item not found")).toBeTruthy();
  cleanup();
  draw([itemOf("a", "unstarted", { is_missing: true })], {}, "?item=a");
  expect(await screen.findByText("This call was deleted")).toBeTruthy();
  expect(screen.queryByRole("form", { name: "Questions" })).toBeNull();
});

it("distinguishes a missing queue, a failure, no items and a service without queues", async () => {
  const only = (kind: Parameters<typeof failed>[0]) => ({ "annotationQueues.read": () => failed(kind) });
  draw([], only("not-found"));
  expect(await screen.findByText("Review queue not found")).toBeTruthy();
  cleanup();
  draw([], only("upstream"));
  expect(await screen.findByRole("alert")).toBeTruthy();
  cleanup();
  draw([]);
  expect(await screen.findByText("Nothing to review yet")).toBeTruthy();
  cleanup();
  // Last: the page remembers what a service lacks.
  draw([], only("unsupported"));
  expect(await screen.findByText("This connection does not support review queues")).toBeTruthy();
});

it("says that a viewer cannot review, and names questions that no longer exist", async () => {
  const sent = draw([itemOf("a")], {
    "session.current": () => json({ person: { ...ADA, role: "viewer" }, expiresAt: AT }),
    "obj.read": ({ body }) =>
      body.object_id === "Better"
        ? failed("not-found")
        : json({
            obj: {
              project_id: PROJECT,
              object_id: "Correct",
              created_at: AT,
              digest: "d",
              version_index: 0,
              is_latest: 1,
              kind: "object",
              val: questions.Correct.val,
            },
          }),
  });
  await toReview();
  press("1", "Enter");
  expect(screen.getByText(/You have read-only access/)).toBeTruthy();
  expect(screen.getByText(/Deleted from the rubric of this queue: .*Better/)).toBeTruthy();
  expect(within(screen.getByRole("form", { name: "Questions" })).getAllByRole("radio")).toHaveLength(2);
  fireEvent.click(screen.getByRole("radio", { name: /Yes/ }));
  expect(sentTo(sent, "feedback.create")).toEqual([]);
  expect(sentTo(sent, "annotationQueues.progress")).toEqual([]);
});

it("opens a new job with the answers as rewards", async () => {
  const record = {
    id: "f1",
    weave_ref: `weave:///${PROJECT}/call/call-a`,
    feedback_type: "wandb.annotation.Correct",
    payload: { value: true },
    created_at: AT,
    svc_user_id: "ada",
  };
  draw([itemOf("a", "completed")], { "feedback.query": () => json({ result: [record] }) });
  await userEvent.click(await screen.findByRole("button", { name: "Use 1 result" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: /Correct/ }));
  const [[address]] = push.mock.calls as [[string]];
  const picked = new URL(address, "http://x").searchParams.get("picked") ?? "";
  expect(JSON.parse(sessionStorage.getItem(`heddle.picked.${picked}`) ?? "")).toEqual({
    threads: {},
    traces: { "trace-a": 1 },
  });
});

it("ends with the focus on the results, and says there that a single label has no signal", async () => {
  const record = {
    id: "f1",
    weave_ref: `weave:///${PROJECT}/call/call-a`,
    feedback_type: "wandb.annotation.Correct",
    payload: { value: true },
    created_at: AT,
    svc_user_id: "ada",
  };
  draw([itemOf("a", "completed")], { "feedback.query": () => json({ result: [record] }) });
  const results = await screen.findByRole("button", { name: "Use 1 result" });
  await waitFor(() => expect(document.activeElement).toBe(results));
  await userEvent.click(results);
  expect(await screen.findByText(/only answer to a prompt is a group of one, which has no signal/)).toBeTruthy();
  for (const [item, path] of [
    [/Training run: more answers/, "/airline/runs/new"],
    ["New evaluation of the prompts", "/airline/evaluations/new"],
  ] as const) {
    push.mockClear();
    if (screen.queryByRole("menu") === null) await userEvent.click(results);
    await userEvent.click(await screen.findByRole("menuitem", { name: item }));
    await waitFor(() => expect(push).toHaveBeenCalledOnce());
    const address = new URL(push.mock.calls[0]?.[0], "http://x");
    expect(address.pathname).toBe(path);
    expect(takeCarried(address.searchParams.get("carried") ?? "")).toMatchObject({
      rows: [{ prompt: "Question call-a" }],
      leftOut: 0,
      messages: { user: "{prompt}" },
    });
  }
  cleanup();
  draw([itemOf("a", "completed"), itemOf("b")], { "feedback.query": () => json({ result: [record] }) });
  const open = await screen.findByRole("button", { name: "Use 1 result" });
  expect(document.activeElement).not.toBe(open);
});

it("shows what the rows say that an answer's inputs refer to, or why it cannot", async () => {
  const ROW = `weave:///${PROJECT}/object/cases:abc/attr/rows/id/r1/key`;
  const inputs = { messages: [{ role: "user", content: `${ROW}/message` }], expected: `${ROW}/gone` };
  const call = { ...callOf("call-a"), inputs };
  const answers: Answers = {
    "calls.streamQuery": () => lines([call]),
    "call.read": () => json({ call }),
  };
  const sent = draw([itemOf("a")], {
    ...answers,
    "refs.readBatch": ({ body }) =>
      json({ vals: body.refs.map((ref: string) => (ref.endsWith("/message") ? "Where is my bag?" : null)) }),
  });
  // In the list of items and in the conversation.
  await waitFor(() => expect(screen.getAllByText("Where is my bag?")).toHaveLength(2));
  expect(screen.getByText(/1 value read from table rows/).textContent).toContain(
    "1 ref to a value that was deleted, or is null",
  );
  expect(sentTo(sent, "refs.readBatch")).toHaveLength(2);
  cleanup();
  draw([itemOf("a")], { ...answers, "refs.readBatch": () => failed("unreachable") });
  expect((await screen.findByText(/2 values of table rows could not be read/)).textContent).toBeTruthy();
  expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
});

it("frames an output without words or an error as what is reviewed, not the question before it", async () => {
  const open = (members: object) => {
    const call = { ...callOf("call-a"), inputs: { messages: [{ role: "user", content: "Any flights?" }] }, ...members };
    draw([itemOf("a")], { "calls.streamQuery": () => lines([call]), "call.read": () => json({ call }) });
  };
  open({ output: [] });
  expect((await screen.findByRole("region", { name: "To review" })).textContent).not.toContain("Any flights?");
  expect(within(screen.getByRole("region", { name: "Conversation" })).getByText("Any flights?")).toBeTruthy();
  cleanup();
  open({ output: null, exception: "RateLimitError: slow down" });
  expect((await screen.findByRole("list", { name: "To review" })).textContent).toContain("RateLimitError: slow down");
});

it("renames the queue", async () => {
  const sent = draw([itemOf("a")], { "annotationQueues.update": () => json({ queue: QUEUE }) });
  await toReview();
  await userEvent.click(screen.getByRole("button", { name: "Queue actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Rename queue" }));
  const dialog = await screen.findByRole("dialog", { name: "Rename queue" });
  const name = await within(dialog).findByLabelText("Name");
  await userEvent.clear(name);
  await userEvent.type(name, "Orthography");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(sentTo(sent, "annotationQueues.update")).toEqual([
      { project_id: PROJECT, name: "Orthography", description: "" },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("removes the item under review, and shows the next one", async () => {
  const sent = draw([itemOf("a"), itemOf("b")], { "annotationQueues.removeItem": () => json({ item: itemOf("a") }) });
  expect((await toReview()).textContent).toContain("Answer call-a");
  await userEvent.click(screen.getByRole("button", { name: "Queue actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Remove this item" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove this item from the queue?" });
  await userEvent.click(await within(dialog).findByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.getByRole("list", { name: "To review" }).textContent).toContain("Answer call-b"));
  const removals = sent.filter(({ operation }) => operation === "annotationQueues.removeItem");
  expect(removals.map(({ search }) => Object.fromEntries(search))).toEqual([
    { queue_id: "q", item_id: "a", project_id: PROJECT },
  ]);
});

it("deletes the queue and opens the list, and says why it could not", async () => {
  let isDown = true;
  const sent = draw([itemOf("a")], {
    "annotationQueues.delete": () => (isDown ? failed("upstream") : json({ queue: QUEUE })),
  });
  await toReview();
  await userEvent.click(screen.getByRole("button", { name: "Queue actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete queue" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete Spelling?" });
  await userEvent.click(await within(dialog).findByRole("button", { name: "Delete" }));
  expect((await within(dialog).findByRole("alert")).textContent).toContain("It is upstream.");
  isDown = false;
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(push).toHaveBeenCalledWith("/airline/review"));
  expect(sentTo(sent, "annotationQueues.delete")).toHaveLength(2);
});
