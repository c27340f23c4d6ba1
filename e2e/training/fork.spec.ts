import { makeWorkspace } from "@/e2e/support/open-workspace";
import { send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

const ITERATIONS_TIMEOUT_MS = 240_000;

/** Two tasks for which small letters are rewarded, in two short iterations, none of which is without signal. */
const settings = {
  name: "letters",
  model: { kind: "new", name: "speller", base_model: "heddle/bytes-blank-1" },
  tasks: { kind: "prompts", items: [{ prompt: "Spell it." }, { prompt: "Write it." }] },
  params: { temperature: 1, max_tokens: 4 },
  reward: {
    scorers: [
      { kind: "regex", name: "letter", pattern: "[a-z]" },
      { kind: "regex", name: "two", pattern: "[a-z].*[a-z]", flags: "s" },
    ],
  },
  group_size: 12,
  tasks_per_iteration: 2,
  iterations: 2,
  config: { learning_rate: 0.3, packed_sequence_length: 1 },
  seed: 7,
};

test("a run is forked from an older checkpoint by one press, and names what it was forked from", {
  tag: "@all",
}, async ({ page, heddle, project }) => {
  test.setTimeout(600_000);
  const { url, serviceUrl } = heddle;
  const slug = await makeWorkspace(page, url, project);
  const { id } = (await send(serviceUrl, "/training_runs/start", { project_id: project, settings })) as { id: string };
  await page.goto(`/${slug}/runs/${id}`);
  const state = page.getByRole("status").filter({ hasText: "Finished" });
  await expect(state).toBeVisible({ timeout: ITERATIONS_TIMEOUT_MS });

  await page.getByRole("link", { name: "Fork from step 1", exact: true }).click();
  await page.waitForURL(/\/runs\/new/);
  await expect(page.getByRole("combobox", { name: "Checkpoint", exact: true })).toHaveText("step 1");
  await expect(page.getByRole("combobox", { name: "Model", exact: true })).toContainText("speller");
  await expect(page.getByRole("textbox", { name: "Name of the new model" })).toHaveValue(/^speller-step1-/);
  await page.getByRole("button", { name: /^Start run/ }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
  expect(page.url()).not.toContain(id);
  await expect(page.getByRole("heading", { name: "letters, from step 1" })).toBeVisible();
  await expect(state).toBeVisible({ timeout: ITERATIONS_TIMEOUT_MS });
  await page.getByRole("link", { name: "speller step 1" }).click();

  // The source has its own checkpoints, each of which can be forked.
  await page.waitForURL(/\/models\//);
  await expect(page.getByRole("link", { name: /^Fork from step \d$/ })).toHaveCount(3);
  await page.getByRole("link", { name: "Fork from step 2", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Checkpoint", exact: true })).toHaveText("step 2");
  // The settings are those of the model's newest run.
  await expect(page.getByRole("textbox", { name: "Prompts, one per line" })).toHaveValue(/Spell it\./);
});
