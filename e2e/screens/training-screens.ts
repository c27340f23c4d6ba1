import type { Page } from "@playwright/test";
import { chooseFile } from "@/e2e/support/new-training-job";
import { registerModel } from "@/e2e/support/training-client";
import { SAMPLE_PROJECT } from "@/lib/sample/sample-project";
import type { Scene, Screen } from "./screen";

type Listed = { readonly data: readonly { readonly id: string }[] };

async function sampleModel({ ask }: Scene): Promise<string> {
  const { data } = (await ask("/models/list", { project_id: SAMPLE_PROJECT, limit: 1 })) as Listed;
  return data[0]?.id ?? "";
}

/** The ids of the sample's jobs, the newest first. */
async function sampleJobs({ ask }: Scene): Promise<readonly string[]> {
  const { data } = (await ask("/training_jobs/list", { project_id: SAMPLE_PROJECT, limit: 2 })) as Listed;
  return data.map(({ id }) => id);
}

const ofModel = (path: string) => async (scene: Scene) => `models/${await sampleModel(scene)}${path}`;
const ofJob = (path: string) => async (scene: Scene) => `training/${(await sampleJobs(scene))[0]}${path}`;

/** A request with a trajectory without a reward, a message that is none, and a line that is no JSON. */
const FAULTY = [
  '{"task_id":1,"reward":1,"messages":[{"role":"user","content":"Bags?"},{"role":"assistant","content":"Two."}]}',
  '{"task_id":1,"messages":[{"role":"user","content":"Bags?"},{"role":"assistant","content":"None."}]}',
  '{"task_id":2,"reward":0,"messages":[{"role":"user","content":"Pets?"},7]}',
  "{broken",
].join("\n");

/** Opens the dialog of an arena without prompts, and types some. */
async function typePrompts(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add prompts" }).click();
  const dialog = page.getByRole("dialog", { name: "Add prompts" });
  await dialog.getByRole("radio", { name: "Written" }).click();
  await dialog.getByRole("textbox").fill("I want to change my flight.\nCan I add a bag?");
}

/** The metrics of an iteration as a trainer with a GPU logs them; the last loss is not a number. */
const metricsOf = (iteration: number, rate: number) => ({
  ...{ loss: iteration === 3 ? null : rate / iteration, kl: 0.01 * iteration, tokens_per_second: 7_000 + iteration },
  ...{ "system/gpu_percent": 70 + iteration, "system/gpu_memory_bytes": 6e10, "system/cpu_percent": 180 },
  ...{ "time/sampling_s": 8, "time/training_s": 4 },
});

/** Stores iterations of a loop that another program runs, whose rollouts get staler, and its run. */
async function logRun({ ask, project }: Scene, run = "grpo", rate = 0.4): Promise<void> {
  for (const iteration of [1, 2, 3]) {
    const rollout = (answer: string, reward: number, weight_version: number) => ({
      ...{ task: "2 + 2", messages: [{ role: "user", content: "2 + 2?" }] },
      ...{ answer, reward, weight_version },
    });
    const rollouts = [rollout("4", 1, iteration - 1), rollout("5", iteration === 3 ? 1 : 0, 0)];
    const metrics = metricsOf(iteration, rate);
    await ask("/training_runs/log", { project_id: project, run, model: "tiny", iteration, metrics, rollouts });
  }
  const about = { tags: ["baseline", "7b"], group: "learning rates", notes: "Entropy falls late." };
  const versions = { python: "3.12.1", trl: "1.16.0", torch: "2.9.1" };
  const origin = { command: `python train.py --lr ${rate}`, commit: "0123456", host: "node-1", versions };
  await ask("/training_runs/log", { project_id: project, run, ...about, origin });
}

/** Stores two runs that differ in a setting. */
async function logTwoRuns(scene: Scene): Promise<void> {
  await logRun(scene);
  await logRun(scene, "grpo-fast", 0.8);
}

/** The ids of the logged runs, the newest first. */
async function loggedRuns({ ask, project }: Scene): Promise<readonly string[]> {
  const { runs } = (await ask("/training_runs/logged", { project_id: project })) as { runs: { id: string }[] };
  return runs.map(({ id }) => id);
}

const loggedRun = async (scene: Scene) => `runs/${(await loggedRuns(scene))[0]}`;

/** Models, jobs, checkpoints, runs, rollouts and the arena. */
export const trainingScreens: readonly Screen[] = [
  {
    name: "Models",
    tier: "all",
    place: "sample",
    path: "models",
    shows: (page) => page.getByRole("row", { name: /weft-router/ }).getByText("at step"),
  },
  {
    name: "Model, with an evaluation of its checkpoints",
    place: "sample",
    path: ofModel(""),
    shows: (page) => page.getByRole("region", { name: "right_tool by gradient step" }),
  },
  {
    name: "Model that nothing serves",
    tier: "all",
    place: "own",
    path: async ({ serviceUrl, project }) => `models/${await registerModel(serviceUrl, project, "agent", "tiny")}`,
    shows: (page) => page.getByRole("region", { name: "Model server" }),
  },
  {
    name: "Evaluation of a model's checkpoints",
    tier: "all",
    place: "sample",
    path: ofModel("/evaluation"),
    shows: (page) => page.getByRole("region", { name: "Estimate" }).getByText("$0"),
  },
  {
    name: "Arena, with prompts to add",
    tier: "all",
    place: "sample",
    path: ofModel("/arena"),
    open: typePrompts,
    shows: (page) => page.getByRole("button", { name: "Add 2 prompts" }),
  },
  {
    name: "Arena, with prompts",
    place: "sample",
    path: ofModel("/arena"),
    open: async (page) => {
      await typePrompts(page);
      await page.getByRole("button", { name: "Add 2 prompts" }).click();
    },
    shows: (page) => page.getByRole("rowheader", { name: /Can I add a bag/ }),
  },
  {
    name: "Arena, not supported",
    tier: "all",
    place: "bare",
    path: "models/m1/arena",
    shows: (page) => page.getByText("POST /models/read"),
    expected: /^404 /,
  },
  {
    name: "Training jobs",
    tier: "all",
    place: "sample",
    path: "training",
    shows: (page) => page.getByRole("table", { name: "Training jobs" }).getByRole("row").nth(4),
  },
  {
    name: "Training jobs, a service that fails",
    tier: "all",
    place: "failing",
    path: "training",
    shows: (page) => page.getByText(/the disk is on fire/),
    expected: /^5\d\d /,
  },
  {
    name: "Training jobs, not supported",
    tier: "all",
    place: "bare",
    path: "training",
    shows: (page) => page.getByText("POST /training_jobs/list"),
    expected: /^404 /,
  },
  {
    name: "Training job",
    place: "sample",
    path: ofJob(""),
    shows: (page) => page.getByRole("status").filter({ hasText: "job ended" }),
  },
  {
    name: "Training job that does not exist",
    tier: "all",
    place: "own",
    path: "training/0199a7c2-0000-7000-8000-000000000000",
    shows: (page) => page.getByRole("alert").filter({ hasText: "Not found" }),
    expected: /^404 /,
  },
  {
    name: "Compared jobs",
    tier: "all",
    place: "sample",
    path: async (scene) => `training/compare?jobs=${(await sampleJobs(scene)).join()}`,
    shows: (page) => page.getByRole("status").filter({ hasText: "2 jobs ended" }),
  },
  {
    name: "Rollouts",
    place: "sample",
    path: ofJob("/rollouts"),
    shows: (page) => page.getByRole("article", { name: /Assistant/ }),
  },
  {
    name: "Rollouts, with the renderers of the workspace",
    tier: "all",
    place: "sample",
    path: ofJob("/rollouts"),
    open: async (page) => {
      await page.getByRole("button", { name: /^Shown/ }).click();
      await page.getByRole("menuitem", { name: "Manage renderers" }).click();
    },
    shows: (page) => page.getByRole("dialog", { name: "Renderers" }).getByLabel("Key in metadata"),
  },
  {
    name: "Rollouts, not supported",
    tier: "all",
    place: "bare",
    path: "training/any-job/rollouts",
    shows: (page) => page.getByRole("heading", { name: "This connection does not support rollouts" }),
    expected: /^404 /,
  },
  {
    name: "New training job, in a project without threads",
    tier: "all",
    place: "own",
    path: "training/new?source=threads",
    shows: (page) => page.getByText("No threads yet"),
  },
  {
    name: "New training job, with problems of its data",
    place: "own",
    path: "training/new",
    open: (page) =>
      chooseFile(page, { name: "faulty.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(FAULTY) }),
    shows: (page) => page.getByRole("region", { name: "Problems" }).getByText("2 errors"),
  },
  {
    name: "New training job, not permitted",
    tier: "all",
    place: "sample",
    as: "viewer",
    path: "training/new",
    shows: (page) => page.getByRole("heading", { name: "Not permitted" }),
  },
  {
    name: "Training runs",
    place: "sample",
    path: "runs",
    shows: (page) => page.getByRole("table", { name: "Training runs" }).getByText("run by a client"),
  },
  {
    name: "Compared training runs",
    place: "own",
    seed: logTwoRuns,
    path: async (scene) => `runs/compare?runs=${(await loggedRuns(scene)).join()}`,
    shows: (page) => page.getByRole("region", { name: "System" }).getByText("GPU use"),
  },
  {
    name: "Training runs, in a project without any",
    tier: "all",
    place: "own",
    path: "runs",
    shows: (page) => page.getByRole("button", { name: "Train a small agent" }),
  },
  {
    name: "Training run of a client",
    tier: "all",
    place: "sample",
    path: async (scene) => `runs/model:${await sampleModel(scene)}`,
    shows: (page) => page.getByRole("table", { name: "Iterations", exact: true }).getByRole("row").nth(4),
  },
  {
    name: "Training run that another program logged",
    place: "own",
    seed: (scene) => logRun(scene),
    path: loggedRun,
    shows: (page) => page.getByRole("region", { name: "Staleness" }),
  },
  {
    name: "New training run",
    tier: "all",
    place: "sample",
    path: "runs/new",
    shows: (page) => page.getByRole("button", { name: "Start run" }),
  },
  {
    name: "New training run, not permitted",
    tier: "all",
    place: "sample",
    as: "viewer",
    path: "runs/new",
    shows: (page) => page.getByText("It needs the member role"),
  },
];
