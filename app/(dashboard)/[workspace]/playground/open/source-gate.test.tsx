// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Draft, newDraft, newMessage } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { draftText } from "@/app/(dashboard)/[workspace]/playground/draft/stored-draft";
import { exampleStart } from "@/lib/api/contract/calls/call-examples";
import type { FirstDraft } from "./filled-draft";
import type { OpenedSource } from "./source";
import { SourceGate } from "./source-gate";

const workspace = {
  id: "w",
  slug: "airline",
  connectionId: "local",
  connectionName: "local",
  projectId: "demo/airline",
  createdAt: "2026-11-21T10:00:00Z",
};
const address = { workspaceId: "w", personId: "p" };

const CALL_ID = "0199a7c2-0000-7000-8000-000000000000";
const sources = {
  call: { kind: "call", id: CALL_ID },
  prompt: { kind: "prompt", id: "greeting:latest" },
  request: { kind: "request", id: "1f0e3dad-9990-4345-b743-9f8ffabdffc4" },
  rollout: { kind: "rollout", id: "batch.3.1" },
  row: { kind: "row", id: "t1:r1" },
  table: { kind: "table", id: "t1" },
} as const;

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
const messages = [{ role: "user", content: "Hello" }];
const withCall = (inputs: unknown) => json({ call: { ...exampleStart, id: CALL_ID, inputs } });
const storedPrompt = {
  project_id: "demo/airline",
  object_id: "greeting",
  created_at: "2026-11-20T14:30:01.882000Z",
  deleted_at: null,
  digest: "XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA",
  version_index: 2,
  is_latest: 1,
  kind: "object",
  base_object_class: null,
  leaf_object_class: null,
};
const withPrompt = (val: unknown) => json({ obj: { ...storedPrompt, val } });
const withShared = (draft: string) =>
  json({ workspaceId: "w", ownerName: "Ines", draft, createdAt: "2026-11-21T10:00:00Z" });
const withTrajectory = () =>
  json({
    batch_id: "batch",
    group_index: 3,
    trajectory_index: 1,
    trajectory: { messages_and_choices: [...messages, { role: "assistant", content: "Hi" }], reward: 1 },
  });
const withRow = (...rows: readonly unknown[]) => json({ rows });
const failed = (kind: string, status: number, operation: string, reason?: string) =>
  json({ error: { kind, message: "The service returned an error.", reason, requestId: "r1", operation } }, status);

const answer = vi.fn<() => Response | Promise<Response>>();
const onLeave = vi.fn();
/** The draft that the page last began with. */
const opened = vi.fn<(start: FirstDraft) => void>();

beforeEach(() => vi.stubGlobal("fetch", async () => await answer()));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.localStorage.clear();
  for (const mock of [answer, onLeave, opened]) mock.mockReset();
});

function open(source: OpenedSource, models: readonly string[] = []) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const gate = () => (
    <QueryClientProvider client={client}>
      <SourceGate workspace={workspace} address={address} source={source} models={models} onLeave={onLeave}>
        {(start) => {
          opened(start);
          return <p>{`Opened: ${textOf(start.draft)}`}</p>;
        }}
      </SourceGate>
    </QueryClientProvider>
  );
  const { rerender } = render(gate());
  return { client, redraw: () => rerender(gate()) };
}

const textOf = ({ messages }: Draft) =>
  messages.flatMap(({ parts }) => parts.map((part) => (part.kind === "text" ? part.text : ""))).join(" | ");
const start = () => opened.mock.lastCall?.[0];

function keepDraft(change: Partial<Draft>): Draft {
  const draft = { ...newDraft(), messages: [newMessage("user", "Mine")], ...change };
  window.localStorage.setItem("heddle-playground-w-p", draftText(draft));
  return draft;
}

describe("the gate of the playground", () => {
  it.each([
    ["call", () => withCall({ model: "a/one", messages }), "Hello", "call …00000000"],
    ["prompt", () => withPrompt({ content: "Greet {who}" }), "Greet {{who}}", "the prompt greeting:v2"],
    [
      "request",
      () => withShared(draftText({ ...newDraft(), messages: [newMessage("user", "Shared")] })),
      "Shared",
      "Ines’s request",
    ],
    ["rollout", withTrajectory, "Hello", "trajectory 1 of group 3"],
    [
      "row",
      () => withRow({ digest: "r1", val: { inputs: { messages } }, original_index: 3 }),
      "Hello",
      "row 3 of a table",
    ],
    ["table", () => withRow({ digest: "r1", val: { input: "Hello" } }), "Mine", "1 row of a table"],
  ] as const)("shows that a %s loads, then opens it and names it", async (kind, response, text, from) => {
    let respond = (_: Response) => {};
    answer.mockReturnValue(new Promise((resolve) => (respond = resolve)));
    const before = keepDraft({});
    open(sources[kind]);
    expect(screen.getByRole("progressbar", { name: `Loading ${kind}` })).toBeDefined();
    expect(opened).not.toHaveBeenCalled();
    respond(response());
    expect(await screen.findByText(`Opened: ${text}`)).toBeDefined();
    expect(start()?.filled).toEqual({ from, lost: [], before });
  });

  it.each(["call", "prompt", "request", "rollout", "row", "table"] as const)(
    "offers a retry when a %s cannot be loaded",
    async (kind) => {
      answer.mockImplementation(() => failed("upstream", 502, "some.operation"));
      open(sources[kind]);
      expect(await screen.findByRole("alert")).toHaveProperty(
        "textContent",
        expect.stringContaining("The service failed"),
      );
      expect(screen.getByRole("button", { name: "Open my draft" })).toBeDefined();
      answer.mockReset();
      answer.mockReturnValue(new Promise(() => undefined));
      await userEvent.click(screen.getByRole("button", { name: "Retry" }));
      expect(await screen.findByRole("progressbar", { name: `Loading ${kind}` })).toBeDefined();
    },
  );

  it.each([
    ["call", "No call with this id"],
    ["prompt", "Prompt not found"],
    ["row", "Row not found"],
    ["table", "Table not found"],
    ["request", "Request not found"],
    ["rollout", "Rollout not found"],
  ] as const)("shows the service's reason when it does not have the %s", async (kind, title) => {
    answer.mockImplementation(() => failed("not-found", 404, "some.operation", "It is not there"));
    open(sources[kind]);
    expect(await screen.findByRole("heading", { name: title })).toBeDefined();
    expect(screen.getByText("It is not there")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Open my draft" }));
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it("says that the connection does not support the operation, and where to change it", async () => {
    answer.mockImplementation(() => failed("unsupported", 501, "trajectories.read"));
    open(sources.rollout);
    expect(await screen.findByRole("heading", { name: "Not supported by this connection" })).toBeDefined();
    expect(screen.getByText(/no operation trajectories\.read/)).toBeDefined();
    expect(screen.getByRole("link", { name: "Open connections" })).toBeDefined();
  });

  it.each([
    ["a call that does not exist", sources.call, () => json({ call: null }), "No call with this id", "status"],
    ["a call without messages", sources.call, () => withCall({ a: 1 }), "Not a model call", "status"],
    ["an object that is not a prompt", sources.prompt, () => withPrompt([1]), "Not a prompt", "alert"],
    ["a request of another version", sources.request, () => withShared("{}"), "Could not read this request", "alert"],
  ] as const)("explains why it does not open %s", async (_, source, response, title, role) => {
    answer.mockImplementation(response);
    open(source);
    expect(await screen.findByRole("heading", { name: title })).toBeDefined();
    expect(screen.getByRole(role)).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Open my draft" }));
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it("requests nothing for an id that is not the address of a trajectory", () => {
    open({ kind: "rollout", id: "batch" });
    expect(screen.getByRole("heading", { name: "Rollout not found" })).toBeDefined();
    expect(answer).not.toHaveBeenCalled();
  });

  it("lists what could not be carried over, and takes the models of the URL", async () => {
    answer.mockImplementation(() => withCall({ system: "Be brief.", messages, top_k: 40 }));
    open(sources.call, ["a/two", "a/three"]);
    await screen.findByText(/^Opened/);
    expect(start()?.filled?.lost).toEqual(["top_k: 40"]);
    expect(start()?.draft.columns.map(({ model }) => model)).toEqual(["a/two", "a/three"]);
    expect(start()?.draft.callId).toBe(CALL_ID);
  });

  it("keeps edits made since the call was opened, without a request", () => {
    keepDraft({ callId: CALL_ID });
    open(sources.call);
    expect(screen.getByText("Opened: Mine")).toBeDefined();
    expect(start()?.filled).toBeNull();
    expect(answer).not.toHaveBeenCalled();
  });

  it("keeps what it opened when a later request for the call fails", async () => {
    answer.mockImplementation(() => withCall({ messages }));
    const { client, redraw } = open(sources.call);
    await screen.findByText("Opened: Hello");
    const first = start();
    answer.mockImplementation(() => failed("upstream", 502, "call.read"));
    await client.refetchQueries();
    redraw();
    expect(screen.getByText("Opened: Hello")).toBeDefined();
    expect(start()).toBe(first);
  });
});
