import { afterEach, describe, expect, it, vi } from "vitest";
import { callApp } from "./app-client";
import { failureOf } from "./request-failure";
import { callOperation, readOperationResultBytes, streamOperation } from "./service-client";

afterEach(() => vi.unstubAllGlobals());

/** Answers every request with one response and remembers the requests. */
function answering(make: () => Response | Promise<Response>) {
  const fetched = vi.fn(async (_input: string, _init?: RequestInit) => make());
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
const failed = async (promise: Promise<unknown>) =>
  failureOf(
    await promise.then(
      () => null,
      (error: unknown) => error,
    ),
  );

describe("an operation of a service", () => {
  it("is addressed by connection and id, with its own method and no path from the page", async () => {
    const fetched = answering(() => json({ count: 3 }));
    await callOperation("c/1", "calls.queryStats", { body: { project_id: "demo/airline" } });
    const [path, init] = fetched.mock.calls[0] ?? [];
    expect(path).toBe("/api/service/c%2F1/calls.queryStats");
    expect(init).toMatchObject({ method: "POST", body: '{"project_id":"demo/airline"}' });
  });

  it("is sent at once, so that a request also leaves with a page that closes", () => {
    const fetched = answering(() => json(null));
    const body = { project_id: "p", call_ids: ["c"] };
    void callOperation("c", "calls.delete", { body, isKeptAlive: true }).catch(() => undefined);
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ keepalive: true });
  });

  it("has a result that keeps unknown members", async () => {
    answering(() => json({ count: 3, tomorrow: true }));
    await expect(callOperation("c", "calls.queryStats", { body: { project_id: "p" } })).resolves.toEqual({
      count: 3,
      tomorrow: true,
    });
  });

  it("fails with the relay's message", async () => {
    const error = {
      kind: "credentials-refused",
      message: "refused",
      requestId: "r1",
      operation: "call.read",
      status: 401,
    };
    answering(() => json({ error }, 502));
    expect(await failed(callOperation("c", "call.read", { body: { project_id: "p", id: "x" } }))).toEqual(error);
  });

  it("is unreachable when the dashboard does not respond", async () => {
    answering(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(await failed(callOperation("c", "serverInfo"))).toMatchObject({ kind: "unreachable" });
  });

  it("is cancelled when the reader stops it", async () => {
    answering(() => Promise.reject(new DOMException("stopped", "AbortError")));
    expect(await failed(callOperation("c", "serverInfo"))).toMatchObject({ kind: "cancelled" });
  });

  it.each([
    ["HTML", () => new Response("<html>", { status: 200 })],
    ["half an answer", () => new Response('{"count":', { status: 200 })],
    ["another shape", () => json({ total: "many" })],
  ])("is unreadable for %s, never empty", async (_name, make) => {
    answering(make);
    expect(await failed(callOperation("c", "calls.queryStats", { body: { project_id: "p" } }))).toMatchObject({
      kind: "unreadable",
    });
  });

  it("streams rows in either dialect and counts invalid ones", async () => {
    const line = {
      id: "a",
      project_id: "p",
      op_name: "o",
      trace_id: "t",
      started_at: "2026-11-20T14:30:00Z",
      output: null,
    };
    answering(() => new Response(`${JSON.stringify({ ...line, wb_user_id: "u1" })}\n{"id":1}\n`));
    const rows: unknown[] = [];
    const summary = await streamOperation("c", "calls.streamQuery", { body: { project_id: "p" } }, (batch) =>
      rows.push(...batch),
    );
    expect(rows).toMatchObject([{ id: "a", svc_user_id: "u1" }]);
    expect(summary).toMatchObject({ rowCount: 1, end: { kind: "complete" } });
    expect(summary.badLines.map((bad) => bad.line)).toEqual([2]);
  });
});

describe("an operation of the dashboard", () => {
  it("is signed out when there is no session", async () => {
    answering(() => new Response("", { status: 401 }));
    expect(await failed(callApp("workspaces.list", {}))).toMatchObject({ kind: "signed-out", status: 401 });
  });

  it("is unreadable when the response has another shape", async () => {
    answering(() => json({ spaces: [] }));
    expect(await failed(callApp("workspaces.list", {}))).toMatchObject({ kind: "unreadable" });
  });
});

describe("file bytes", () => {
  const request = { body: { project_id: "p", digest: "d" } };

  it("arrive as they were stored", async () => {
    const stored = new Uint8Array([0, 255, 10, 13]);
    answering(() => new Response(stored));
    expect(await readOperationResultBytes("c", "file.content", request)).toEqual(stored);
  });

  it("fail with the relay's message", async () => {
    const error = { kind: "not-found", message: "none", requestId: "r1", operation: "file.content" };
    answering(() => json({ error }, 404));
    expect(await failed(readOperationResultBytes("c", "file.content", request))).toEqual(error);
  });
});
