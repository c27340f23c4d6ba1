import { beforeEach, describe, expect, it } from "vitest";
import { trainingRunOperations } from "@/lib/api/contract/training-runs/training-run-operations";
import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { type TrainingRunDetail, trainingRun, trainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import type { AgentReader } from "@/lib/api/server/mcp/service/agent-reader";
import { startTrainingRunTool } from "./start-training-run";

const { "trainingRuns.read": read, "trainingRuns.estimate": estimate } = trainingRunOperations;
const DETAIL = trainingRunDetail.parse(read.example.result);
const RUN = trainingRun.parse(DETAIL);

let started: TrainingRunSettings[];
let nowMs: number;

/** A reader whose workspace has one run, with what its service is asked to start. */
function readerOf({ keyId = "key 1", detail = DETAIL }: { keyId?: string; detail?: TrainingRunDetail } = {}) {
  const service = {
    call: async (id: string, { body }: { body: { settings: TrainingRunSettings } }) => {
      if (id === "trainingRuns.list")
        return { runs: [{ ...RUN, name: "Logged", source: "log" }, RUN], has_more: false };
      if (id === "trainingRuns.read") return detail;
      if (id === "trainingRuns.estimate") return estimate.example.result;
      started.push(body.settings);
      return { ...RUN, id: "run-2" };
    },
  };
  const open = async () => ({ slug: "air", projectId: "demo/air", service, pageUrl: (path: string) => path });
  // Only what the tool reads.
  const reader = { open, nowMs, agent: { keyId }, dashboard: { sessionSecret: "s".repeat(64) } };
  return reader as unknown as AgentReader;
}

const run = (changes: Record<string, unknown> = {}, reader = readerOf()) =>
  startTrainingRunTool.run(
    startTrainingRunTool.input.parse({ run: RUN.name, max_cost_usd: 2, max_minutes: 30, ...changes }),
    reader,
  );

beforeEach(() => {
  started = [];
  nowMs = Date.UTC(2026, 10, 30);
});

describe("the tool that starts a training run", () => {
  it("shows what would run and starts nothing, until it is called with the plan of the same inputs", async () => {
    const changes = { iterations: 3, learning_rate: 0.01 };
    const { text, data } = await run(changes);
    expect(text).toContain("Nothing was started.");
    expect(text).toContain('run "Sums" and train sums-1:\n3 iterations of 2 tasks × 8 rollouts, learning rate 0.01');
    expect(text).toContain("it pauses at 2 USD or after 30 min");
    expect([started, data.run_id]).toEqual([[], null]);
    const done = await run({ ...changes, plan: data.plan });
    expect(done.data).toMatchObject({ run_id: "run-2", plan: null, url: "/air/runs/run-2" });
    expect(started).toEqual([
      {
        ...DETAIL.settings,
        ...{ iterations: 3, config: { learning_rate: 0.01 }, model: { kind: "existing", model_id: RUN.model?.id } },
        limits: { ...DETAIL.settings?.limits, max_cost_usd: 2, max_minutes: 30 },
      },
    ]);
  });

  it("trains a copy of a checkpoint where wanted, of the newest one unless a step is given", async () => {
    const { text, data } = await run({ fork_as: "sums-2" });
    expect(text).toContain("train sums-2, new, from step 1 of sums-1");
    await run({ fork_as: "sums-2", plan: data.plan });
    const { plan } = (await run({ fork_as: "sums-2", fork_step: 0 })).data;
    await run({ fork_as: "sums-2", fork_step: 0, plan });
    expect(started.map(({ model }) => model)).toEqual(
      [1, 0].map((step) => ({ kind: "fork", name: "sums-2", model_id: RUN.model?.id, step })),
    );
  });

  it.each<readonly [string, Record<string, unknown>]>([
    ["another limit of cost", { max_cost_usd: 200 }],
    ["another limit of time", { max_minutes: 300 }],
    ["more iterations", { iterations: 1000 }],
    ["another model", { fork_as: "other" }],
  ])("refuses the plan for %s", async (_name, changes) => {
    const { plan } = (await run()).data;
    await expect(run({ ...changes, plan })).rejects.toThrow("This plan is not the one of these inputs");
    expect(started).toEqual([]);
  });

  it("refuses a plan of another key, and one that is older than a quarter of an hour", async () => {
    const { plan } = (await run()).data;
    await expect(run({ plan }, readerOf({ keyId: "key 2" }))).rejects.toThrow("This plan");
    nowMs += 15 * 60_000;
    await expect(run({ plan })).rejects.toThrow("older than 15 minutes");
    expect(started).toEqual([]);
  });

  it("names the runs of the service that there are, and says why one cannot be run again", async () => {
    await expect(run({ run: "Logged" })).rejects.toThrow(`Available: ${RUN.name}.`);
    await expect(run({}, readerOf({ detail: { ...DETAIL, settings: null } }))).rejects.toThrow("are not known");
    await expect(run({}, readerOf({ detail: { ...DETAIL, model: null } }))).rejects.toThrow("was deleted");
    await expect(run({ fork_step: 0 })).rejects.toThrow("fork_as, which is missing");
  });
});
