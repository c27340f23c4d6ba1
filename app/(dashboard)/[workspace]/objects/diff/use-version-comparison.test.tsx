// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ObjectKey } from "@/lib/object/object-key";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useVersionComparison } from "./use-version-comparison";

afterEach(cleanPage);

type Sides = Parameters<typeof useVersionComparison>[2];

const agent: ObjectKey = { kind: "object", id: "agent" };

const source = (digest: string) => ({
  _type: "CustomWeaveType",
  weave_type: { type: "Op" },
  files: { "obj.py": digest },
});

const values: Readonly<Record<string, unknown>> = {
  one: { model: "a", temperature: 0 },
  two: { model: "b", temperature: 0 },
  "op-1": source("file-1"),
  "op-2": source("file-2"),
};

const versionOf = (digest: string) =>
  json({
    obj: {
      project_id: "demo/airline",
      object_id: "agent",
      created_at: "2026-11-20T14:00:00Z",
      digest,
      version_index: 0,
      is_latest: 0,
      kind: "object",
      val: values[digest],
    },
  });

/** A worker that finds no difference, and counts the bytes of both sides. */
class EqualWorker {
  static readonly byteCounts = { left: 0, right: 0 };
  onmessage: ((event: { data: unknown }) => void) | null = null;
  postMessage(message: { kind: string; side: "left" | "right"; bytes: Uint8Array }) {
    if (message.kind === "piece") EqualWorker.byteCounts[message.side] += message.bytes.byteLength;
    if (message.kind === "compare") this.onmessage?.({ data: { kind: "runs", numbers: new Float64Array() } });
  }
  terminate() {}
}

const service = (more: Answers = {}) =>
  answerRequests({
    "obj.read": ({ body }) => versionOf(body.digest),
    "file.content": ({ body }) => new Response(`def run():\n    return "${body.digest}"\n`),
    ...more,
  });

const small: Sides = { a: "one", b: "two", bytes: 100, as: "json", isCached: false };

function open(sides: Partial<Sides> = {}, object = agent) {
  const { result, rerender } = renderOnPage(
    (now: Partial<Sides>) => useVersionComparison(testWorkspace, object, { ...small, ...now }),
    { props: sides },
  );
  return { rerender, now: () => result.current };
}

describe("the comparison of two versions", () => {
  it("shows what differs between small values", async () => {
    const sent = service();
    const { now } = open();
    expect(now().data).toBeUndefined();
    await waitFor(() => expect(now().data).toBeDefined());
    expect(JSON.stringify(now().data)).toContain("model");
    expect([now().failure, sent.map(({ body }) => body.digest)]).toEqual([null, ["one", "two"]]);
  });

  it("compares the source of ops as text, whatever its size", async () => {
    const sent = service();
    const { now } = open({ a: "op-1", b: "op-2", as: "text", bytes: null }, { kind: "op", id: "run" });
    await waitFor(() => expect(now().data).toBeDefined());
    expect(sent.filter(({ operation }) => operation !== "obj.read")).toHaveLength(2);
  });

  it("names the side that could not be loaded, and loads it again on retry", async () => {
    let isDown = true;
    const sent = service({
      "obj.read": ({ body }) => (isDown && body.digest === "two" ? failed("upstream") : versionOf(body.digest)),
    });
    const { now } = open();
    await waitFor(() => expect(now().failure).toMatchObject({ kind: "upstream" }));
    expect([now().failed, now().data]).toEqual(["two", undefined]);
    isDown = false;
    act(() => now().retry());
    await waitFor(() => expect(now().data).toBeDefined());
    expect(sent.filter(({ body }) => body.digest === "one")).toHaveLength(1);
  });

  it("streams large values to a worker without reading them in the page", async () => {
    const sent = service();
    vi.stubGlobal("Worker", EqualWorker);
    const { now } = open({ bytes: 10_000_000 });
    await waitFor(() => expect(now().data?.runs).toEqual([]));
    expect(sent).toHaveLength(2);
    const { left, right } = EqualWorker.byteCounts;
    expect([left, right].every((count) => count > 100)).toBe(true);
  });

  it("reports a failure of a large comparison without a side, and tries again", async () => {
    let isDown = true;
    service({ "obj.read": ({ body }) => (isDown ? failed("upstream") : versionOf(body.digest)) });
    vi.stubGlobal("Worker", EqualWorker);
    const { now } = open({ bytes: null });
    await waitFor(() => expect(now().failure).toMatchObject({ kind: "upstream" }));
    expect(now().failed).toBeNull();
    isDown = false;
    act(() => now().retry());
    await waitFor(() => expect(now().data).toBeDefined());
  });

  it("loads nothing until the user confirms, and nothing without a second version", async () => {
    const sent = service();
    const { rerender, now } = open({ isCached: true });
    rerender({ isCached: true, bytes: 10_000_000 });
    rerender({ bytes: 10_000_000, a: null });
    rerender({ bytes: 10_000_000, a: "two", b: "two" });
    expect([sent, now().data]).toEqual([[], undefined]);
    rerender({ isCached: false });
    await waitFor(() => expect(now().data).toBeDefined());
  });
});
