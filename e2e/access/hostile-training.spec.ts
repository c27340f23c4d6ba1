import type { Page } from "@playwright/test";
import { logEvaluations } from "@/e2e/support/evaluation-runs";
import { heldBy } from "@/e2e/support/held-by";
import { attacks, badLinks, MARK, watch } from "@/e2e/support/hostile-texts";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls, send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";
import { registerModel, startJob } from "@/e2e/support/training-client";
import { Upstream } from "@/test/faults/relay-upstream";

const SHORT = `${MARK} <img src=x onerror="ran('short')">`;

/** Evaluations whose rows, names, models and exceptions are hostile, and a leaderboard of them. */
async function storeEvaluations(serviceUrl: string, project: string, text: string): Promise<readonly string[]> {
  const dataset = {
    name: "questions",
    trials: 1,
    rows: [0, 1].map((row) => ({ question: `${row} ${text}`, expected: text, [SHORT]: text })),
  };
  const startedAt = new Date(Date.now() - 3_600_000);
  const run = (model: string) => ({ name: SHORT, model, startedAt, passes: (row: number) => row === 0 });
  const runs = [run("small"), run("large"), { ...run("broken"), exception: text }];
  const [first = "", second = "", third = ""] = await logEvaluations(serviceUrl, project, dataset, runs);
  const { obj } = (await send(serviceUrl, "/obj/read", {
    project_id: project,
    object_id: "questions-evaluation",
    digest: "latest",
  })) as { obj: { digest: string } };
  const val = {
    _type: "Leaderboard",
    _class_name: "Leaderboard",
    _bases: ["BaseObject", "BaseModel"],
    name: SHORT,
    description: text,
    columns: [
      {
        evaluation_object_ref: `weave:///${project}/object/questions-evaluation:${obj.digest}`,
        scorer_name: "exact",
        summary_metric_path: "true_fraction",
      },
    ],
  };
  await send(serviceUrl, "/obj/create", { obj: { project_id: project, object_id: "board", val } });
  const both = `compare?runs=${first},${second}`;
  return ["evaluations", ...[first, third, both].map((part) => `evaluations/${part}`), "leaderboard"];
}

/** A queue whose question, name, calls and labels are hostile. */
async function storeQueue(serviceUrl: string, project: string, text: string): Promise<readonly string[]> {
  const spec = {
    _type: "AnnotationSpec",
    _class_name: "AnnotationSpec",
    _bases: ["BaseObject", "BaseModel"],
    name: SHORT,
    description: text,
    field_schema: { type: "string", enum: [SHORT, text] },
  };
  const { digest } = (await send(serviceUrl, "/obj/create", {
    obj: { project_id: project, object_id: "tone", val: spec },
  })) as { digest: string };
  const { id } = (await send(serviceUrl, "/annotation_queues", {
    project_id: project,
    name: SHORT,
    description: text,
    scorer_refs: [`weave:///${project}/object/tone:${digest}`],
  })) as { id: string };
  const messages = [{ role: "user", content: text }];
  const call_ids = await logCalls(serviceUrl, project, [
    { op: "chat", startedAt: new Date(), durationMs: 10, inputs: { messages }, output: text },
  ]);
  await send(serviceUrl, `/annotation_queues/${id}/items`, { project_id: project, call_ids });
  return ["review", `review/${id}`];
}

/** A job and a logged run whose names, messages, figures and exceptions are hostile. */
async function storeTraining(serviceUrl: string, project: string, text: string): Promise<readonly string[]> {
  const model = await registerModel(serviceUrl, project, `${MARK}<img src=x onerror=ran('model')>`);
  const trajectory = (reward: number) => ({
    messages_and_choices: [
      { role: "user", content: text },
      { finish_reason: "stop", index: 0, logprobs: null, message: { role: "assistant", content: SHORT } },
    ],
    reward,
    metrics: { [SHORT]: reward },
    metadata: { [SHORT]: text },
  });
  const exceptions = [{ type: SHORT, message: text, traceback: text }];
  const job = await startJob(serviceUrl, model, [{ trajectories: [trajectory(1), trajectory(0)], exceptions }]);
  const logged = (reward: number) => ({
    task: SHORT,
    messages: [{ role: "user", content: text }],
    answer: text,
    reward,
  });
  const { run_id: run } = (await send(serviceUrl, "/training_runs/log", {
    project_id: project,
    run: SHORT,
    model: SHORT,
    tags: [SHORT.slice(0, 64)],
    group: SHORT.slice(0, 128),
    notes: text,
    origin: { command: text.slice(0, 10_000), repository: SHORT, versions: { [SHORT]: SHORT.slice(0, 200) } },
    iteration: 1,
    metrics: { [SHORT]: 0.5 },
    rollouts: [logged(1), logged(0)],
  })) as { run_id: string };
  const pages = ["training", `training/${job}`, `training/${job}/rollouts`, "runs", `runs/${encodeURIComponent(run)}`];
  return [...pages, "models", `models/${model}`];
}

/** Opens each page that shows the texts, and expects that nothing of them runs, loads or links elsewhere. */
async function visit(page: Page, paths: readonly string[], problems: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator("main").getByText(MARK).filter({ visible: true }).first(), path).toBeVisible();
    expect([path, await badLinks(page)]).toEqual([path, []]);
    expect([path, problems]).toEqual([path, []]);
  }
}

test(
  "runs and loads nothing from payloads on pages of evaluations, leaderboards, review, jobs, rollouts, runs and models",
  heldBy("e2e/access/hostile-payloads.spec.ts", "runs and loads nothing from payloads on any page that shows them"),
  async ({ page, heddle: { url, serviceUrl }, project }) => {
    test.setTimeout(300_000);
    const elsewhere = await Upstream.start();
    try {
      const text = `${MARK} ${attacks(elsewhere.url).join(" ")}`;
      const pages = [
        ...(await storeEvaluations(serviceUrl, project, text)),
        ...(await storeQueue(serviceUrl, project, text)),
        ...(await storeTraining(serviceUrl, project, text)),
      ];
      const slug = await makeWorkspace(page, url, project);
      const paths = pages.map((path) => `/${slug}/${path}`);
      await visit(page, paths, await watch(page, url));
      expect(elsewhere.seen).toEqual([]);
    } finally {
      await elsewhere.stop();
    }
  },
);
