import { afterAll, beforeAll, expect, it } from "vitest";
import { DEBUGGING_SKILL } from "@/mcp/skill/debugging-skill";
import type { DashboardWithService } from "@/test/faults/dashboard-with-service";
import { AgentClient } from "./agent-client";
import { openSampleScene } from "./sample-scene";

const HOUR_MS = 3_600_000;

let opened: DashboardWithService;
let agent: AgentClient;

beforeAll(async () => {
  const scene = await openSampleScene(600);
  opened = scene.opened;
  agent = await AgentClient.as(scene.app, "viewer");
});

afterAll(async () => {
  await agent.close();
  await opened.close();
});

/** The tools of the skill's first recipe, in order. */
function recipe(): string[] {
  const start = DEBUGGING_SKILL.indexOf("## Find an outage");
  const section = DEBUGGING_SKILL.slice(start, DEBUGGING_SKILL.indexOf("\n## ", start + 1));
  return [...section.matchAll(/^\d\. `(\w+)`/gm)].map(([, tool]) => tool ?? "");
}

interface Group {
  readonly value: string;
  readonly calls: number;
  readonly errors: number;
}

const share = ({ calls, errors }: Group) => errors / Math.max(1, calls);

it("is found by following the skill, in at most six calls", async () => {
  agent.called.length = 0;
  // Every value below comes from an answer; nothing about the sample is known beforehand.
  const { data: places } = await agent.ok("list_workspaces");
  const { workspace, newest_call_at: newest } = places.workspaces[0];

  const { data: week } = await agent.ok("figures", { workspace, last: "7d" });
  const [since, until] = /from (\S+) to ([^;]+);/.exec(week.notable[0])?.slice(1) ?? [];
  expect(since).toBeDefined();

  const { data: period } = await agent.ok("figures", { workspace, since, until });
  const usual = new Map<string, Group>(week.groups.map((group: Group) => [group.value, group]));
  const excess = (group: Group) => share(group) - share(usual.get(group.value) ?? { value: "", calls: 1, errors: 0 });
  const [worst] = period.groups.toSorted((left: Group, right: Group) => excess(right) - excess(left));
  const op = worst.value;
  const [failure] = period.failures.filter((entry: { op: string }) => entry.op === op);

  const found = await agent.ok("find_calls", { workspace, query: `status:error op:${op}`, since, until, limit: 5 });
  const [failed] = found.data.calls;
  const { data: trace } = await agent.ok("read_trace", { workspace, trace_id: failed.trace_id });
  const { data: read } = await agent.ok("read_call", { workspace, call_id: failed.id, field: "exception" });

  expect(agent.called).toEqual(recipe());
  expect(agent.called.length).toBeLessThanOrEqual(6);
  expect(op).toBe("search_flights");
  expect(failure.exception).toBe("TimeoutError: the flight search did not answer within 10 s");
  expect(read.payloads[0].text).toContain("did not answer within 10 s");
  expect(trace.failed.map((call: { op: string }) => call.op)).toContain("search_flights");
  expect(share(worst)).toBeGreaterThan(0.5);
  // The sample's outage began 42 hours before its end and lasted 12. What is found begins and ends with parts of three hours; the
  // hour of the day decides where they begin, and whether the outage has a part with few calls, which would divide it.
  const endMs = Date.parse(newest);
  expect(Date.parse(since ?? "")).toBeGreaterThan(endMs - 45 * HOUR_MS);
  expect(Date.parse(until ?? "")).toBeLessThan(endMs - 27 * HOUR_MS);
});
