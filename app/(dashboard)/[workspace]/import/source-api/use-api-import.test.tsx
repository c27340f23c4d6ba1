// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import type { ApiLogin, ApiTool } from "./api-tool";
import { LANGFUSE } from "./langfuse-import";
import { LANGSMITH } from "./langsmith-import";
import { useApiImport } from "./use-api-import";

afterEach(cleanPage);

/** A server of a tool. Its project has one call. */
interface Server<Field extends string> {
  readonly tool: ApiTool<Field>;
  readonly operation: string;
  readonly login: ApiLogin<Field>;
  /** The paths that are read, in order. */
  readonly paths: readonly string[];
  readonly answer: (path: string, metadata: object) => unknown;
  readonly expected: { readonly calls: number; readonly record: string; readonly chatField: string };
}

const page = (status: number, value: unknown = null) => json({ status, retryAfter: null, text: JSON.stringify(value) });

const langfuse: Server<"publicKey" | "secretKey"> = {
  tool: LANGFUSE,
  operation: "imports.langfuse",
  login: { address: "https://tool.example", publicKey: "pk", secretKey: "the-secret" },
  paths: ["/v2/prompts", "/dataset-items", "/v2/observations", "/v3/scores"],
  answer: (path, metadata) => {
    const times = { startTime: "2026-03-04T05:06:01.000Z", endTime: "2026-03-04T05:06:02.000Z" };
    const observation = { ...times, id: "o1", traceId: "t", type: "SPAN", isRootObservation: true, metadata };
    return { data: path === "/v2/observations" ? [observation] : [], meta: {} };
  },
  expected: { calls: 2, record: "root span", chatField: "attributes.langfuse.metadata.chat" },
};

const langsmith: Server<"project" | "key" | "workspaceId"> = {
  tool: LANGSMITH,
  operation: "imports.langsmith",
  login: { address: "https://tool.example", project: " support ", key: "the-secret", workspaceId: "" },
  paths: ["/sessions", "/repos", "/datasets", "/runs/query", "/feedback"],
  answer: (path, metadata) => {
    if (path === "/sessions") return [{ id: "p1", name: "support" }];
    if (path === "/repos") return { repos: [] };
    if (path !== "/runs/query") return [];
    const times = { start_time: "2026-03-04T05:06:01", end_time: "2026-03-04T05:06:02" };
    const run = { ...times, id: "r1", trace_id: "r1", name: "chat", run_type: "chain", extra: { metadata } };
    return { runs: [run], cursors: {} };
  },
  expected: { calls: 1, record: "chain run", chatField: "attributes.langsmith.extra.metadata.chat" },
};

function describeImport<Field extends string>(server: Server<Field>): void {
  const { tool, operation, login, paths, answer, expected } = server;
  const lastPath = paths.at(-1);

  function open(answers: Answers = {}) {
    const sent = answerRequests({
      [operation]: ({ body }) => page(200, answer(body.path, { chat: "c1" })),
      "call.upsertBatch": () => json({ res: [] }),
      ...answers,
    });
    const rendered = renderOnPage(() => useApiImport(tool, testWorkspace), { props: {} });
    const now = () => rendered.result.current;
    const kindIs = (kind: string) => waitFor(() => expect(now().state.kind).toBe(kind));
    const asked = () => sent.filter((request) => request.operation === operation);
    return { ...rendered, sent, asked, now, kindIs };
  }

  describe(`the import from ${tool.name}'s API`, () => {
    it("reads each list through the dashboard, stores it, and counts what became of it", async () => {
      const { now, kindIs, sent, asked } = open();
      act(() => now().start(login));
      await kindIs("done");
      expect(now().state).toMatchObject({
        preview: {
          counts: { calls: expected.calls },
          sourceRecords: [{ tool: tool.name, record: expected.record, count: 1 }],
        },
        summary: { calls: expected.calls },
      });
      expect(asked().map(({ body }) => body.path)).toEqual(paths);
      const others = JSON.stringify(sent.filter((request) => request.operation !== operation));
      expect([others.includes("the-secret"), others.includes(tool.name)]).toEqual([false, true]);
    });

    it("reads the beginning of each list without storing anything, and imports as it was mapped then", async () => {
      const { now, kindIs, sent } = open();
      act(() => now().look(login));
      await kindIs("looked");
      expect(sent.map((request) => request.operation)).toEqual(paths.map(() => operation));
      const { state } = now();
      if (state.kind !== "looked") throw new Error(state.kind);
      expect(state.whole.fields.map(({ path }) => path)).toContain(expected.chatField);
      act(() => now().map({ ...state.mapping, thread: expected.chatField }));
      act(() => now().start(login));
      await kindIs("done");
      const parts = sent.filter(({ operation: id }) => id === "call.upsertBatch").flatMap(({ body }) => body.batch);
      const threads = parts.flatMap(({ req }) => req.start?.thread_id ?? []);
      expect(new Set(threads)).toEqual(new Set(["c1"]));
    });

    it("says why a preview failed, and begins anew where the keys were changed after a preview or an import", async () => {
      let status = 401;
      const { now, kindIs } = open({ [operation]: ({ body }) => page(status, answer(body.path, {})) });
      act(() => now().look(login));
      await kindIs("unread");
      expect(now().state).toMatchObject({ refusal: expect.stringContaining("does not accept the keys") });
      status = 200;
      act(() => now().look(login));
      await kindIs("looked");
      act(() => now().reset());
      await kindIs("entering");
      act(() => now().start(login));
      await kindIs("done");
      act(() => now().reset());
      await kindIs("entering");
    });

    it("stops with the refusal of the keys, and continues with other keys", async () => {
      let status = 401;
      const { now, kindIs } = open({ [operation]: ({ body }) => page(status, answer(body.path, {})) });
      act(() => now().start(login));
      await kindIs("stopped");
      expect(now().state).toMatchObject({ refusal: expect.stringContaining("does not accept the keys") });
      status = 200;
      act(() => now().start(login));
      await kindIs("done");
    });

    it("stops on request, keeping what is stored, and continues before the last whole page", async () => {
      const { now, kindIs, asked, unmount } = open({
        [operation]: ({ body, signal }) =>
          body.path === lastPath
            ? new Promise((_resolve, reject) => {
                signal?.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
              })
            : page(200, answer(body.path, {})),
      });
      const lastAsked = () => asked().filter(({ body }) => body.path === lastPath);
      act(() => now().start(login));
      await waitFor(() => expect(lastAsked()).toHaveLength(1));
      act(() => now().stop());
      await kindIs("stopped");
      expect(now().state).toMatchObject({ failure: { kind: "cancelled" } });
      act(() => now().start(login));
      await waitFor(() => expect(lastAsked()).toHaveLength(2));
      unmount();
      expect(lastAsked()[1]?.signal?.aborted).toBe(true);
    });

    it("keeps the failure of the dashboard", async () => {
      const { now, kindIs } = open({ [operation]: () => failed("validation") });
      act(() => now().start(login));
      await kindIs("stopped");
      expect(now().state).toMatchObject({ failure: { kind: "validation" } });
    });
  });
}

describeImport(langfuse);
describeImport(langsmith);

describe("the import from LangSmith's API", () => {
  it("asks in the workspace that was entered, in none without, for runs with a body", async () => {
    const sent = answerRequests({
      [langsmith.operation]: ({ body }) => page(200, langsmith.answer(body.path, {})),
    });
    const { result } = renderOnPage(() => useApiImport(LANGSMITH, testWorkspace), { props: {} });
    act(() => result.current.look({ ...langsmith.login, workspaceId: "w1" }));
    await waitFor(() => expect(result.current.state.kind).toBe("looked"));
    expect(sent.map(({ body }) => [body.tenantId, "body" in body])).toEqual(
      langsmith.paths.map((path) => ["w1", path === "/runs/query"]),
    );
    act(() => result.current.look(langsmith.login));
    await waitFor(() => expect(sent).toHaveLength(10));
    expect(sent.slice(5).filter(({ body }) => "tenantId" in body)).toEqual([]);
  });

  it("says that there is no project of the name", async () => {
    answerRequests({ [langsmith.operation]: () => page(200, []) });
    const { result } = renderOnPage(() => useApiImport(LANGSMITH, testWorkspace), { props: {} });
    act(() => result.current.look(langsmith.login));
    await waitFor(() => expect(result.current.state.kind).toBe("unread"));
    expect(result.current.state).toMatchObject({
      refusal: "LangSmith has no project support that this key can read.",
    });
  });
});
