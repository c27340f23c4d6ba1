import { describe, expect, it } from "vitest";
import type { Target } from "./target";

const GROUP = {
  trajectories: [
    {
      messages_and_choices: [
        { role: "user", content: "2 + 2?" },
        { finish_reason: "stop", index: 0, logprobs: null, message: { role: "assistant", content: "4" } },
      ],
      reward: 1,
    },
    { messages_and_choices: [{ role: "user", content: "2 + 2?" }], reward: 0 },
  ],
};

/** Steps of the suite's trainer: see test/trainer/scripted-trainer.mjs. */
const TRAINS = [
  { say: { type: "training_started", data: { num_sequences: 1 } } },
  { complain: "half a word\n" },
  { say: { type: "gradient_step", data: { loss: 0.5 } } },
  { say: { type: "checkpoint", metrics: { done: 1 } } },
];

/** Checks training through every door to the service. */
export function trainingSuite(target: () => Target, newProject: () => string): void {
  async function newModel() {
    const [entity = "", project = ""] = newProject().split("/");
    const body = { entity, project, name: "agent", base_model: "tiny" };
    const model = await target().ask("models.create", body);
    return { ...body, id: model.id, project_id: `${entity}/${project}` };
  }

  async function newJob(model_id: string, script: readonly unknown[]): Promise<string> {
    const body = { model_id, trajectory_groups: [GROUP], experimental_config: { learning_rate: 1e-5, script } };
    return (await target().ask("trainingJobs.create", body)).id;
  }

  const eventsOf = async (training_job_id: string, query: Record<string, string> = {}) =>
    await target().ask("trainingJobs.events", undefined, { params: { training_job_id }, query });

  async function endOf(jobId: string) {
    for (;;) {
      const { data } = await eventsOf(jobId);
      const end = data.find(({ type }) => type === "training_ended" || type === "training_failed");
      if (end) return end;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  describe("a model", () => {
    it("is registered once, listed, read and deleted", async () => {
      const { id, project_id, ...registration } = await newModel();
      const again = await target().ask("models.create", { ...registration, return_existing: true });
      expect(again).toMatchObject({ ...registration, id });
      expect(await target().fail("models.create", registration)).toMatchObject({ status: 409 });
      const { data } = await target().ask("models.list", { project_id });
      expect(data).toMatchObject([{ id, latest_step: 0, checkpoint_count: 1 }]);
      expect(await target().ask("models.read", { model_id: id })).toMatchObject({ id, job_count: 0 });
      const params = { model_id: id };
      expect(await target().ask("models.delete", undefined, { params })).toMatchObject({ deleted_checkpoints: 1 });
      expect(await target().fail("models.checkpoints", undefined, { params })).toMatchObject({
        status: 404,
        reason: expect.stringContaining(id),
      });
    });

    it("requires a project, a name and a base model", async () => {
      const failure = await target().fail("models.create", {});
      expect(failure).toMatchObject({ status: 422, places: ["body.project", "body.name", "body.base_model"] });
    });
  });

  describe("a training job", () => {
    it("returns its events after a cursor, and its checkpoint", async () => {
      const { id: model_id } = await newModel();
      const job = await newJob(model_id, TRAINS);
      expect((await endOf(job)).type).toBe("training_ended");
      const first = await eventsOf(job, { limit: "1" });
      expect(first).toMatchObject({ data: [{ type: "training_started" }], has_more: true });
      const rest = await eventsOf(job, { after: first.last_id ?? "" });
      expect(rest.data.map(({ type }) => type)).toEqual(["gradient_step", "training_ended"]);
      expect(await target().text("trainingJobs.log", { training_job_id: job })).toBe("half a word\n");
      const found = await target().ask("trainingJobs.logLines", { training_job_id: job, search: "WORD" });
      expect(found).toEqual({ lines: [{ at: 0, text: "half a word" }], has_more: false, size_bytes: 12 });
      expect(await target().ask("trainingJobs.logLines", { training_job_id: job, before: 0 })).toMatchObject({
        lines: [],
      });
      const streamed = await target().stream("trainingJobs.streamEvents", { training_job_id: job });
      expect(streamed.map(({ id }) => id)).toEqual([...first.data, ...rest.data].map(({ id }) => id));
      const query = { limit: "1", order: "desc" };
      const { data } = await target().ask("models.checkpoints", undefined, { params: { model_id }, query });
      expect(data).toMatchObject([{ step: 1, metrics: { loss: 0.5, done: 1 } }]);
      const record = await target().ask("trainingJobs.read", undefined, { params: { training_job_id: job } });
      expect(record).toMatchObject({ status: "completed", step: 1, gradient_step_count: 1 });
    });

    it("is listed, returns its data and can be cancelled", async () => {
      const { id: model_id, project_id } = await newModel();
      const job = await newJob(model_id, [{ hang: true }]);
      const { data } = await target().ask("trainingJobs.list", { project_id });
      expect(data).toMatchObject([{ id: job, model_id, experimental_config: { learning_rate: 1e-5 } }]);
      const sent = JSON.parse(await target().text("trainingJobs.payload", { training_job_id: job }));
      expect(sent.trajectory_groups).toEqual([GROUP]);
      const ended = await target().ask("trainingJobs.cancel", { training_job_id: job });
      expect(ended).toMatchObject({ id: job, status: "cancelled" });
      expect((await endOf(job)).type).toBe("training_failed");
    });

    it("names the place of an error in its data", async () => {
      const { id: model_id } = await newModel();
      const trajectory_groups = [GROUP, { trajectories: [{ messages_and_choices: [], reward: "high" }] }];
      expect(await target().fail("trainingJobs.create", { model_id, trajectory_groups })).toMatchObject({
        status: 422,
        places: ["body.trajectory_groups.1.trajectories.0.reward"],
      });
    });

    it("is rejected for a missing model, and so are its events", async () => {
      const failure = await target().fail("trainingJobs.create", { model_id: "nobody", trajectory_groups: [] });
      expect(failure).toMatchObject({ status: 404, reason: expect.stringContaining("nobody") });
      const params = { training_job_id: "nobody" };
      expect(await target().fail("trainingJobs.events", undefined, { params })).toMatchObject({ status: 404 });
    });

    it("has pages of 1 to 100 events", async () => {
      for (const limit of ["0", "101"]) {
        const request = { params: { training_job_id: "any" }, query: { limit } };
        const failure = await target().fail("trainingJobs.events", undefined, request);
        expect(failure).toMatchObject({ status: 422, places: ["query.limit"] });
      }
    });
  });

  describe("logged trajectories", () => {
    it("become metrics of the newest checkpoint, and can be read one by one", async () => {
      const { id: model_id } = await newModel();
      const params = { model_id };
      await target().ask("models.log", { split: "val", trajectory_groups: [GROUP] }, { params });
      const { data } = await target().ask("models.checkpoints", undefined, { params });
      expect(data).toMatchObject([
        { metrics: { "val/reward": 0.5, "val/reward_std_dev": 0.5, "val/exception_rate": 0 } },
      ]);
      const batches = await target().ask("trajectories.batches", { model_id, split: "val" });
      expect(batches.data).toMatchObject([{ kind: "log", step: 0, trajectory_count: 2 }]);
      const batch_id = batches.data[0]?.id ?? "";
      const groups = await target().ask("trajectories.groups", { batch_id });
      expect(groups.data).toMatchObject([{ index: 0, rewards: [1, 0], title: "2 + 2?" }]);
      expect(await target().ask("trajectories.group", { batch_id, group: 0 })).toMatchObject({ group: {} });
      const read = await target().ask("trajectories.read", { batch_id, group: 0, trajectory: 1 });
      expect(read.trajectory).toEqual(GROUP.trajectories[1]);
      const lines = await target().stream("trajectories.stream", { batch_id });
      expect(lines.map(({ trajectory }) => trajectory)).toEqual(GROUP.trajectories);
    });

    it("require a split", async () => {
      const { id: model_id } = await newModel();
      const failure = await target().fail("models.log", { trajectory_groups: [] }, { params: { model_id } });
      expect(failure).toMatchObject({ status: 422, places: ["body.split"] });
    });
  });

  it("checkpoints are deleted by step, and missing ones are named", async () => {
    const { id: model_id } = await newModel();
    const params = { model_id };
    const answer = await target().ask("models.deleteCheckpoints", { steps: [0, 3] }, { params });
    expect(answer).toMatchObject({ deleted_count: 1, not_found_steps: [3] });
    const { data } = await target().ask("models.checkpoints", undefined, { params });
    expect(data).toEqual([]);
  });

  it("base models are a list of names", async () => {
    expect(await target().ask("models.base", undefined)).toEqual([]);
  });

  it("a chat with a checkpoint is rejected with the reason while nothing can run it", async () => {
    const { project_id } = await newModel();
    const body = { model: `wandb-artifact:///${project_id}/agent:step0`, messages: [] };
    expect(await target().fail("chat.complete", body)).toMatchObject({
      status: 400,
      reason: expect.stringContaining("cannot run checkpoints of tiny"),
    });
  });
}
