// @module-tag all
import { afterAll, beforeAll, expect, it } from "vitest";
import { SumsProvider } from "@/test/provider/sums-provider";
import { CLIENT_KEY, type ClientsService, openClientsService } from "./clients-service";
import { describeWith } from "./describe-with";
import { pythonEnvironment } from "./python-environment";
import { NEW_WEAVE } from "./releases";

// Releases of 2025 have monitors of another shape.
const environment = await pythonEnvironment("weave", NEW_WEAVE);

let provider: SumsProvider;
let service: ClientsService;

beforeAll(async () => {
  provider = await SumsProvider.start();
  service = await openClientsService({}, { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: "none" });
});

afterAll(async () => {
  await service.close();
  await provider.stop();
});

describeWith(`a monitor of live calls, read by ${NEW_WEAVE[0]}`, environment, (python) => {
  it("is a Monitor of the client, and its scores are feedback on the calls", async () => {
    const project = "demo/monitored";
    const query = { $expr: { $gt: [{ $getField: "summary.weave.latency_ms" }, { $literal: 10 }] } };
    const settings = {
      name: "Good answers",
      filter: { op_names: ["answer"] },
      query,
      rate_percent: 100,
      scorers: [
        { kind: "contains", name: "has_good", texts: ["good"] },
        { kind: "judge", name: "judged", model: "openai/adder", prompt: "Is {output} right?" },
      ],
    };
    const { ref } = await service.ask("/monitors/save", { project_id: project, settings, is_on: true });
    const id = "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8d";
    const started = Date.now();
    const at = (milliseconds: number) => new Date(started + milliseconds).toISOString();
    const start = {
      project_id: project,
      id,
      trace_id: id,
      op_name: "answer",
      started_at: at(0),
      attributes: {},
      inputs: {},
    };
    const end = { project_id: project, id, ended_at: at(500), output: "a good answer", summary: {} };
    await service.ask("/call/upsert_batch", {
      batch: [
        { mode: "start", req: { start } },
        { mode: "end", req: { end } },
      ],
    });
    const scored = async () => {
      const { monitors } = (await service.ask("/monitors/list", { project_id: project })) as unknown as {
        monitors: { today: { calls: number } }[];
      };
      return monitors[0]?.today.calls;
    };
    await expect.poll(scored, { timeout: 60_000 }).toBe(1);
    const variables = { WANDB_BASE_URL: service.url, WANDB_API_KEY: CLIENT_KEY };
    const { result } = await python.run({ file: "python_monitors.py", args: [project, String(ref), id], variables });
    expect(result).toEqual({
      is_monitor: true,
      name: "Good-answers",
      rate: 1,
      ops: [`weave:///${project}/op/answer:*`],
      active: true,
      query,
      scorers: ["has_good", "judged"],
      scores: {
        "wandb.runnable.has_good": true,
        "wandb.runnable.judged": { score: 1, passed: true, reason: "As the prompt says" },
      },
    });
  });
});
