import { describe, expect, it } from "vitest";
import { latestStart, newerThan, newestCallsBody, pageBody, refreshLimit } from "./calls-request";

const selection = { filter: {}, query: undefined, problems: [] };
const sort = { field: "started_at", direction: "desc" } as const;

describe("a page of the list", () => {
  it("is bounded by the calls started when the list was opened, so that new rows shift nothing", () => {
    const newestAt = "2026-11-20T14:30:00.500000Z";
    const first = pageBody("demo/airline", selection, sort, { offset: 0, newestAt: null });
    const second = pageBody("demo/airline", selection, sort, { offset: 200, newestAt });
    expect(first).not.toHaveProperty("query");
    expect(second.query).toEqual({ $expr: { $not: [newerThan(newestAt)] } });
    expect(second).toMatchObject({ offset: 200, limit: 200 });
  });

  it("is bounded by the newest loaded row, in any order", () => {
    const calls = ["2026-11-20T14:30:00Z", "2026-11-20T14:31:00Z", "2026-11-20T14:29:00Z"];
    expect(latestStart(calls.map((started_at) => ({ started_at })))).toBe("2026-11-20T14:31:00Z");
    expect(latestStart([])).toBeNull();
  });

  it("has a tie-break, so that equal values keep one order", () => {
    expect(pageBody("p", selection, sort, { offset: 0, newestAt: null }).sort_by).toEqual([
      { field: "started_at", direction: "desc" },
      { field: "id", direction: "desc" },
    ]);
  });

  it("reloads all existing rows when new ones are added, up to a limit", () => {
    expect([refreshLimit(0, 0), refreshLimit(200, 3), refreshLimit(600, 0), refreshLimit(90_000, 9)]).toEqual([
      200, 400, 600, 5000,
    ]);
  });

  it("requests no payload", () => {
    const { columns } = pageBody("p", selection, sort, { offset: 0, newestAt: null });
    expect(columns).not.toEqual(expect.arrayContaining(["inputs"]));
    expect(columns).not.toEqual(expect.arrayContaining(["output"]));
    expect(newestCallsBody("p", selection).limit).toBe(1);
  });
});
