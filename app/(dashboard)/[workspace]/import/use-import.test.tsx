// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AS_READ_MAPPING } from "@/lib/import/mapping/import-mapping";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { findStoppedImport, storeStoppedImport } from "./stopped-import";
import { useImport } from "./use-import";

afterEach(cleanPage);

const callOf = (index: number) => ({
  id: `c${index}`,
  project_id: "elsewhere/p",
  op_name: "answer",
  trace_id: `c${index}`,
  started_at: "2026-11-20T14:00:00Z",
  ended_at: "2026-11-20T14:00:01Z",
  attributes: {},
  inputs: {},
  output: null,
  summary: {},
});

/** A file of calls; a test document has no streams of files. */
function fileOf(count: number, text = Array.from({ length: count }, (_, at) => JSON.stringify(callOf(at))).join("\n")) {
  const file = new File([text], "calls.jsonl", { lastModified: 7 });
  const bytes = new TextEncoder().encode(text);
  Object.assign(file, {
    stream: () => new Response(bytes).body,
    slice: (from = 0, to = bytes.length) => ({
      arrayBuffer: async () => bytes.slice(from, to).buffer,
      stream: () => new Response(bytes.slice(from, to)).body,
    }),
    arrayBuffer: async () => bytes.buffer,
  });
  return file;
}

function open(answers: Answers = { "call.upsertBatch": () => json({ res: [] }) }) {
  const sent = answerRequests(answers);
  const page = renderOnPage(() => useImport(testWorkspace), { props: {} });
  const now = () => page.result.current;
  const kindIs = (kind: string) => waitFor(() => expect(now().state.kind).toBe(kind));
  return { ...page, sent, now, kindIs };
}

const none = { items: 0, calls: 0 };

const batchesIn = (sent: ReturnType<typeof answerRequests>) =>
  sent.filter(({ operation }) => operation === "call.upsertBatch");

describe("spans of another tool", () => {
  const span = {
    traceId: "5b8efff798038103d269b633813fc60c",
    spanId: "eee19b7ec3c1b174",
    name: "chat",
    startTimeUnixNano: "1",
  };
  const file = () => fileOf(1, JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }));

  it("are previewed by kind, sent to the project of the page, and listed with the reason where the service refuses them", async () => {
    const partialSuccess = { rejectedSpans: "1", errorMessage: "too large" };
    const { now, kindIs, sent } = open({ "otel.exportTraces": () => json({ partialSuccess }) });
    act(() => now().choose(file()));
    await kindIs("ready");
    expect(now().state).toMatchObject({
      preview: { sourceRecords: [{ tool: "OpenTelemetry", record: "span", count: 1 }] },
    });
    act(() => now().send(none));
    await kindIs("done");
    expect(JSON.stringify(sent)).toContain("wandb.project");
    expect(now().state).toMatchObject({
      preview: { leftOut: [{ reason: "The service refused spans: too large", count: 1 }] },
    });
  });
});

describe("an import", () => {
  it("previews a file before anything is sent, then stores its calls in the project", async () => {
    const { now, kindIs, sent } = open();
    expect(now().state.kind).toBe("choosing");
    act(() => now().choose(fileOf(3)));
    expect(now().state.kind).toBe("reading");
    await kindIs("ready");
    expect([sent, now().state]).toMatchObject([[], { stored: none }]);
    act(() => now().send(none));
    await kindIs("done");
    const batches = sent.filter(({ operation }) => operation === "call.upsertBatch");
    expect(JSON.stringify(batches.map(({ body }) => body))).toContain("demo/airline");
    expect(JSON.stringify(batches.map(({ body }) => body))).not.toContain("elsewhere/p");
    expect(findStoppedImport("w", fileOf(3))).toBeNull();
  });

  it("says why a file cannot be read, and starts over on request", async () => {
    const { now, kindIs } = open();
    const file = fileOf(1);
    Object.assign(file, {
      stream: () => {
        throw new Error("The file is gone.");
      },
      slice: () => {
        throw new Error("The file is gone.");
      },
    });
    act(() => now().choose(file));
    await kindIs("unreadable");
    expect(now().state).toMatchObject({ reason: "The file is gone." });
    act(() => now().reset());
    expect(now().state.kind).toBe("choosing");
  });

  it("drops the first file when another is chosen meanwhile", async () => {
    const { now, kindIs } = open();
    act(() => {
      now().choose(fileOf(3));
      now().choose(fileOf(1));
    });
    await kindIs("ready");
    expect(now().state).toMatchObject({ chosen: { file: { size: fileOf(1).size } } });
  });

  it("keeps the position of a failure, and continues there on request", async () => {
    let isDown = true;
    const { now, kindIs } = open({ "call.upsertBatch": () => (isDown ? failed("upstream") : json({ res: [] })) });
    act(() => now().choose(fileOf(2)));
    await kindIs("ready");
    act(() => now().send(none));
    await kindIs("stopped");
    expect(now().state).toMatchObject({ failure: { kind: "upstream" }, stored: none });
    isDown = false;
    act(() => now().send(none));
    await kindIs("done");
  });

  it("continues an import that an earlier visit stopped, with the same invented times", async () => {
    storeStoppedImport("w", fileOf(3), { items: 2, inventedFromMs: 1234 });
    const { now, kindIs, sent } = open();
    act(() => now().choose(fileOf(3)));
    await kindIs("ready");
    expect(now().state).toMatchObject({ stored: { items: 2, calls: 0 }, chosen: { inventedFromMs: 1234 } });
    act(() => now().send({ items: 2, calls: 0 }));
    await kindIs("done");
    const text = JSON.stringify(batchesIn(sent).map(({ body }) => body));
    expect([text.includes('"c2"'), text.includes('"c0"')]).toEqual([true, false]);
  });

  it("stops on request and when the page is left", async () => {
    const { now, kindIs, sent, unmount } = open({
      "call.upsertBatch": ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
        }),
    });
    act(() => now().choose(fileOf(1)));
    await kindIs("ready");
    act(() => now().send(none));
    await waitFor(() => expect(batchesIn(sent)).toHaveLength(1));
    act(() => now().stop());
    await kindIs("stopped");
    expect(now().state).toMatchObject({ failure: { kind: "cancelled" } });
    act(() => now().send(none));
    await waitFor(() => expect(batchesIn(sent)).toHaveLength(2));
    unmount();
    expect(batchesIn(sent)[1]?.signal?.aborted).toBe(true);
  });

  it("is written down in the project, also when it is stopped, and belongs to one import when it continues", async () => {
    let isDown = true;
    const { now, kindIs, sent } = open({
      "call.upsertBatch": () => (isDown ? failed("upstream") : json({ res: [] })),
      "obj.create": () => json({ digest: "d" }),
      "calls.queryStats": () => json({ count: 1 }),
    });
    const records = () => sent.filter(({ operation }) => operation === "obj.create").map(({ body }) => body.obj.val);
    act(() => now().choose(fileOf(2)));
    await kindIs("ready");
    act(() => now().send(none));
    await kindIs("stopped");
    await waitFor(() => expect(records().map(({ state }) => state)).toEqual(["running", "stopped"]));
    isDown = false;
    act(() => now().send(none));
    await kindIs("done");
    expect(records().map(({ state }) => state)).toEqual(["running", "stopped", "running", "done"]);
    expect(new Set(records().map(({ import_id: id }) => id)).size).toBe(1);
    expect(records().at(-1)).toMatchObject({ source: "File", from: "calls.jsonl", sent: 2, calls: 1 });
    const marks = batchesIn(sent)
      .at(-1)
      ?.body.batch.flatMap((part: { req: { start?: { attributes: object } } }) =>
        part.req.start ? [part.req.start.attributes] : [],
      );
    expect(marks).toEqual(Array(2).fill({ import: { id: records()[0]?.import_id } }));
    // One of the two was there before.
    expect(now().state).toMatchObject({ newCalls: 1 });
  });

  it("stores what a person chose, and shows what is left before", async () => {
    const trace = { id: "t", timestamp: "2026-11-20T14:00:00Z", sessionId: null, metadata: { channel: "web" } };
    const score = { id: "s", name: "quality", dataType: "NUMERIC", value: 1, source: "API", traceId: "t" };
    const { now, kindIs, sent } = open();
    act(() => now().choose(fileOf(2, [trace, score].map((value) => JSON.stringify(value)).join("\n"))));
    await kindIs("ready");
    const thread = "attributes.langfuse.metadata.channel";
    act(() => now().map({ ...AS_READ_MAPPING, thread, scores: { quality: "" } }));
    expect(now().state).toMatchObject({ preview: { feedbackCount: 0 }, whole: { feedbackCount: 1 } });
    act(() => now().send(none));
    await kindIs("done");
    expect(batchesIn(sent)[0]?.body.batch[0].req.start).toMatchObject({ thread_id: "web" });
    expect(sent.some(({ operation }) => operation.startsWith("feedback.create"))).toBe(false);
    expect(now().state).toMatchObject({ preview: { leftOut: [{}, { reason: expect.stringContaining("quality") }] } });
  });

  it("sends nothing before a file is read", () => {
    const { now, sent } = open();
    act(() => now().send(none));
    expect([now().state.kind, sent]).toEqual(["choosing", []]);
  });

  it("renews the cached lists of the connection", async () => {
    const { now, kindIs, client } = open();
    const renewed = vi.spyOn(client, "invalidateQueries");
    act(() => now().choose(fileOf(1)));
    await kindIs("ready");
    act(() => now().send(none));
    await kindIs("done");
    await waitFor(() => expect(renewed).toHaveBeenCalledWith({ queryKey: ["service", "local"] }));
  });
});
