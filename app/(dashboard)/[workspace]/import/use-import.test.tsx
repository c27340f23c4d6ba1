// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
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
    const text = JSON.stringify(sent.map(({ body }) => body));
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
    await waitFor(() => expect(sent).toHaveLength(1));
    act(() => now().stop());
    await kindIs("stopped");
    expect(now().state).toMatchObject({ failure: { kind: "cancelled" } });
    act(() => now().send(none));
    await waitFor(() => expect(sent).toHaveLength(2));
    unmount();
    expect(sent[1]?.signal?.aborted).toBe(true);
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
