import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkpoint, choice, GROUP, started, step, TestTraining, USER } from "./testing/open-test-training";

let service: TestTraining;

beforeEach(async () => {
  service = await TestTraining.open();
});

afterEach(() => service.close());

describe("pages", () => {
  it("return every item once and in order, for any size, and continue exactly after the cursor", async () => {
    const model = await service.model();
    const steps = Array.from({ length: 45 }, (_, index) => step({ index }));
    const job = await service.job(model, [started(45), ...steps, checkpoint()]);
    await service.ended(job);
    for (const limit of [1, 7, 20, 47, 100]) {
      const seen: string[] = [];
      let page = await service.ask("GET", `/v1/preview/training-jobs/${job}/events?limit=${limit}`);
      for (;;) {
        const { data, first_id, last_id, has_more, object } = page.body;
        expect([object, first_id, last_id]).toEqual(["list", data[0].id, data.at(-1).id]);
        seen.push(
          ...data.map(({ data: { index }, type }: { data: { index?: number }; type: string }) => index ?? type),
        );
        if (!has_more) break;
        page = await service.ask("GET", `/v1/preview/training-jobs/${job}/events?limit=${limit}&after=${last_id}`);
      }
      expect(seen).toEqual(["training_started", ...steps.keys(), "training_ended"]);
    }
    const last = (await service.events(job)).at(-1).id;
    const beyond = await service.ask("GET", `/v1/preview/training-jobs/${job}/events?after=${last}`);
    expect(beyond.body).toEqual({ object: "list", data: [], first_id: "", last_id: "", has_more: false });
  });

  it("are not needed for a long job: a stream returns all events after a cursor, as the pages do", async () => {
    const model = await service.model();
    const steps = Array.from({ length: 2_500 }, (_, index) => step({ index }));
    const job = await service.job(model, [started(2_500), ...steps, checkpoint()]);
    const [first, second] = await service.ended(job);
    const streamed = async (after?: string) => {
      const text = await service.askText("/training_jobs/stream_events", { training_job_id: job, after });
      return text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    };
    const all = await streamed();
    expect(all.slice(0, 2)).toEqual([first, second]);
    expect(all.slice(1, -1).map(({ data }) => data.index)).toEqual([...steps.keys()]);
    expect(await streamed(first.id)).toEqual(all.slice(1));
    expect(await service.askText("/training_jobs/stream_events", { training_job_id: job, after: all.at(-1).id })).toBe(
      "",
    );
    const unknown = await service.ask("POST", "/training_jobs/stream_events", { training_job_id: job, after: "x" });
    expect(unknown.status).toBe(404);
  });

  it("have twenty items by default, and treat an empty cursor as none", async () => {
    const model = await service.model();
    const steps = Array.from({ length: 30 }, (_, index) => step({ index }));
    const job = await service.job(model, [started(30), ...steps, checkpoint()]);
    await service.ended(job);
    const { body } = await service.ask("GET", `/v1/preview/training-jobs/${job}/events?after=`);
    expect([body.data.length, body.has_more]).toEqual([20, true]);
  });

  it("of checkpoints are sorted by step, in both orders", async () => {
    const model = await service.model();
    for (let round = 0; round < 3; round += 1)
      await service.ended(await service.job(model, [started(0), checkpoint()]));
    const path = `/v1/preview/models/${model}/checkpoints`;
    const stepsOf = async (query: string) =>
      (await service.ask("GET", `${path}${query}`)).body.data.map((each: { step: number }) => each.step);
    expect(await stepsOf("")).toEqual([0, 1, 2, 3]);
    expect(await stepsOf("?order=desc&limit=2")).toEqual([3, 2]);
    const [, , two] = await service.checkpoints(model);
    expect(await stepsOf(`?order=desc&after=${two.id}`)).toEqual([1, 0]);
    expect(await stepsOf(`?after=${two.id}`)).toEqual([3]);
  });

  it("continue after a checkpoint that was deleted in the meantime", async () => {
    const model = await service.model();
    await service.ended(await service.job(model, [started(0), checkpoint()]));
    const [zero] = await service.checkpoints(model);
    const path = `/v1/preview/models/${model}/checkpoints`;
    await service.ask("DELETE", path, { steps: [0] });
    expect((await service.ask("GET", `${path}?after=${zero.id}`)).body.data).toMatchObject([{ step: 1 }]);
  });

  it("do not restart after an unknown cursor", async () => {
    const model = await service.model();
    const job = await service.job(model, [started(0), checkpoint()]);
    await service.ended(job);
    const [zero] = await service.checkpoints(model);
    for (const path of [
      `/v1/preview/training-jobs/${job}/events?after=${zero.id}`,
      `/v1/preview/models/${model}/checkpoints?after=${job}`,
    ]) {
      expect((await service.ask("GET", path)).status).toBe(404);
    }
    for (const path of ["/models/list", "/training_jobs/list"]) {
      expect((await service.ask("POST", path, { after: "x" })).status).toBe(404);
    }
  });

  it.each([
    ["?limit=0", "query.limit"],
    ["?limit=101", "query.limit"],
    ["?limit=2.5", "query.limit"],
    ["?limit=many", "query.limit"],
    ["?order=up", "query.order"],
  ])("refuse %s, with the location", async (query, place) => {
    const { status, body } = await service.ask(
      "GET",
      `/v1/preview/models/${await service.model()}/checkpoints${query}`,
    );
    expect([status, body.detail.map(({ loc }: { loc: string[] }) => loc.join("."))]).toEqual([422, [place]]);
  });
});

describe("lists of the dashboard", () => {
  it("show models and jobs of a project, the newest first", async () => {
    const [one, two] = [await service.model("one"), await service.model("two", "other")];
    const job = await service.job(one, [started(0), checkpoint()]);
    await service.ended(job);
    const models = await service.ask("POST", "/models/list", {});
    expect(models.body.data).toMatchObject([
      { id: two, latest_step: 0, job_count: 0 },
      { id: one, latest_step: 1, checkpoint_count: 2, job_count: 1 },
    ]);
    const airline = await service.ask("POST", "/models/list", { project_id: "demo/airline" });
    expect(airline.body.data).toMatchObject([{ id: one }]);
    const jobs = await service.ask("POST", "/training_jobs/list", { project_id: "demo/airline", status: "completed" });
    expect(jobs.body.data).toMatchObject([{ id: job, model_name: "one" }]);
    expect((await service.ask("POST", "/training_jobs/list", { model_id: two })).body.data).toEqual([]);
    expect((await service.ask("POST", "/models/read", { model_id: one })).body).toMatchObject({
      id: one,
      latest_step: 1,
    });
  });

  it("find models and jobs by words, in any case, of the whole list", async () => {
    const [one, two] = [await service.model("Refund_agent"), await service.model("refund-agent")];
    const job = await service.job(one, [started(0), checkpoint()]);
    await service.ended(job);
    const ids = async (path: string, words: readonly string[]) =>
      (await service.ask("POST", path, { project_id: "demo/airline", words, limit: 1 })).body.data.map(
        (item: { id: string }) => item.id,
      );
    expect(await ids("/models/list", ["refund_"])).toEqual([one]);
    expect(await ids("/models/list", ["AGENT", "refund-"])).toEqual([two]);
    expect(await ids("/models/list", ["refund%agent"])).toEqual([]);
    expect(await ids("/training_jobs/list", [job.slice(-8)])).toEqual([job]);
    expect(await ids("/training_jobs/list", ["COMPLETED", "refund"])).toEqual([job]);
    expect(await ids("/training_jobs/list", ["refund-"])).toEqual([]);
  });
});

describe("trajectories", () => {
  const precise =
    '{"messages_and_choices":[{"role":"user","content":"ü"}],"reward":0.10,"metrics":{"big":12345678901234567890}}';

  it("are returned exactly as sent, from jobs and from logs", async () => {
    const model = await service.model();
    const text = `{"split":"val","trajectory_groups":[{"trajectories":[]},{"metadata":{"id":1.0},"trajectories":[ ${precise} ]}]}`;
    expect((await service.ask("POST", `/v1/preview/models/${model}/log`, text)).status).toBe(200);
    const job = await service.job(model, [started(0), checkpoint()]);
    const { body } = await service.ask("POST", "/trajectories/batches", { model_id: model, order: "asc" });
    expect(body.data).toMatchObject([
      {
        kind: "log",
        split: "val",
        step: 0,
        group_count: 2,
        trajectory_count: 1,
        training_job_id: null,
        metrics: { reward: 0.1 },
      },
      {
        kind: "job",
        split: null,
        training_job_id: job,
        trajectory_count: 2,
        metrics: { reward: 0.5, reward_std_dev: 0.5 },
      },
    ]);
    const [{ id: batch_id }] = body.data;
    const groups = (await service.ask("POST", "/trajectories/groups", { batch_id })).body;
    expect(groups.data).toEqual([
      { id: "0", index: 0, trajectory_count: 0, exception_count: 0, rewards: [], label: null, title: null },
      { id: "1", index: 1, trajectory_count: 1, exception_count: 0, rewards: [0.1], label: null, title: "ü" },
    ]);
    expect((await service.ask("POST", "/trajectories/groups", { batch_id, after: "0" })).body.data).toMatchObject([
      { id: "1" },
    ]);
    const raw = await service.askText("/trajectories/read", { batch_id, group: 1, trajectory: 0 });
    expect(raw).toContain(`"trajectory":${precise}}`);
    expect(await service.askText("/trajectories/group", { batch_id, group: 1 })).toContain(
      '"group":{"metadata":{"id":1.0}}}',
    );
    const { id: jobBatch } = body.data[1];
    const read = await service.ask("POST", "/trajectories/read", { batch_id: jobBatch, group: 0, trajectory: 1 });
    expect(read.body).not.toHaveProperty("token_signals");
    expect(read.body.trajectory).toEqual(GROUP.trajectories[1]);
    for (const place of [
      { group: 2, trajectory: 0 },
      { group: 1, trajectory: 1 },
    ]) {
      expect((await service.ask("POST", "/trajectories/read", { batch_id, ...place })).status).toBe(404);
    }
    await service.ended(job);
  });

  it("are streamed one per line, all of them or those whose messages contain a text", async () => {
    const model = await service.model();
    const messageOf = (content: string) => ({ messages_and_choices: [USER, choice(content)], reward: 1 });
    const trajectory_groups = [
      { trajectories: [messageOf("a Größe"), messageOf("of it")] },
      { trajectories: [messageOf("nothing")], metadata: { note: "größe" } },
    ];
    const body = JSON.stringify({ split: "val", trajectory_groups }, null, 2);
    await service.ask("POST", `/v1/preview/models/${model}/log`, body);
    const list = await service.ask("POST", "/trajectories/batches", { model_id: model });
    const [{ id: batch_id }] = list.body.data;
    const lines = async (rest: object) =>
      (await service.askText("/trajectories/stream", { batch_id, ...rest }))
        .split("\n")
        .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    expect(await lines({})).toEqual([
      { group_index: 0, trajectory_index: 0, message_index: null, trajectory: messageOf("a Größe") },
      { group_index: 0, trajectory_index: 1, message_index: null, trajectory: messageOf("of it") },
      { group_index: 1, trajectory_index: 0, message_index: null, trajectory: messageOf("nothing") },
    ]);
    expect(await lines({ contains: "GRÖSSE", places_only: true })).toEqual([]);
    expect(await lines({ contains: "a GRÖ", places_only: true })).toEqual([
      { group_index: 0, trajectory_index: 0, message_index: 1 },
    ]);
    // Member names are not message text.
    expect(await lines({ contains: "reward", places_only: true })).toEqual([]);
  });

  it("of a job are returned byte for byte", async () => {
    const model = await service.model();
    const text = `{ "model_id": "${model}", "trajectory_groups": [ {"trajectories":[${precise}]} ] }\n`;
    const { body } = await service.ask("POST", "/v1/preview/training-jobs", text);
    expect(await service.askText("/training_jobs/payload", { training_job_id: body.id })).toBe(text);
    await service.ended(body.id);
  });

  it("are accepted compressed", async () => {
    const model = await service.model();
    const bytes = gzipSync(JSON.stringify({ split: "val", trajectory_groups: [GROUP] }));
    const path = `/v1/preview/models/${model}/log`;
    expect((await service.ask("POST", path, bytes, { "content-encoding": "gzip" })).status).toBe(200);
    expect((await service.ask("POST", path, bytes.subarray(0, 20), { "content-encoding": "gzip" })).status).toBe(400);
    expect((await service.ask("POST", path, bytes, { "content-encoding": "br" })).status).toBe(400);
  });

  it("that are logged again under their split replace its metrics, and keep those of others", async () => {
    const model = await service.model();
    const path = `/v1/preview/models/${model}/log`;
    const group = (reward: number, metrics = {}) => ({
      trajectories: [{ messages_and_choices: [USER, choice("4")], reward, metrics }],
    });
    await service.ask("POST", path, { split: "train", trajectory_groups: [group(0.25)] });
    await service.ask("POST", path, { split: "val", trajectory_groups: [group(0, { solved: false })] });
    await service.ask("POST", path, { split: "val", trajectory_groups: [group(1)] });
    const [{ metrics }] = await service.checkpoints(model);
    expect(metrics).toMatchObject({ "train/reward": 0.25, "val/reward": 1, "val/solved": 0 });
  });

  it("that are invalid leave nothing behind", async () => {
    const model = await service.model();
    const path = `/v1/preview/models/${model}/log`;
    const { status, body } = await service.ask("POST", path, {
      split: "val",
      trajectory_groups: [{ trajectories: [{}] }],
    });
    expect([status, body.detail.map(({ loc }: { loc: string[] }) => loc.join("."))]).toEqual([
      422,
      [
        "body.trajectory_groups.0.trajectories.0.messages_and_choices",
        "body.trajectory_groups.0.trajectories.0.reward",
      ],
    ]);
    expect(await service.training.blobs.names()).toEqual([]);
    expect((await service.ask("POST", "/trajectories/batches", { model_id: model })).body.data).toEqual([]);
    expect((await service.checkpoints(model))[0].metrics).toEqual({});
  });
});

describe("a key that is limited to a project", () => {
  const BOB = { authorization: "Bearer key-of-airline" };

  it("sees its own projects, and not even that others exist", async () => {
    const [own, other] = [await service.model("own"), await service.model("other", "secret")];
    const job = await service.job(other, [started(0), checkpoint()]);
    await service.ended(job);
    const batches = await service.ask("POST", "/trajectories/batches", { model_id: other });
    const batch_id = batches.body.data[0].id;
    const requests: [string, string, unknown?][] = [
      ["GET", `/v1/preview/models/${other}/checkpoints`],
      ["DELETE", `/v1/preview/models/${other}`],
      ["DELETE", `/v1/preview/models/${other}/checkpoints`, { steps: [0] }],
      ["POST", `/v1/preview/models/${other}/log`, { split: "val", trajectory_groups: [] }],
      ["POST", "/v1/preview/training-jobs", { model_id: other, trajectory_groups: [] }],
      ["GET", `/v1/preview/training-jobs/${job}`],
      ["GET", `/v1/preview/training-jobs/${job}/events`],
      ["POST", "/training_jobs/stream_events", { training_job_id: job }],
      ["POST", "/training_jobs/cancel", { training_job_id: job }],
      ["POST", "/training_jobs/payload", { training_job_id: job }],
      ["POST", "/training_jobs/log", { training_job_id: job }],
      ["POST", "/models/read", { model_id: other }],
      ["POST", "/trajectories/batches", { model_id: other }],
      ["POST", "/trajectories/groups", { batch_id }],
      ["POST", "/trajectories/group", { batch_id, group: 0 }],
      ["POST", "/trajectories/read", { batch_id, group: 0, trajectory: 0 }],
      ["POST", "/v1/chat/completions", { model: "wandb-artifact:///demo/secret/other", messages: [] }],
    ];
    for (const [method, path, body] of requests) {
      expect([path, (await service.ask(method, path, body, BOB)).status]).toEqual([path, 404]);
    }
    expect((await service.ask("POST", "/models/list", {}, BOB)).body.data).toMatchObject([{ id: own }]);
    expect((await service.ask("POST", "/training_jobs/list", {}, BOB)).body.data).toEqual([]);
    for (const path of ["/models/list", "/training_jobs/list"]) {
      expect((await service.ask("POST", path, { project_id: "demo/secret" }, BOB)).status).toBe(403);
    }
    const registration = { entity: "demo", project: "secret", name: "x", base_model: "tiny" };
    expect((await service.ask("POST", "/v1/preview/models", registration, BOB)).status).toBe(403);
  });
});

describe("registering a model", () => {
  it("under a taken name is refused, unless the existing model is requested", async () => {
    const id = await service.model();
    const registration = { entity: "demo", project: "airline", name: "agent", base_model: "tiny" };
    expect((await service.ask("POST", "/v1/preview/models", registration)).status).toBe(409);
    const again = await service.ask("POST", "/v1/preview/models", { ...registration, return_existing: true });
    expect(again.body.id).toBe(id);
  });

  it.each([
    [{ project: "a/b" }, "body.project"],
    [{ name: "a:step1" }, "body.name"],
    [{ name: "" }, "body.name"],
    [{ base_model: undefined }, "body.base_model"],
  ])("refuses %j, with the location", async (change, place) => {
    const registration = { entity: "demo", project: "airline", name: "agent", base_model: "tiny", ...change };
    const { status, body } = await service.ask("POST", "/v1/preview/models", registration);
    expect([status, body.detail?.[0]?.loc.join(".")]).toEqual([422, place]);
  });
});

describe("chatting with a checkpoint", () => {
  it("names what is missing: the model, the checkpoint, or a way to run it", async () => {
    await service.model();
    const ask = async (model: string) => {
      const { status, body } = await service.ask("POST", "/v1/chat/completions", { model, messages: [USER] });
      return [status, body.reason];
    };
    expect(await ask("wandb-artifact:///demo/airline/agent")).toEqual([
      400,
      expect.stringContaining("cannot run checkpoints of tiny"),
    ]);
    expect(await ask("wandb-artifact:///demo/airline/agent:step0")).toEqual([
      400,
      expect.stringContaining("cannot run checkpoints of tiny"),
    ]);
    expect(await ask("wandb-artifact:///demo/airline/agent:step9")).toEqual([
      404,
      expect.stringContaining("no checkpoint 9"),
    ]);
    expect(await ask("wandb-artifact:///demo/airline/nobody")).toEqual([404, expect.stringContaining("nobody")]);
    expect(await ask("gpt-4o")).toEqual([404, expect.stringContaining("gpt-4o")]);
  });
});
