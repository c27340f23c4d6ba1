// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { threadsQuery } from "@/lib/thread/threads-query";
import { type Answers, answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useThreadRows } from "./use-thread-rows";
import { useHasThreads, useThreads } from "./use-threads";

afterEach(cleanPage);

type Options = Parameters<typeof useThreads>[0];

const threadOf = (index: number, more: Partial<Thread> = {}): Thread => ({
  thread_id: `thread-${index}`,
  turn_count: 1,
  start_time: "2026-11-20T14:00:00Z",
  last_updated: "2026-11-20T14:00:00Z",
  first_turn_id: `turn-${index}`,
  last_turn_id: `turn-${index}`,
  p99_turn_duration_ms: 10,
  ...more,
});

/** A service that stores these threads. */
const service = (stored: () => readonly Thread[], more: Answers = {}) =>
  answerRequests({
    "threads.streamQuery": ({ body }) =>
      lines(stored().slice(body.offset ?? 0, (body.offset ?? 0) + (body.limit ?? 1000))),
    ...more,
  });

const plain: Options = {
  workspace: testWorkspace,
  threadIds: null,
  range: { kind: "all" },
  sort: { field: "last_updated", direction: "desc" },
  window: { from: 0, limit: null },
  isLive: false,
};

function open(change: Partial<Options> = {}) {
  const page = renderOnPage((options: Options) => useThreads(options), { props: { ...plain, ...change } });
  const idsNow = () => page.result.current.threads.map((thread) => thread.thread_id);
  return { ...page, idsNow, now: () => page.result.current };
}

describe("the list of threads", () => {
  it("is requested at once, with a condition on the source, from a service that knows sources", async () => {
    const sent = service(() => [threadOf(1)]);
    const { calls } = threadsQuery("", { source: "training" });
    const { now } = open({ workspace: { ...testWorkspace, connectionId: "knowing", knowsSources: true }, calls });
    await waitFor(() => expect(now().isWhole).toBe(true));
    expect(sent.map(({ operation, body }) => [operation, body.filter.calls])).toEqual([["threads.streamQuery", calls]]);
  });

  it("streams the threads of a selection", async () => {
    const sent = service(() => [threadOf(1), threadOf(2)]);
    const { now, idsNow } = open({
      threadIds: ["thread-1", "thread-2"],
      range: { kind: "absolute", fromMs: 0, toMs: 1 },
    });
    await waitFor(() => expect(now().isWhole).toBe(true));
    expect(idsNow()).toEqual(["thread-1", "thread-2"]);
    expect(sent[0]?.body.filter).toEqual({
      thread_ids: ["thread-1", "thread-2"],
      after_datetime: "1970-01-01T00:00:00.000Z",
      before_datetime: "1970-01-01T00:00:00.001Z",
    });
  });

  it("is incomplete when its stream was cut short, and continues where it ended", async () => {
    const all = [threadOf(1), threadOf(2)];
    let isCut = true;
    const sent = service(() => all, {
      "threads.streamQuery": ({ body }) => {
        if (isCut) return new Response(`${JSON.stringify(all[0])}\n{"thread_id":`);
        return lines(all.slice(body.offset ?? 0));
      },
    });
    const { now, idsNow } = open();
    await waitFor(() => expect(now().stream.summary?.end.kind).toBe("cut-short"));
    expect([now().isWhole, idsNow()]).toEqual([false, ["thread-1"]]);
    isCut = false;
    act(() => now().stream.resume());
    await waitFor(() => expect(now().isWhole).toBe(true));
    expect(idsNow()).toEqual(["thread-1", "thread-2"]);
    expect(sent.at(-1)?.body.offset).toBe(1);
  });

  it("fails when the service does, and is never empty then, until it is loaded again", async () => {
    let isDown = true;
    service(() => [], { "threads.streamQuery": () => (isDown ? failed("upstream") : lines([threadOf(1)])) });
    const { now, idsNow } = open();
    await waitFor(() => expect(now().stream.failure?.kind).toBe("upstream"));
    expect(now().isWhole).toBe(false);
    isDown = false;
    act(() => now().stream.resume());
    await waitFor(() => expect(now().isWhole).toBe(true));
    expect(idsNow()).toEqual(["thread-1"]);
  });

  it("does not request rows beyond a window that is already filled", async () => {
    const sent = service(() => [threadOf(1), threadOf(2), threadOf(3)]);
    const { now } = open({ window: { from: 1, limit: 2 } });
    await waitFor(() => expect(now().isWhole).toBe(true));
    expect([now().isPart, sent[0]?.body.offset, sent[0]?.body.limit]).toEqual([true, 1, 2]);
    act(() => now().stream.resume());
    await waitFor(() => expect(now().stream.isStreaming).toBe(false));
    expect(sent).toHaveLength(1);
  });

  it("updates figures of its threads, counts new ones, and shows them on request", async () => {
    let stored = [threadOf(1), threadOf(2)];
    service(() => stored);
    const { now, idsNow } = open({ isLive: true });
    await waitFor(() => expect(now().isWhole).toBe(true));
    stored = [threadOf(3), threadOf(2, { turn_count: 5 }), threadOf(1)];
    await waitFor(() => expect(now().newCount).toBe(1));
    expect(idsNow()).toEqual(["thread-1", "thread-2"]);
    expect([now().threads[1]?.turn_count, now().hasManyNew]).toEqual([5, false]);
    act(() => now().reopen());
    await waitFor(() => expect(idsNow()).toEqual(["thread-3", "thread-2", "thread-1"]));
    expect(now().newCount).toBe(0);
  });

  it("shows the first thread of an empty live list automatically", async () => {
    let stored: Thread[] = [];
    service(() => stored);
    const { now, idsNow } = open({ isLive: true });
    await waitFor(() => expect(now().isWhole).toBe(true));
    stored = [threadOf(1)];
    await waitFor(() => expect(idsNow()).toEqual(["thread-1"]));
  });

  it("does not check a part of the list or a past range for changes", async () => {
    const sent = service(() => [threadOf(1)]);
    const part = open({ isLive: true, window: { from: 0, limit: 1 } });
    await waitFor(() => expect(part.now().isWhole).toBe(true));
    const past = open({ isLive: true, range: { kind: "absolute", fromMs: null, toMs: 1 } });
    await waitFor(() => expect(past.now().isWhole).toBe(true));
    expect(sent).toHaveLength(2);
  });
});

describe("whether a workspace has threads", () => {
  const openAny = (isEnabled = true) =>
    renderOnPage(() => ({ has: useHasThreads(testWorkspace, isEnabled) }), { props: {} }).result;

  it("is known from one thread at any time", async () => {
    const sent = service(() => [threadOf(1)]);
    const some = openAny();
    expect(some.current.has).toBeNull();
    await waitFor(() => expect(some.current.has).toBe(true));
    expect(sent[0]?.body).toMatchObject({ filter: {}, limit: 1 });
    cleanPage();
    service(() => []);
    const none = openAny();
    await waitFor(() => expect(none.current.has).toBe(false));
  });

  it("is unknown when the response is incomplete or was not requested", async () => {
    const sent = service(() => [], { "threads.streamQuery": () => new Response('{"thread_id":') });
    const cut = openAny();
    await waitFor(() => expect(sent).toHaveLength(1));
    await act(async () => undefined);
    expect([cut.current.has, openAny(false).current.has]).toEqual([null, null]);
  });
});

describe("the rows of the threads", () => {
  const turn = (index: number, question: string, answer: string) => ({
    id: `turn-${index}`,
    project_id: "demo/airline",
    op_name: "turn",
    trace_id: `turn-${index}`,
    turn_id: `turn-${index}`,
    started_at: "2026-11-20T14:00:00Z",
    ended_at: "2026-11-20T14:00:01Z",
    attributes: {},
    summary: {},
    inputs: { messages: [{ role: "user", content: question }] },
    output: { role: "assistant", content: answer },
  });
  const turns = [turn(1, "Where is my refund?", "On its way."), turn(2, "Can I bring a dog?", "Small ones.")];

  const withTurns = (more: Answers = {}) =>
    answerRequests({
      "calls.streamQuery": ({ body }) => lines(turns.filter(({ id }) => body.filter.call_ids?.includes(id))),
      "calls.preview": ({ body }) =>
        json({
          previews: turns
            .filter(({ id }) => body.call_ids.includes(id))
            .map(({ id, inputs, output }) => ({
              id,
              inputs: JSON.stringify(inputs),
              output: JSON.stringify(output),
              inputs_length: 1,
              output_length: 1,
            })),
        }),
      ...more,
    });

  const openRows = (threads: readonly Thread[], text: string) => {
    const query = threadsQuery(text);
    return renderOnPage(() => useThreadRows(testWorkspace, threads, query), { props: {} }).result;
  };

  it("have the first and last message of their thread", async () => {
    withTurns();
    const rows = openRows([threadOf(1)], "");
    await waitFor(() => expect(JSON.stringify(rows.current.rowAt(0))).toContain("Where is my refund?"));
    expect([rows.current.rowAt(1), rows.current.hasMessages, rows.current.leftToSearch]).toEqual([undefined, true, 0]);
  });

  it("are found by the text of their messages once these are loaded", async () => {
    withTurns();
    const rows = openRows([threadOf(1), threadOf(2)], "dog");
    expect(rows.current.leftToSearch).toBe(2);
    await waitFor(() => expect(rows.current.leftToSearch).toBe(0));
    expect(rows.current.matching.map((thread) => thread.thread_id)).toEqual(["thread-2"]);
  });

  it("are found by their figures without loading messages", () => {
    const sent = withTurns();
    const rows = openRows([threadOf(1), threadOf(2, { turn_count: 9 })], "turns:>5");
    expect(rows.current.matching.map((thread) => thread.thread_id)).toEqual(["thread-2"]);
    expect(sent.every(({ body }) => !JSON.stringify(body).includes("turn-1"))).toBe(true);
  });

  it("count threads whose messages could not be loaded as searched", async () => {
    withTurns({ "calls.streamQuery": () => failed("upstream"), "calls.preview": () => failed("upstream") });
    const rows = openRows([threadOf(1)], "dog");
    await waitFor(() => expect(rows.current.leftToSearch).toBe(0));
    expect([rows.current.matching, rows.current.hasMessages]).toEqual([[], true]);
  });

  it("have no messages when the service cannot load calls or does not name turns", async () => {
    answerRequests({});
    const refused = openRows([threadOf(1)], "");
    await waitFor(() => expect(refused.current.hasMessages).toBe(false));
    const nameless = openRows([threadOf(1, { first_turn_id: null, last_turn_id: null })], "");
    expect(nameless.current.hasMessages).toBe(false);
  });

  it("have users and tools of their threads where these are shown, and none where the service does not list them", async () => {
    const facts = ({ body }: { body: { fields: string[]; filter: { thread_ids: string[] } } }, isByThread: boolean) =>
      json({
        facets: body.fields.map((field) => ({
          field,
          value_count: 1,
          values: body.filter.thread_ids.map((thread_id) => ({
            value: `${field} of ${thread_id}`,
            count: 2,
            ...(isByThread ? { thread_id } : {}),
          })),
        })),
      });
    const openWith = (isByThread: boolean, areFactsShown: boolean) => {
      const sent = withTurns({ "calls.facets": (request) => facts(request, isByThread) });
      const [threads, query] = [[threadOf(1)], threadsQuery("")];
      const { result } = renderOnPage(() => useThreadRows(testWorkspace, threads, query, [], areFactsShown), {
        props: {},
      });
      return { sent, rows: result };
    };
    const { rows } = openWith(true, true);
    await waitFor(() =>
      expect(rows.current.rowAt(0)?.facts).toEqual({
        users: [{ name: "end_user of thread-1", callCount: 2 }],
        tools: [{ name: "tool of thread-1", callCount: 2 }],
      }),
    );
    const old = openWith(false, true);
    await waitFor(() => expect(old.rows.current.hasFacts).toBe(false));
    const hidden = openWith(true, false);
    await waitFor(() => expect(JSON.stringify(hidden.rows.current.rowAt(0))).toContain("Where is my refund?"));
    expect(hidden.sent.some(({ operation }) => operation === "calls.facets")).toBe(false);
  });

  it("load their messages as they are scrolled into view", async () => {
    const sent = withTurns();
    const threads = Array.from({ length: 60 }, (_, index) => threadOf(index));
    const rows = openRows(threads, "");
    await waitFor(() => expect(sent.length).toBeGreaterThan(0));
    expect(JSON.stringify(sent.map(({ body }) => body))).not.toContain("turn-55");
    act(() => rows.current.onRangeChange(50, 59));
    await waitFor(() => expect(JSON.stringify(sent.map(({ body }) => body))).toContain("turn-55"));
  });
});
