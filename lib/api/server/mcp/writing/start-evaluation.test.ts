import { beforeEach, describe, expect, it } from "vitest";
import { evaluationRunOperations } from "@/lib/api/contract/evaluation-runs/evaluation-run-operations";
import { evaluationRun, evaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { AgentReader } from "@/lib/api/server/mcp/service/agent-reader";
import { startEvaluationTool } from "./start-evaluation";

const { "evaluationRuns.read": read, "evaluationRuns.estimate": estimate } = evaluationRunOperations;
const DETAIL = evaluationRunDetail.parse(read.example.result);
const RUN = evaluationRun.parse(DETAIL);

interface Asked {
  readonly id: string;
  readonly settings: { readonly models: { model: string }[]; readonly limits: { max_cost_usd?: number } };
}

let started: Asked[];
let nowMs: number;

/** A reader whose workspace has one evaluation, with what its service is asked to start. */
function readerOf(keyId = "key 1"): AgentReader {
  const service = {
    call: async (id: string, { body }: { body: { settings: Asked["settings"] } }) => {
      if (id === "evaluationRuns.list") return { runs: [RUN], has_more: false };
      if (id === "evaluationRuns.read") return DETAIL;
      if (id === "evaluationRuns.estimate") return estimate.example.result;
      started.push({ id, settings: body.settings });
      return RUN;
    },
  };
  const open = async () => ({ slug: "air", projectId: "demo/air", service, pageUrl: (path: string) => path });
  // Only what the tool reads.
  const reader = { open, nowMs, agent: { keyId }, dashboard: { sessionSecret: "s".repeat(64) } };
  return reader as unknown as AgentReader;
}

const run = (changes: Record<string, unknown> = {}, reader = readerOf()) =>
  startEvaluationTool.run(
    startEvaluationTool.input.parse({ evaluation: RUN.name, model: "openai/small", max_cost_usd: 2, ...changes }),
    reader,
  );

beforeEach(() => {
  started = [];
  nowMs = Date.UTC(2026, 10, 30);
});

describe("the tool that starts an evaluation", () => {
  it("shows what would run and starts nothing, until it is called with the plan of the same inputs", async () => {
    const { text, data } = await run();
    expect(text).toContain("Nothing was started.");
    expect(text).toContain("openai/small");
    expect(text).toContain("it pauses at 2 USD");
    expect([started, data.run_id]).toEqual([[], null]);
    const done = await run({ plan: data.plan });
    expect(done.data).toMatchObject({ run_id: RUN.id, plan: null });
    expect(started.map(({ id }) => id)).toEqual(["evaluationRuns.start"]);
    expect(started[0]?.settings).toMatchObject({ models: [{ model: "openai/small" }], limits: { max_cost_usd: 2 } });
  });

  it.each<readonly [string, Record<string, unknown>]>([
    ["another model", { model: "openai/large" }],
    ["another limit", { max_cost_usd: 200 }],
    ["more rows", { first_rows: 100_000 }],
  ])("refuses the plan for %s", async (_name, changes) => {
    const { plan } = (await run()).data;
    await expect(run({ ...changes, plan })).rejects.toThrow("This plan is not the one of these inputs");
    expect(started).toEqual([]);
  });

  it("refuses a plan of another key, one that is older than a quarter of an hour, and one that was never shown", async () => {
    const { plan } = (await run()).data;
    await expect(run({ plan }, readerOf("key 2"))).rejects.toThrow("This plan");
    await expect(run({ plan: `${nowMs}.${"A".repeat(43)}` })).rejects.toThrow("This plan");
    nowMs += 15 * 60_000;
    await expect(run({ plan })).rejects.toThrow("older than 15 minutes");
    expect(started).toEqual([]);
  });

  it("names the evaluations that there are", async () => {
    await expect(run({ evaluation: "none" })).rejects.toThrow(`Available: ${RUN.name}.`);
  });
});
