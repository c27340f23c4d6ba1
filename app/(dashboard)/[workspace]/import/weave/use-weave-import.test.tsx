// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { workspaceSource } from "@/app/(dashboard)/[workspace]/import/project/weave-project";
import { type Answers, answerRequests, failed, json, lines, type SentRequest } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { weaveRunText, weaveShare, weaveStepRows } from "./prepare-weave-steps";
import { useWeaveImport } from "./use-weave-import";
import { addressSource, isWholeLogin } from "./weave-address";

afterEach(cleanPage);

const source = workspaceSource({ ...testWorkspace, id: "s", connectionId: "remote", projectId: "far/away" });

const callOf = (index: number) => ({
  id: `c${index}`,
  project_id: "far/away",
  op_name: "weave:///far/away/op/answer:o1",
  trace_id: `c${index}`,
  started_at: "2026-11-20T14:00:00Z",
  ended_at: "2026-11-20T14:00:01Z",
  attributes: {},
  inputs: {},
  output: null,
  summary: {},
});

const CALLS = [1, 2, 3].map(callOf);

const isSource = ({ body }: SentRequest) => body.project_id === "far/away";

const ANSWERS: Answers = {
  "calls.queryStats": (request) => json({ count: isSource(request) ? CALLS.length : 0 }),
  "calls.streamQuery": ({ body }) => lines(CALLS.slice(body.offset, body.offset + body.limit)),
  "objs.query": () => json({ objs: [] }),
  "feedback.query": ({ body }) => json({ result: body.fields?.[0] === "count(*)" ? [{ "count(*)": 0 }] : [] }),
  "call.upsertBatch": () => json({ res: [] }),
};

function open(answers: Answers = {}) {
  const sent = answerRequests({ ...ANSWERS, ...answers });
  const page = renderOnPage(() => useWeaveImport(testWorkspace), { props: {} });
  const now = () => page.result.current;
  const kindIs = (kind: string) => waitFor(() => expect(now().state.kind).toBe(kind));
  return { ...page, sent, now, kindIs };
}

describe("the project of another workspace", () => {
  it("is counted before anything is sent, then stored with its refs to this project, and compared", async () => {
    const { now, kindIs, sent } = open();
    act(() => now().choose(source));
    await kindIs("ready");
    expect(now().state).toMatchObject({ content: { calls: 3, objects: [], feedback: 0 } });
    expect(weaveStepRows(now().state).map(({ total, count }) => [total, count])).toEqual([
      [0, null],
      [3, null],
      [0, null],
    ]);
    expect(sent.some(({ operation }) => operation === "call.upsertBatch")).toBe(false);
    act(() => now().start());
    await kindIs("done");
    const stored = JSON.stringify(sent.filter(({ operation }) => operation === "call.upsertBatch"));
    expect(stored).toContain("weave:///demo/airline/op/answer:o1");
    expect(stored).not.toContain("far/away");
    expect(now().state).toMatchObject({ report: { counts: { calls: { read: 3, stored: 3 } }, callsThere: 3 } });
    expect(weaveShare(weaveStepRows(now().state))).toBe(1);
  });

  it("keeps its failure when it cannot be counted", async () => {
    const { now, kindIs } = open({ "calls.queryStats": () => failed("credentials-refused") });
    act(() => now().choose(source));
    await kindIs("uncounted");
    expect(now().state).toMatchObject({ failure: { kind: "credentials-refused" } });
  });

  it("continues after a failure, and after a stop, with the same end of time", async () => {
    let isDown = true;
    const { now, kindIs, sent } = open({
      "call.upsertBatch": () => (isDown ? failed("upstream") : json({ res: [] })),
    });
    act(() => now().choose(source));
    await kindIs("ready");
    act(() => now().start());
    await kindIs("stopped");
    expect(now().state).toMatchObject({ failure: { kind: "upstream" }, progress: { callsDone: 0 } });
    isDown = false;
    act(() => now().start());
    await kindIs("done");
    const asked = sent.filter(({ operation }) => operation === "calls.streamQuery").map(({ body }) => body.query);
    expect(new Set(asked.map((query) => JSON.stringify(query))).size).toBe(1);
  });

  it("stops on request and when the page is left", async () => {
    const { now, kindIs, sent, unmount } = open({
      "call.upsertBatch": ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
        }),
    });
    const batches = () => sent.filter(({ operation }) => operation === "call.upsertBatch");
    act(() => now().choose(source));
    await kindIs("ready");
    act(() => now().start());
    await waitFor(() => expect(batches()).toHaveLength(1));
    act(() => now().stop());
    await kindIs("stopped");
    expect(now().state).toMatchObject({ failure: { kind: "cancelled" } });
    act(() => now().start());
    await waitFor(() => expect(batches()).toHaveLength(2));
    unmount();
    expect(batches()[1]?.signal?.aborted).toBe(true);
  });
});

describe("a project by address and key", () => {
  const login = { address: "https://traces.example", projectId: " far/away ", key: "secret" };

  it("is read through the dashboard with the key, which nothing else gets", async () => {
    const asked: string[] = [];
    const { now, kindIs, sent } = open({
      "imports.weave": async ({ body: { operation, body, ...address }, search, signal }) => {
        expect(address).toEqual({ address: "https://traces.example", key: "secret" });
        asked.push(operation);
        const answer = ANSWERS[operation]?.({ operation, body, search, signal });
        return answer === undefined ? failed("unsupported") : json({ text: await (await answer).text() });
      },
    });
    act(() => now().choose(addressSource(login)));
    await kindIs("ready");
    act(() => now().start());
    await kindIs("done");
    expect(now().state).toMatchObject({ report: { counts: { calls: { read: 3, stored: 3 } } } });
    expect(new Set(asked)).toEqual(
      new Set(["calls.queryStats", "objs.query", "feedback.query", "project.stats", "calls.streamQuery"]),
    );
    expect(JSON.stringify(sent.filter(({ operation }) => operation !== "imports.weave"))).not.toContain("secret");
  });

  it("needs an address, a key and a project with its entity", () => {
    expect(isWholeLogin(login)).toBe(true);
    for (const changes of [{ address: " " }, { key: "" }, { projectId: "away" }, { projectId: "a/b/c" }]) {
      expect(isWholeLogin({ ...login, ...changes })).toBe(false);
    }
  });
});

describe("the running import in words", () => {
  const count = { total: 100, read: 40, stored: 40, present: 0, skipped: 0 };
  const counts = { objects: count, calls: count, feedback: { ...count, total: null } };
  const run = { kind: "running", source, until: new Date(0), runCalls: 40, runMs: 2000 } as const;
  const content = { calls: 100, objects: [], feedback: null, bytes: null };
  const textOf = (step: "objects" | "calls" | "feedback") =>
    weaveRunText({ ...run, content, progress: { step, counts, callsDone: 0 } });

  it("has the rate and the time left of calls, and no total where none is known", () => {
    expect(textOf("objects")).toBe("40 of 100 object versions");
    expect(textOf("calls")).toMatch(/^40 of 100 calls, 20 a second, about 3(\.0*)? s left$/);
    expect(textOf("feedback")).toBe("40 feedback");
  });
});
