import { describe, expect, it } from "vitest";
import { comparedRequest, totalRequests } from "@/app/(dashboard)/[workspace]/overview/counts/prepare-count-requests";
import { callsFigures } from "@/lib/api/contract/calls/call-stats";
import { comparedSpan, countedCalls, countedQuery, type OverviewRequest, statsBody } from "./prepare-overview-request";

const NOW = Date.parse("2026-11-20T14:32:00Z");
const DAY = 86_400_000;
const day = { kind: "relative", text: "24h", durationMs: DAY } as const;
const question: OverviewRequest = {
  projectId: "e/p",
  query: "",
  areRootsOnly: false,
  source: "all",
  range: day,
  comparison: "previous",
  groupName: "op",
};
const body = (members: Partial<OverviewRequest>) => statsBody({ ...question, ...members }, NOW).body;

describe("the request of the overview", () => {
  it("covers the range until now and the range before it", () => {
    expect(body({})).toMatchObject({
      after: "2026-11-19T14:32:00.000Z",
      before: "2026-11-20T14:32:00.000Z",
      previous: { after: "2026-11-18T14:32:00.000Z", before: "2026-11-19T14:32:00.000Z" },
    });
    expect(callsFigures.safeParse(body({})).success).toBe(true);
  });

  it("compares with the same range a week ago on request", () => {
    expect(body({ comparison: "week" }).previous).toEqual({
      after: "2026-11-12T14:32:00.000Z",
      before: "2026-11-13T14:32:00.000Z",
    });
  });

  it("has no comparison for all time", () => {
    expect(body({ range: { kind: "all" } })).toMatchObject({ after: null, before: null, previous: null });
    expect(comparedSpan({ kind: "absolute", fromMs: null, toMs: NOW }, "previous", NOW)).toBeNull();
    expect(comparedSpan({ kind: "absolute", fromMs: NOW, toMs: NOW }, "previous", NOW)).toBeNull();
  });

  it("groups by the chosen group over time and in a table, and always by op and model", () => {
    expect(body({ groupName: "attributes.env" }).groups).toEqual([
      { by: "attributes.env", limit: 4, with_buckets: true },
      { by: "op", limit: 200 },
      { by: "model", limit: 50 },
      { by: "attributes.env", limit: 200 },
    ]);
    expect(body({ groupName: "op" }).groups).toHaveLength(3);
  });

  it("counts calls of one source, as a condition that rollups can answer, unless the filter names a source itself", () => {
    const ofProduction = { $expr: { $eq: [{ $getField: "source" }, { $literal: "production" }] } };
    expect(body({ source: "production" })).toMatchObject({ filter: {}, query: ofProduction });
    expect(body({}).query).toBeUndefined();
    const counted = (query: string, source: OverviewRequest["source"]) => countedQuery({ ...question, query, source });
    expect(counted("op:chat", "production")).toBe("op:chat source:production");
    expect(counted("op:chat", "all")).toBe("op:chat");
    expect(counted("-source:training", "production")).toBe("-source:training");
  });

  it("asks for the numbers of all sources with the filter and the range of the page", () => {
    const counted = countedCalls({ ...question, query: "op:chat", source: "all" }, NOW);
    const { project_id, filter, after, before } = body({ query: "op:chat" });
    expect(counted).toEqual({ project_id, filter, after, before });
  });

  it("includes the filter, and reports unsupported terms", () => {
    expect(body({ query: "op:chat", areRootsOnly: true }).filter).toEqual({
      trace_roots_only: true,
      op_names: ["chat", "weave:///e/p/op/chat:*"],
    });
    expect(statsBody({ ...question, query: "price:>3" }, NOW).problems).toHaveLength(1);
  });
});

describe("counts for services without statistics", () => {
  it("use the range and the filter of the page", () => {
    const requests = totalRequests({ ...question, query: "op:chat" }, NOW);
    expect(requests.map(({ id }) => id)).toEqual(["all", "roots", "errors", "running"]);
    for (const { body: count } of requests) {
      expect(count.filter?.op_names).toHaveLength(2);
      expect(JSON.stringify(count.query)).toContain("started_at");
    }
    expect(requests[1]?.body.filter?.trace_roots_only).toBe(true);
    expect(JSON.stringify(requests[2]?.body.query)).toContain('"error"');
  });

  it("of a compared filter report its unsupported terms", () => {
    expect(comparedRequest(question, "status:error", NOW).problems).toEqual([]);
    expect(comparedRequest(question, "nonsense:1", NOW).problems).toHaveLength(1);
    expect(comparedRequest({ ...question, query: "nonsense:1" }, "op:a", NOW).problems).toEqual([]);
  });
});
