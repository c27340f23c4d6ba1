import type { Locator, Page } from "@playwright/test";
import { expectFitsPhone, PHONE } from "@/e2e/support/accessible";
import { logEvaluations } from "@/e2e/support/evaluation-runs";
import { importRun } from "@/e2e/support/import-run";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { expect, test } from "@/e2e/support/test";
import { artFiles } from "@/lib/import/runs/testing/run-files";

const lines = (values: readonly unknown[]) => `${values.map((value) => JSON.stringify(value)).join("\n")}\n`;

/** A wave that looks like noise and is the same in every run of the test. */
const wave = (at: number) => Math.sin(at * 12.9898) * 0.03;

/** The steps of the runs: where the loss is NaN, where the program began again, and where the entropy fell. */
const [NAN_AT, RESTARTED_AT, STOPPED_AT, FELL_AT, VERL_STEPS] = [23, 5_501, 6_000, 7_000, 10_000];

const rollouts = (step: number, scores: readonly number[]) =>
  lines(
    scores.map((score, index) => ({
      ...{ input: "user\n2 + 2?\nassistant\n", output: `verl says ${index}`, gts: "4", score, step },
    })),
  );

/** A GRPO run of TRL in which one loss is NaN. */
function trlRun(): Record<string, string> {
  const history = Array.from({ length: 60 }, (_, at) => ({
    ...{
      step: at + 1,
      epoch: at / 60,
      loss: 0.1 + wave(at),
      reward: 0.3 + at / 150 + wave(at),
      kl: 0.01,
      entropy: 1.1,
    },
    ...(at + 1 === NAN_AT ? { loss: "NaN" } : {}),
  }));
  // As Python writes it.
  const text = JSON.stringify({ global_step: 60, log_history: history }).replaceAll('"NaN"', "NaN");
  return { "checkpoint-60/trainer_state.json": text };
}

const EXTREMES = ["mean", "max", "min"] as const;

/** What verl logs besides the three below. Each is another wave, so that none repeats another. */
const OTHER_METRICS = [
  ...["critic/score", "critic/advantages", "critic/returns", "response_length", "prompt_length"].flatMap((name) =>
    EXTREMES.map((extreme) => `${name}/${extreme}`),
  ),
  ...["response_length/clip_ratio", "prompt_length/clip_ratio", "actor/pg_loss", "actor/kl_loss", "actor/pg_clipfrac"],
  ...["actor/grad_norm", "actor/lr", "actor/kl_coef", "training/epoch"],
  ...["min", "max", "minmax_diff", "balanced_min", "balanced_max", "mean"].map((name) => `global_seqlen/${name}`),
  ...["gen", "reward", "old_log_prob", "ref", "adv", "update_actor", "update_weights"].map(
    (name) => `timing_s/${name}`,
  ),
  ...["gen", "ref", "adv", "update_actor"].map((name) => `timing_per_token_ms/${name}`),
  ...["max_memory_allocated_gb", "max_memory_reserved_gb", "cpu_memory_used_gb", "total_num_tokens"].map(
    (name) => `perf/${name}`,
  ),
  ...["perf/throughput", "perf/mfu/actor"],
];

const otherMetrics = (step: number) =>
  Object.fromEntries(OTHER_METRICS.map((name, at) => [name, 10 + at + wave(step * (at + 1))]));

/** A run of verl that began again from an earlier checkpoint, and whose entropy fell with the reward. */
function verlRun(): Record<string, string> {
  const of = (step: number, pass: number) => ({
    step,
    data: {
      ...otherMetrics(step),
      "critic/rewards/mean": (step < FELL_AT ? 0.6 : 0.2) + wave(step + pass),
      "actor/entropy": (step < FELL_AT ? 1.2 : 0.2) + wave(step + pass) / 10,
      "actor/ppo_kl": 0.01 + wave(step) / 100,
    },
  });
  const first = Array.from({ length: STOPPED_AT }, (_, at) => of(at + 1, 0));
  const again = Array.from({ length: VERL_STEPS - RESTARTED_AT + 1 }, (_, at) => of(RESTARTED_AT + at, 7));
  return {
    "logs/airline/verl-10k.jsonl": lines([...first, ...again]),
    "rollouts/2.jsonl": rollouts(2, [0, 1, 0, 1]),
  };
}

/** Looks at the page of the moment on a phone, which must not scroll it sideways, and returns to the larger window. */
async function onPhone(page: Page, look: () => Promise<void>): Promise<void> {
  await page.setViewportSize(PHONE);
  await look();
  await expectFitsPhone(page);
}

/** Shows the values of a chart as a table. */
async function openTable(page: Page, chart: Locator, title: string): Promise<void> {
  await chart.getByRole("button", { name: `${title}: table and export` }).click();
  await page.getByRole("menuitem", { name: "Show as table" }).click();
}

/** Returns the numbers of a chart's table, row by row. */
const numbersOf = (chart: Locator): Promise<number[][]> =>
  chart
    .getByRole("row")
    .evaluateAll((rows) =>
      rows
        .slice(1)
        .map((row) =>
          [...row.querySelectorAll("td")].map((cell) => Number((cell.textContent ?? "").replaceAll(",", ""))),
        ),
    );

/** Logs the evaluation of two checkpoints: the later one is better only on the rows that it was trained on. */
async function logCheckpoints(serviceUrl: string, project: string) {
  const rows = Array.from({ length: 64 }, (_, at) => ({
    ...{ question: `Question ${at}?`, expected: `answer ${at}`, split: at < 32 ? "train" : "test" },
  }));
  const run = (name: string, minutes: number, passes: (row: number) => boolean) => ({
    ...{ name, model: name, startedAt: new Date(Date.UTC(2026, 10, 20, 10, minutes)), passes },
  });
  return await logEvaluations(serviceUrl, project, { name: "cases", rows, trials: 1 }, [
    run("step-20", 0, (row) => (row < 32 ? row % 2 === 0 : row % 8 < 5)),
    // Of the other rows as many are lost as are won.
    run("step-40", 30, (row) => row < 32 || (row + 1) % 8 < 5),
  ]);
}

test("a practitioner imports three runs, finds what went wrong in them, and chooses a checkpoint by rows that are held out", {
  tag: "@all",
}, async ({ page, heddle, project }) => {
  test.setTimeout(300_000);
  const { url, serviceUrl } = heddle;
  await importRun(serviceUrl, project, "trl-grpo", trlRun());
  await importRun(serviceUrl, project, "verl-10k", verlRun());
  await importRun(serviceUrl, project, "art-loop", artFiles);
  const slug = await makeWorkspace(page, url, project);

  await page.goto(`/${slug}/runs`);
  for (const run of ["trl-grpo", "verl-10k", "art-loop"])
    await page.getByRole("checkbox", { name: `Select ${run}` }).click();
  const compare = page.getByRole("link", { name: "Compare 3 runs" });
  await onPhone(page, async () => {
    await expect(page.getByRole("row", { name: /verl-10k/ })).toBeVisible();
    await expect(compare).toBeVisible();
  });
  await compare.click();
  await page.waitForURL(/\/runs\/compare\?runs=/);
  await expect(page.getByRole("list", { name: "Compared runs" }).getByRole("listitem")).toHaveCount(3);
  await expect(page.getByRole("region", { name: "Reward mean" })).toBeVisible();

  // The restart, and best and last rewards with their intervals.
  const rewards = page.getByRole("table", { name: "Rewards" });
  await expect(rewards.getByRole("row", { name: /^Began again/ })).toContainText("at step 5,501");
  await expect(rewards.getByRole("row", { name: /^Last window/ })).toContainText(/\d to /);

  // Memory and tokens per second of the machine of verl, and where its time goes.
  await expect(page.getByRole("region", { name: "System" })).toContainText("GPU memory");
  await expect(page.getByRole("table", { name: "Times" }).getByRole("row", { name: /^weight sync/ })).toBeVisible();

  // The NaN of the loss.
  await expect(page.getByRole("region", { name: "Loss", exact: true })).toContainText(`no value near step ${NAN_AT}`);

  // Rollouts of the same prompts.
  const prompts = page.getByRole("table", { name: "Prompts" });
  await expect(prompts.getByRole("row", { name: /2 \+ 2\?/ }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: /^Rollouts of . verl-10k$/ })).toBeVisible();

  await onPhone(page, async () => {
    await expect(page.getByRole("list", { name: "Compared runs" }).getByRole("listitem")).toHaveCount(3);
    await expect(page.getByRole("region", { name: "Loss", exact: true })).toContainText(`no value near step ${NAN_AT}`);
    await expect(rewards.getByRole("row", { name: /^Began again/ })).toBeVisible();
  });

  // The step where the entropy fell, on the page of the run.
  await page.getByRole("list", { name: "Compared runs" }).getByRole("link", { name: "verl-10k" }).click();
  await page.waitForURL(/\/runs\/log/);
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("Collapsed");
  await page.getByRole("searchbox", { name: "Find a metric" }).fill("entropy");
  const entropy = page.getByRole("region", { name: "Entropy", exact: true });
  await openTable(page, entropy, "Entropy");
  const values = await numbersOf(entropy);
  const fallen = values.find(([, last = 1]) => last < 0.6)?.[0] ?? 0;
  expect(fallen).toBeGreaterThan(FELL_AT - 1);
  expect(fallen).toBeLessThan(FELL_AT + 100);
  await onPhone(page, async () => {
    await expect(page.getByRole("region", { name: "Verdict" })).toBeVisible();
    await expect(entropy).toBeVisible();
  });

  // The checkpoint by rows that are held out: the later one is better on those that it was trained on.
  const [earlier, later] = await logCheckpoints(serviceUrl, project);
  await page.goto(`/${slug}/evaluations/compare?runs=${earlier},${later}&score=exact`);
  await page.getByRole("combobox", { name: "Slice by" }).click();
  await page.getByRole("option", { name: "split" }).click();
  const slices = page.getByRole("table", { name: "exact by split" });
  await expect(slices.getByRole("row", { name: /^train/ })).toContainText("1.000");
  await slices.getByRole("button", { name: "test", exact: true }).click();
  await expect(page).toHaveURL(/value=test/);
  const difference = page.getByRole("row", { name: /step-40/ }).first();
  await expect(difference).toContainText(/No difference shown/);
  await onPhone(page, () => expect(difference).toContainText(/No difference shown/));
  await slices.getByRole("button", { name: "train", exact: true }).click();
  await expect(difference).toContainText(/Higher/);
});
