import { describe, expect, it } from "vitest";
import { comparedRequest, totalRequests } from "@/app/(dashboard)/[workspace]/overview/counts/prepare-count-requests";
import { callsFigures } from "@/lib/api/contract/calls/call-stats";
import { comparedSpan, countedQuery, type OverviewRequest, statsBody } from "./prepare-overview-request";

const NOW = Date.parse("2026-11-20T14:32:00Z");
const DAY = 86_400_000;
const day = { kind: "relative", text: "24h", durationMs: DAY } as const;
const question: OverviewRequest = {
  projectId: "e/p",
  query: "",
  areRootsOnly: false,
  isPlaygroundCounted: true,
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

  it("leaves out calls of the playground and the arena unless they are counted, as a condition on ops alone", () => {
    const without = body({ isPlaygroundCounted: false });
    expect(JSON.stringify(without.query)).toMatch(/^\{"\$expr":\{"\$not":.*heddle\.playground.*heddle\.arena/);
    expect(JSON.stringify(without.query).match(/"\$getField":"(?!op_name")/)).toBeNull();
    expect(without.filter).toEqual({});
    expect(body({}).query).toBeUndefined();
    expect(countedQuery({ ...question, query: "op:chat", isPlaygroundCounted: false })).toBe(
      "op:chat -op:heddle.playground,heddle.arena",
    );
    expect(countedQuery({ ...question, query: "op:chat" })).toBe("op:chat");
  });

  it("includes the filter, and reports unsupported terms", () => {
    expect(body({ query: "op:chat", areRootsOnly: true }).filter).toEqual({
      trace_roots_only: true,
      op_names: ["chat", "weave:///e/p/op/chat:*"],
    });
    expect(statsBody({ ...question, query: "cost:>3" }, NOW).problems).toHaveLength(1);
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
