// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DraftSaver } from "@/app/(dashboard)/[workspace]/training/new/keep/draft-saver";
import { newJobHref, newJobOfReview } from "@/lib/address/new-job-href";
import { type Answers, answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useSources } from "./use-sources";
import { openTable, useSourcesInAddress } from "./use-sources-in-address";

afterEach(cleanPage);

const messages = (content: string) => [
  { role: "user", content },
  { role: "assistant", content: "Done" },
];

/** One model call of each thread and trace that a request names. */
const conversations: Answers = {
  "calls.streamQuery": ({ body: { filter } }) => {
    const ids: readonly string[] = filter.thread_ids ?? filter.trace_ids ?? filter.call_ids ?? [];
    return lines(
      ids.map((id) => ({
        id,
        project_id: "demo/airline",
        op_name: "chat",
        trace_id: filter.trace_ids ? id : `trace of ${id}`,
        thread_id: filter.thread_ids ? id : null,
        started_at: "2026-11-20T14:00:00Z",
        attributes: { kind: "llm" },
        inputs: { messages: messages(id).slice(0, 1) },
        output: { role: "assistant", content: "Done" },
      })),
    );
  },
};

function open(answers: Answers) {
  const sent = answerRequests(answers);
  const saver = new DraftSaver(null);
  const onConfig = vi.fn();
  const page = renderOnPage(() => useSources(testWorkspace, { restored: [], saver, onConfig }), { props: {} });
  const only = () => page.result.current.sources[0];
  return { ...page, sent, onConfig, only, now: () => page.result.current };
}

describe("a source of trajectories", () => {
  it("is read from threads, and is complete at the end", async () => {
    const { now, only } = open(conversations);
    act(() => now().addThreads("2 picked threads", ["t1", "t2"]));
    expect(only()).toMatchObject({ name: "2 picked threads", progress: 0, rows: [] });
    await waitFor(() => expect(only()?.progress).toBeNull());
    expect([only()?.rows.length, only()?.failure]).toEqual([2, null]);
  });

  it("is read from the traces of calls", async () => {
    const { now, only, sent } = open(conversations);
    act(() => now().addTraces("traces of 1 picked call", ["c1"]));
    await waitFor(() => expect(only()?.progress).toBeNull());
    expect(only()?.rows).toHaveLength(1);
    expect(sent.map(({ body }) => body.filter?.trace_ids).filter(Boolean)).toEqual([["trace of c1"]]);
  });

  it("is read from rows of a table, which it names", async () => {
    const { now, only } = open({
      "table.queryStats": () => json({ count: 1 }),
      "table.queryStream": () => lines([{ digest: "d", val: { messages: messages("Hi") }, original_index: 4 }]),
    });
    act(() => now().addTable("cases", { digest: "table", rowDigests: [], path: null }));
    await waitFor(() => expect(only()?.progress).toBeNull());
    expect(only()?.rows.map(({ place }) => place)).toEqual([expect.stringMatching(/^cases, row 4/)]);
  });

  it("keeps the rows read before a failure, with the reason", async () => {
    const { now, only } = open({
      "calls.streamQuery": (request) =>
        request.body.filter.thread_ids?.includes("t30")
          ? failed("upstream")
          : (conversations["calls.streamQuery"]?.(request) ?? failed("unsupported")),
    });
    act(() =>
      now().addThreads(
        "many",
        Array.from({ length: 40 }, (_, index) => `t${index}`),
      ),
    );
    await waitFor(() => expect(only()?.failure).toBe("It is upstream."));
    expect([only()?.progress, only()?.rows.length]).toEqual([null, 25]);
  });

  it("stops loading when it is removed", async () => {
    const { now, sent } = open({ "calls.streamQuery": () => new Promise(() => undefined) });
    act(() => now().addThreads("a", ["t1"]));
    act(() => now().addThreads("b", ["t2"]));
    await waitFor(() => expect(sent).toHaveLength(2));
    act(() => now().remove(now().sources[0]?.id ?? ""));
    expect([now().sources.map(({ name }) => name), sent.map(({ signal }) => signal?.aborted)]).toEqual([
      ["b"],
      [true, false],
    ]);
    act(() => now().removeAll());
    expect([now().sources, sent[1]?.signal?.aborted]).toEqual([[], true]);
  });

  it("stops loading when the page is left", async () => {
    const { now, sent, unmount } = open({ "calls.streamQuery": () => new Promise(() => undefined) });
    act(() => now().addThreads("a", ["t1"]));
    await waitFor(() => expect(sent).toHaveLength(1));
    unmount();
    expect(sent[0]?.signal?.aborted).toBe(true);
  });

  it("passes on the settings of a file, and names the file at each row", async () => {
    const part = {
      rows: [{ place: "line 1" }],
      groups: [],
      problems: [],
      config: { learning_rate: 5e-6 },
    };
    /** A worker that has read its file at once. */
    class DoneWorker {
      onmessage: ((event: { data: unknown }) => void) | null = null;
      postMessage() {
        queueMicrotask(() => {
          this.onmessage?.({ data: { kind: "part", part: { part, readBytes: 2 } } });
          this.onmessage?.({ data: { kind: "ended", result: undefined } });
        });
      }
      terminate() {}
    }
    const { now, only, onConfig } = open({});
    vi.stubGlobal("Worker", DoneWorker);
    await act(async () => now().addFile(new File(["{}"], "a.jsonl")));
    await waitFor(() => expect(only()?.progress).toBeNull());
    expect(only()?.rows).toMatchObject([{ place: "a.jsonl, line 1" }]);
    expect(onConfig).toHaveBeenCalledWith({ learning_rate: 5e-6 });
  });
});

describe("the sources in the address", () => {
  type Params = Parameters<typeof useSourcesInAddress>[1];
  const none: Params = {
    threads: null,
    calls: null,
    picked: null,
    evaluation: null,
    score: null,
    examples: "all",
    passes: null,
    slice: null,
    value: null,
    slice2: null,
    value2: null,
    search: "",
    table: "",
    dataset: null,
    rows: [],
    add: false,
  };

  type Given = Parameters<typeof useSourcesInAddress>[0];

  function visit(
    params: Partial<Params>,
    restored: readonly { readonly id: string }[] = [],
    hasDraft = restored.length > 0,
  ) {
    const sources = {
      sources: restored as Given["sources"],
      remove: vi.fn(),
      addFile: vi.fn(),
      addThreads: vi.fn(),
      addTraces: vi.fn(),
      addExamples: vi.fn(),
      addReview: vi.fn(),
      addTable: vi.fn(),
    };
    const onAdded = vi.fn();
    const onReviewAdded = vi.fn();
    const { rerender, result } = renderOnPage(
      (now: { sources: Given }) =>
        useSourcesInAddress(now.sources, { ...none, ...params }, { hasDraft, onAdded, onReviewAdded }),
      { props: { sources } },
    );
    rerender({ sources: { ...sources } });
    return { ...sources, onAdded, onReviewAdded, waiting: () => result.current };
  }

  it("are the examples of an evaluation, as they are filtered", () => {
    const { addExamples, onAdded } = visit({ evaluation: "r1", score: "exact", examples: "failing", search: "bag" });
    const filters = { passes: null, slice: null, value: null, slice2: null, value2: null, search: "bag" };
    expect(addExamples.mock.calls).toEqual([
      ["failing examples of evaluation r1", { runId: "r1", score: "exact", show: "failing", ...filters }],
    ]);
    expect(onAdded).toHaveBeenCalledOnce();
  });

  it("are added once", () => {
    const { addThreads, addTraces, onAdded } = visit({ threads: "a,b%2Cc", calls: "x" });
    expect(addThreads.mock.calls).toEqual([["2 picked threads", ["a", "b,c"]]]);
    expect(addTraces.mock.calls).toEqual([["traces of 1 picked call", ["x"]]]);
    expect(onAdded).toHaveBeenCalledOnce();
  });

  it("can be a list that another page left in the session", () => {
    for (const kind of ["threads", "calls"] as const) {
      const ids = Array.from({ length: 500 }, (_, index) => `id-number-${index}`);
      const picked = new URLSearchParams(newJobHref("airline", kind, ids).split("?")[1]).get("picked");
      const { addThreads, addTraces } = visit({ picked });
      const [used, unused] = kind === "threads" ? [addThreads, addTraces] : [addTraces, addThreads];
      expect(used.mock.calls[0]?.[1]).toEqual(ids);
      expect(unused).not.toHaveBeenCalled();
    }
  });

  it("can be what reviewers judged, with their answers as rewards", () => {
    const rewards = { threads: {}, traces: { t1: 0.5 } };
    const picked = new URLSearchParams(newJobOfReview("airline", rewards).split("?")[1]).get("picked");
    const { addReview, addTraces, onAdded, onReviewAdded } = visit({ picked });
    expect(addReview.mock.calls).toEqual([[rewards]]);
    expect(addTraces).not.toHaveBeenCalled();
    expect([onAdded.mock.calls.length, onReviewAdded.mock.calls.length]).toEqual([1, 1]);
  });

  it("include a table only when the address says so", () => {
    const table = { table: "f5e1a07eaeff", dataset: "cases:v1", rows: ["r1"] };
    expect(visit(table).onAdded).not.toHaveBeenCalled();
    const { addTable, onAdded } = visit({ ...table, add: true });
    expect(addTable).toHaveBeenCalledWith(
      "1 row of cases",
      expect.objectContaining({ rowDigests: ["r1"], path: null }),
    );
    expect(onAdded).toHaveBeenCalledOnce();
    expect(openTable(none)).toBeNull();
  });

  it("leave the address alone when it has none", () => {
    expect(visit({}).onAdded).not.toHaveBeenCalled();
    expect(visit({}, [{ id: "old" }]).waiting()).toBeNull();
  });

  it("wait until the user replaces the earlier draft, or adds to it", () => {
    const replaced = visit({ threads: "a,b" }, [{ id: "old" }, { id: "older" }]);
    expect(replaced.addThreads).not.toHaveBeenCalled();
    act(() => replaced.waiting()?.replace());
    expect(replaced.remove.mock.calls).toEqual([["old"], ["older"]]);
    expect(replaced.addThreads).toHaveBeenCalledOnce();
    expect([replaced.waiting(), replaced.onAdded.mock.calls.length]).toEqual([null, 1]);

    const joined = visit({ threads: "a" }, [{ id: "old" }]);
    act(() => joined.waiting()?.add());
    expect([joined.remove.mock.calls, joined.addThreads.mock.calls.length]).toEqual([[], 1]);
  });

  it("replace earlier sources without trajectories at once", () => {
    const { remove, addThreads, waiting } = visit({ threads: "a" }, [{ id: "left while it loaded" }], false);
    expect([remove.mock.calls, addThreads.mock.calls.length]).toEqual([[["left while it loaded"]], 1]);
    expect(waiting()).toBeNull();
    expect(visit({}, [{ id: "left while it loaded" }], false).remove).not.toHaveBeenCalled();
  });
});
