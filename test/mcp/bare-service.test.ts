import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BARE_PASSWORD, BARE_TOKEN, BARE_USER, BareService } from "@/test/bare-service/bare-service";
import { TestDashboard } from "@/test/faults/relay-dashboard";
import { AgentClient } from "./agent-client";

let service: BareService;
let app: TestDashboard;
let agent: AgentClient;

async function created<Member extends string>(
  operation: string,
  input: unknown,
): Promise<Record<Member, { id: string }>> {
  const response = await app.app(operation, input, "admin");
  expect(response.status).toBe(200);
  return (await response.json()) as Record<Member, { id: string }>;
}

beforeAll(async () => {
  service = await BareService.start();
  const startedAt = new Date(Date.now() - 60_000).toISOString();
  service.stored.calls.push({
    id: "turn-1",
    trace_id: "trace-1",
    parent_id: null,
    thread_id: "thread-1",
    turn_id: "turn-1",
    op_name: "answer",
    started_at: startedAt,
    ended_at: new Date().toISOString(),
    svc_user_id: "bare",
  });
  service.stored.versions.push({
    object_id: "support_prompt",
    digest: "d1",
    version_index: 0,
    created_at: "2026-01-01T00:00:00Z",
    kind: "object",
    base_object_class: "Prompt",
    val: { content: "Be kind." },
  });
  service.stored.events.set("job-1", [
    { id: "e1", type: "training_started", data: { num_sequences: 2 } },
    { id: "e2", type: "gradient_step", data: { loss: 0.5 } },
    { id: "e3", type: "gradient_step", data: { loss: 0.25 } },
  ]);
  service.stored.checkpoints.set("model-1", [{ id: "c1", step: 1, metrics: { reward: 0.75 } }]);
  app = await TestDashboard.open();
  const { connection } = await created<"connection">("connections.create", {
    name: "bare",
    baseUrl: service.url,
    dialect: "svc",
    basic: { username: BARE_USER, password: BARE_PASSWORD },
    bearer: { token: BARE_TOKEN },
  });
  await created("workspaces.create", { connectionId: connection.id, projectId: "team/bare" });
  agent = await AgentClient.as(app, "member", "write");
});

afterAll(async () => {
  for (const secret of [BARE_PASSWORD, BARE_TOKEN]) expect(app.logLines.join("")).not.toContain(secret);
  await agent.close();
  await app.close();
  await service.stop();
});

describe("with a service that has only the thirteen operations", () => {
  it("workspaces, threads, objects, prices, jobs, checkpoints and completions work", async () => {
    const { data: places } = await agent.ok("list_workspaces");
    expect(places.workspaces[0]).toMatchObject({ project: "team/bare", calls: 1, newest_call_at: null, problem: null });
    const { data: list } = await agent.ok("threads", {});
    expect(list.threads).toMatchObject([{ thread_id: "thread-1", turn_count: 1 }]);
    const { data: objects } = await agent.ok("objects", {});
    expect(objects.versions).toMatchObject([{ object_id: "support_prompt", version: "v0" }]);
    const { data: value } = await agent.ok("objects", { object_id: "support_prompt", version: "latest" });
    expect(JSON.parse(value.value.text)).toEqual({ content: "Be kind." });
    const figures = await agent.call("objects", { object_id: "support_prompt", figures: true });
    expect(figures.text).toContain("calls.stats");
    expect((await agent.ok("prices", {})).data.prices).toEqual([]);
    const { data: job, text } = await agent.ok("training", { job_id: "job-1" });
    expect(job.metrics).toEqual([{ metric: "loss", first: 0.5, last: 0.25, min: 0.25, max: 0.5, points: 2 }]);
    expect(text).toContain("reports jobs through events only");
    const { data: model } = await agent.ok("training", { model_id: "model-1" });
    expect(model.checkpoints).toMatchObject([{ step: 1, metrics: { reward: 0.75 } }]);
    const messages = [{ role: "user", content: "Hello" }];
    const { data: run } = await agent.ok("run_completion", { model: "any", messages });
    expect(run.choices).toHaveLength(1);
  });

  it("figures count calls and say that the service can do no more", async () => {
    const { data, text } = await agent.ok("figures", { last: "24h" });
    expect(data).toMatchObject({ totals: null, groups: [], over_time: [] });
    expect(text).toContain("does not have calls.stats");
  });

  it.each([
    ["find_calls", {}, "calls.streamQuery"],
    ["read_trace", { trace_id: "trace-1" }, "calls.streamQuery"],
    ["read_call", { call_id: "turn-1" }, "call.read"],
    ["threads", { thread_id: "thread-1" }, "calls.streamQuery"],
    ["compare", { calls: ["turn-1", "turn-1"] }, "call.read"],
    ["compare", { periods: [{ last: "7d" }, { last: "24h" }] }, "calls.stats"],
    ["issues", {}, "issues.list"],
    ["training", {}, "trainingJobs.list"],
    ["training_runs", {}, "trainingRuns.list"],
    ["evaluations", {}, "evaluations.query"],
    ["review_queues", {}, "annotationQueues.query"],
    ["watches", {}, "watches.list"],
    ["start_evaluation", { evaluation: "sums", max_cost_usd: 1 }, "evaluationRuns.list"],
    ["start_training_run", { run: "sums", max_cost_usd: 1, max_minutes: 1 }, "trainingRuns.list"],
  ])("%s with %j names the missing operation %s, and what works instead", async (name, input, operation) => {
    const answer = await agent.call(name, input);
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain(`does not have the operation ${operation}.`);
    expect(answer.text.split(". ").length).toBeGreaterThan(1);
  });

  it("a key that is limited to a workspace reads no job whose project the service does not say", async () => {
    const { data } = await agent.ok("list_workspaces");
    const response = await app.app("workspaces.list", {}, "admin");
    const { workspaces } = (await response.json()) as { workspaces: { id: string; projectId: string }[] };
    const id = workspaces.find(({ projectId }) => projectId === data.workspaces[0].project)?.id ?? "";
    const limited = await AgentClient.as(app, "member", "read", id);
    for (const input of [{ job_id: "job-1" }, { model_id: "model-1" }]) {
      const answer = await limited.call("training", input);
      expect(answer.isError).toBe(true);
      expect(answer.text).toContain("limited to one workspace");
    }
    await limited.close();
  });

  it("an outage of the service is a sentence, without the connection's secrets", async () => {
    await service.stop();
    const answer = await agent.call("objects", {});
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain("does not respond");
    for (const secret of [BARE_PASSWORD, BARE_TOKEN]) expect(answer.text).not.toContain(secret);
    const { data } = await agent.ok("list_workspaces");
    expect(data.workspaces[0].problem).toContain("does not respond");
  });
});
