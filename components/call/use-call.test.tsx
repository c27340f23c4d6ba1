// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { failureOf } from "@/lib/api/client/request-failure";
import { callQuery } from "./use-call";

afterEach(() => vi.unstubAllGlobals());

const call = {
  id: "c1",
  project_id: "e/p",
  op_name: "answer",
  trace_id: "c1",
  started_at: "2026-11-20T00:00:00Z",
  attributes: {},
  ended_at: "2026-11-20T00:00:01Z",
  summary: {},
};
const failure = (kind: string) =>
  new Response(JSON.stringify({ error: { kind, message: "No.", requestId: "r", operation: "x" } }), { status: 502 });

/** Loads a call with the given service responses; returns the sent requests. */
async function read(answers: { list: () => Response; whole?: () => Response }) {
  const requests: { path: string; body: { columns?: string[] } }[] = [];
  vi.stubGlobal("fetch", async (path: string, init: { body?: string }) => {
    requests.push({ path, body: JSON.parse(init.body ?? "{}") as { columns?: string[] } });
    if (path.includes("streamQuery")) return answers.list();
    const complete = path.includes("call.read") ? answers.whole?.() : undefined;
    return complete ?? failure("unsupported");
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const result = await client.fetchQuery(callQuery("local", "e/p", "c1")).then(
    (data) => ({ call: data.call, kind: null }),
    (error: unknown) => ({ call: undefined, kind: failureOf(error).kind }),
  );
  return { ...result, requests };
}

describe("a call for its details", () => {
  it("is requested without its payload", async () => {
    const { call: found, requests } = await read({ list: () => new Response(`${JSON.stringify(call)}\n`) });
    expect(found?.id).toBe("c1");
    expect(requests).toHaveLength(1);
    expect(requests[0]?.body.columns).not.toContain("inputs");
    expect(requests[0]?.body.columns).not.toContain("output");
  });

  it("is missing only when a complete response omits it", async () => {
    expect(await read({ list: () => new Response("") })).toMatchObject({ call: null, kind: null });
    expect(await read({ list: () => new Response('{"id":"c1","op_na') })).toMatchObject({ kind: "unreadable" });
    expect(await read({ list: () => new Response('{"id":1}\n') })).toMatchObject({ kind: "unreadable" });
    expect(await read({ list: () => failure("upstream") })).toMatchObject({ kind: "upstream" });
  });

  it("is loaded in full from a service that cannot list calls", async () => {
    const complete = () => new Response(JSON.stringify({ call: { ...call, inputs: { a: 1 } } }));
    const { call: found, requests } = await read({ list: () => failure("unsupported"), whole: complete });
    expect(found?.inputs).toEqual({ a: 1 });
    const paths = requests.map(({ path }) => path);
    expect(paths[0]).toBe("/api/service/local/calls.streamQuery");
    expect(paths.filter((path) => path.endsWith("call.read"))).toHaveLength(1);
  });
});
