import { afterEach, describe, expect, it, vi } from "vitest";
import { readSkeleton } from "./read-skeleton";
import { idOf, kindOf } from "./trace-skeleton";

afterEach(() => vi.unstubAllGlobals());

const lean = { id: "c1", op_name: "answer", started_at: "2026-11-20T00:00:00Z", attributes: { kind: "llm" } };
const complete = { ...lean, project_id: "e/p", trace_id: "t" };
const line = (value: unknown) => new Response(`${JSON.stringify(value)}\n`);

let connections = 0;

/** Reads a trace twice from a service with these responses, on a connection without earlier requests. */
async function readTwice(answers: Readonly<Record<string, () => Response>>) {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    const operation = path.split("/").at(-1) ?? "";
    requests.push(operation);
    const error = { kind: "unsupported", message: "No.", requestId: "r", operation };
    return answers[operation]?.() ?? new Response(JSON.stringify({ error }), { status: 404 });
  });
  connections += 1;
  const address = { connectionId: `connection-${connections}`, projectId: "e/p", traceId: "t" };
  await readSkeleton(address, () => undefined);
  const { skeleton } = await readSkeleton(address, () => undefined);
  return { skeleton, requests };
}

const lines = (...values: readonly unknown[]) =>
  new Response(values.map((value) => `${JSON.stringify(value)}\n`).join(""));

describe("the calls of a trace", () => {
  it("are read with only the fields that a tree shows", async () => {
    const { skeleton, requests } = await readTwice({ "calls.skeleton": () => line(lean) });
    expect(requests).toEqual(["calls.skeleton", "calls.skeleton"]);
    expect([idOf(skeleton, 0), kindOf(skeleton, 0)]).toEqual(["c1", "llm"]);
  });

  it("are read in full where skeletons are not supported, which is checked once", async () => {
    const { skeleton, requests } = await readTwice({ "calls.streamQuery": () => line(complete) });
    expect(requests).toEqual(["calls.skeleton", "calls.streamQuery", "calls.streamQuery"]);
    expect([idOf(skeleton, 0), kindOf(skeleton, 0)]).toEqual(["c1", "llm"]);
  });

  it("leave out the calls of other traces, which a service that ignores the filter returns too", async () => {
    const other = { ...complete, id: "c2", trace_id: "another" };
    const { skeleton } = await readTwice({ "calls.streamQuery": () => lines(other, complete, other) });
    expect([skeleton.count, idOf(skeleton, 0)]).toEqual([1, "c1"]);
  });
});
