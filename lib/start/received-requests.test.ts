import { describe, expect, it } from "vitest";
import type { LoggedRequest } from "@/lib/api/contract/admin/service-info";
import { fixFor, requestLines } from "./received-requests";

const place = { serviceUrl: "http://127.0.0.1:7701", projectId: "mia/airline", key: null };

const request = (changes: Partial<LoggedRequest>): LoggedRequest => ({
  id: 1,
  first_at: "2026-11-20T14:31:40Z",
  last_at: "2026-11-20T14:31:40Z",
  count: 1,
  method: "POST",
  path: "/call/upsert_batch",
  operation: "call.upsertBatch",
  status: 200,
  reason: null,
  project_ids: [],
  client: null,
  ...changes,
});

const one = (changes: Partial<LoggedRequest>) => requestLines([request(changes)], place).lines[0];

describe("a request in the listener", () => {
  it("reads differently when it was stored, was a handshake or was refused", () => {
    expect(one({})).toMatchObject({
      status: "ok",
      what: "POST /call/upsert_batch",
      outcome: "stored, 200",
      remedy: null,
    });
    expect(one({ project_ids: ["mia/airline"] })).toMatchObject({ outcome: "stored, 200" });
    expect(one({ project_ids: ["mia/other"] })).toMatchObject({ outcome: "stored in mia/other, 200" });
    expect(one({ operation: "serverInfo" })).toMatchObject({ status: "ok", outcome: "client handshake, 200" });
    expect(one({ status: 401, reason: "No API key was sent. Send it as …" })).toMatchObject({
      status: "warning",
      outcome: "401, no key was sent",
    });
    expect(one({ status: 413, reason: "Request too large." })).toMatchObject({ outcome: "413, Request too large." });
    expect(one({ status: 404, operation: null, reason: "Operation not found." })).toMatchObject({
      outcome: "404, nothing at this path",
    });
    expect(one({ status: 502, reason: "The service failed." })).toMatchObject({ status: "error" });
  });

  it("does not count as a success when it was stored in part", () => {
    expect(one({ reason: "2 of its spans were rejected." })).toMatchObject({
      status: "warning",
      outcome: "200, 2 of its spans were rejected.",
    });
  });

  it.each([
    ["a key that is not known", { status: 401, reason: "The API key is not known." }, null],
    ["a key of another project", { status: 403, reason: "This key may not use the project e/p." }, null],
    [
      "spans without a project",
      { operation: "otel.exportTraces", status: 400, reason: "No project is named. Set …" },
      "project_id=mia/airline",
    ],
    [
      "spans at an address with another path",
      { operation: null, path: "/api/v1/traces", status: 404, reason: "Operation not found." },
      "=http://localhost:7701/otel",
    ],
    ["metrics", { operation: null, path: "/api/v1/metrics", status: 404 }, "=http://localhost:7701/otel"],
    [
      "an address with a path",
      { operation: null, path: "/api/call/upsert_batch", status: 404 },
      "WF_TRACE_SERVER_URL=http://localhost:7701",
    ],
  ])("has a fix for %s", (_name, changes, lines) => {
    const remedy = fixFor(request(changes), place);
    expect(remedy).not.toBeNull();
    if (lines !== null) expect(remedy?.lines).toContain(lines);
  });

  it("has no fix for other failures", () => {
    expect(fixFor(request({ operation: null, path: "/favicon.ico", status: 404 }), place)).toBeNull();
    expect(fixFor(request({ status: 422, reason: "body: Field required" }), place)).toBeNull();
  });
});

describe("the listener", () => {
  it("shows the last six and counts the others", () => {
    const { lines, earlierCount } = requestLines(
      Array.from({ length: 10 }, (_, id) => request({ id })),
      place,
    );
    expect(lines.map(({ id }) => id)).toEqual([4, 5, 6, 7, 8, 9]);
    expect(earlierCount).toBe(4);
  });
});
