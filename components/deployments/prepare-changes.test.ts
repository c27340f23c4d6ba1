import { describe, expect, it } from "vitest";
import type { TracesScope } from "@/lib/address/traces-href";
import type { DeploymentsList } from "@/lib/api/contract/deployments/deployments";
import { changesBody, chartSpan, prepareChanges } from "./prepare-changes";

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  start: `2026-11-20T${String(hour).padStart(2, "0")}:00:00Z`,
}));
const result = { after: "2026-11-20T00:10:00Z", before: "2026-11-20T23:50:00Z", bucket_seconds: 3600, buckets: HOURS };
const SPAN = chartSpan(result) ?? { startMs: 0, endMs: 0 };
const scope: TracesScope = {
  ...{ slug: "airline", query: "op:search", source: "production", areRootsOnly: true },
  range: { kind: "relative", text: "24h", durationMs: 86_400_000 },
};
const NOW = Date.parse("2026-11-20T23:50:00Z");

const deployed = (name: string, at: string, note = "") => ({ id: name, name, at, note, url: null, created_by: null });
const changesOf = (list: Partial<DeploymentsList>) =>
  prepareChanges({ deployments: [], releases: [], ...list }, SPAN, scope, NOW);

describe("changes of what runs", () => {
  it("are asked for in whole buckets, so that a range that moves asks again only for a new one", () => {
    const body = { project_id: "e/p", after: "2026-11-20T00:00:00.000Z", before: "2026-11-21T00:00:00.000Z" };
    expect(changesBody("e/p", SPAN)).toEqual(body);
    expect(chartSpan({ ...result, buckets: [] })).toBeNull();
  });

  it("stand at their time, deployments and releases in one order, a marked release once", () => {
    const changes = changesOf({
      deployments: [deployed("v13", "2026-11-20T12:00:00Z", "New timeout")],
      releases: [
        { release: "v12", at: "2026-11-20T06:00:00Z", call_count: 9 },
        { release: "v13", at: "2026-11-20T12:04:00Z", call_count: 9 },
      ],
    });
    expect(changes.map(({ name, place, isNamed }) => [name, place, isNamed])).toEqual([
      ["v12", 0.25, true],
      ["v13", 0.5, true],
    ]);
    expect(changes[1]?.text).toMatch(/^v13: deployed .*\. New timeout$/);
    expect(changes[0]?.text).toMatch(/^v12: first call /);
  });

  it("lead to the time after them, with the filter of the page", () => {
    const [change] = changesOf({ deployments: [deployed("v13", "2026-11-20T12:00:00Z")] });
    const address = new URL(change?.href ?? "", "http://dashboard");
    expect(address.pathname).toBe("/airline/overview");
    expect(Object.fromEntries(address.searchParams)).toEqual({
      ...{ from: "2026-11-20T12:00:00.000Z", to: "2026-11-20T23:50:00.000Z", q: "op:search", roots: "true" },
    });
    expect(changesOf({ deployments: [deployed("now", "2026-11-20T23:49:30Z")] })[0]?.href).toBeNull();
  });

  it("have their names where there is room, marks before releases, and are the newest twelve", () => {
    const near = [deployed("a", "2026-11-20T12:00:00Z"), deployed("b", "2026-11-20T13:00:00Z")];
    expect(changesOf({ deployments: near }).map(({ isNamed }) => isNamed)).toEqual([false, true]);
    const beside = changesOf({
      deployments: [deployed("a", "2026-11-20T12:00:00Z")],
      releases: [{ release: "b", at: "2026-11-20T13:00:00Z", call_count: 1 }],
    });
    expect(beside.map(({ isNamed }) => isNamed)).toEqual([true, false]);
    const many = HOURS.map(({ start }, at) => deployed(`d${at}`, start));
    expect(changesOf({ deployments: many }).map(({ name }) => name)).toEqual(many.slice(-12).map(({ name }) => name));
  });

  it("outside the buckets, and of a look that ended early, are none", () => {
    expect(changesOf({ deployments: [deployed("late", "2026-11-21T00:00:00Z")], releases: null })).toEqual([]);
  });
});
