// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { LANGFUSE } from "./langfuse-import";
import { useApiImport } from "./use-api-import";

afterEach(cleanPage);

const login = { address: "https://langfuse.example", publicKey: "pk", secretKey: "sk" };

const page = (status: number, data: readonly object[] = [], meta: object = {}) =>
  json({ status, retryAfter: null, text: JSON.stringify({ data, meta }) });

const observation = {
  id: "o1",
  traceId: "t",
  type: "SPAN",
  startTime: "2026-03-04T05:06:01.000Z",
  endTime: "2026-03-04T05:06:02.000Z",
  isRootObservation: true,
};

function open(answers: Answers = {}) {
  const sent = answerRequests({
    "imports.langfuse": ({ body }) => page(200, body.path === "/v2/observations" ? [observation] : []),
    "call.upsertBatch": () => json({ res: [] }),
    ...answers,
  });
  const rendered = renderOnPage(() => useApiImport(LANGFUSE, testWorkspace), { props: {} });
  const now = () => rendered.result.current;
  const kindIs = (kind: string) => waitFor(() => expect(now().state.kind).toBe(kind));
  return { ...rendered, sent, now, kindIs };
}

describe("the import from Langfuse's API", () => {
  it("reads each list through the dashboard, stores it, and counts what became of it", async () => {
    const { now, kindIs, sent } = open();
    act(() => now().start(login));
    await kindIs("done");
    expect(now().state).toMatchObject({
      preview: { counts: { calls: 2 }, sourceRecords: [{ tool: "Langfuse", record: "root span", count: 1 }] },
      summary: { calls: 2 },
    });
    const read = sent.filter(({ operation }) => operation === "imports.langfuse").map(({ body }) => body.path);
    expect(read).toEqual(["/v2/prompts", "/dataset-items", "/v2/observations", "/v3/scores"]);
    expect(JSON.stringify(sent.filter(({ operation }) => operation !== "imports.langfuse"))).not.toContain('"sk"');
  });

  it("reads the beginning of each list without storing anything, and imports as it was mapped then", async () => {
    const { now, kindIs, sent } = open({
      "imports.langfuse": ({ body }) =>
        page(
          200,
          body.path === "/v2/observations" ? [{ ...observation, metadata: { chat: "c1" } }] : [],
          body.query.cursor === undefined && body.path === "/v2/observations" ? { cursor: "next" } : {},
        ),
    });
    act(() => now().look(login));
    await kindIs("looked");
    expect(sent.map(({ operation }) => operation)).toEqual(Array(4).fill("imports.langfuse"));
    const { state } = now();
    if (state.kind !== "looked") throw new Error(state.kind);
    expect(state.whole.fields.map(({ path }) => path)).toContain("attributes.langfuse.metadata.chat");
    act(() => now().map({ ...state.mapping, thread: "attributes.langfuse.metadata.chat" }));
    act(() => now().start(login));
    await kindIs("done");
    const parts = sent.filter(({ operation }) => operation === "call.upsertBatch").flatMap(({ body }) => body.batch);
    const threads = parts.flatMap(({ req }) => req.start?.thread_id ?? []);
    expect(new Set(threads)).toEqual(new Set(["c1"]));
  });

  it("says why a preview failed, and forgets one whose keys were changed", async () => {
    let status = 401;
    const { now, kindIs } = open({ "imports.langfuse": () => page(status) });
    act(() => now().look(login));
    await kindIs("unread");
    expect(now().state).toMatchObject({ refusal: expect.stringContaining("does not accept the keys") });
    status = 200;
    act(() => now().look(login));
    await kindIs("looked");
    act(() => now().reset());
    await kindIs("entering");
  });

  it("stops with the refusal of the keys, and continues with other keys", async () => {
    let status = 401;
    const { now, kindIs } = open({ "imports.langfuse": () => page(status) });
    act(() => now().start(login));
    await kindIs("stopped");
    expect(now().state).toMatchObject({ refusal: expect.stringContaining("does not accept the keys") });
    status = 200;
    act(() => now().start(login));
    await kindIs("done");
  });

  it("stops on request, keeping what is stored, and continues before the last whole page", async () => {
    const { now, kindIs, sent, unmount } = open({
      "imports.langfuse": ({ body, signal }) =>
        body.path === "/v3/scores"
          ? new Promise((_resolve, reject) => {
              signal?.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
            })
          : page(200, body.path === "/v2/observations" ? [observation] : []),
    });
    const asked = (path: string) => sent.filter(({ body }) => body?.path === path);
    act(() => now().start(login));
    await waitFor(() => expect(asked("/v3/scores")).toHaveLength(1));
    act(() => now().stop());
    await kindIs("stopped");
    expect(now().state).toMatchObject({ failure: { kind: "cancelled" } });
    act(() => now().start(login));
    await waitFor(() => expect(asked("/v3/scores")).toHaveLength(2));
    unmount();
    expect(asked("/v3/scores")[1]?.signal?.aborted).toBe(true);
  });

  it("keeps the failure of the dashboard", async () => {
    const { now, kindIs } = open({ "imports.langfuse": () => failed("validation") });
    act(() => now().start(login));
    await kindIs("stopped");
    expect(now().state).toMatchObject({ failure: { kind: "validation" } });
  });
});
