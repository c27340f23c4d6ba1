import type { Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { expect, test } from "@/e2e/support/test";
import { ask, registerModel, startJob, untilOver } from "@/e2e/support/training-client";

const bytes = (text: string) => [...new TextEncoder().encode(text)];

/** A sampled answer whose tokens contain their text only in bytes, as newer clients request it. */
function sampled(content: string, probability: number) {
  const tokens = (content.match(/\s*\S+/g) ?? []).map((text, index) => ({
    token: `token_id:${index}`,
    bytes: bytes(text),
    logprob: Math.log(probability),
    top_logprobs: [{ token: "token_id:7", bytes: bytes(" instead"), logprob: Math.log(0.2) }],
  }));
  return {
    finish_reason: "stop",
    index: 0,
    logprobs: { content: tokens, refusal: null },
    message: { role: "assistant", content },
  };
}

const promptOf = (task: number) => [
  { role: "system", content: "You are an airline agent." },
  { role: "user", content: `Please help me with booking ${task}` },
];

const rollout = (task: number, answer: string, reward: number) => ({
  messages_and_choices: [
    ...promptOf(task),
    sampled(answer, reward === 1 ? 0.95 : 0.25),
    { role: "user", content: "Thanks" },
  ],
  reward,
  metrics: { duration: 81.4 },
  metadata: { task_id: task },
});

/** Three groups: one with a gradient, one without spread, one with an exception. */
const GROUPS = [
  { trajectories: [rollout(0, "Same answer", 1), rollout(0, "Same answer", 1)] },
  { trajectories: [rollout(1, "Your flight is changed", 1), rollout(1, "Nothing can be done, Grüße", 0)] },
  {
    trajectories: [rollout(2, "Refunded", 1), rollout(2, "Refused", 0), rollout(2, "Refused again", 0)],
    exceptions: [{ type: "<class 'httpx.ReadTimeout'>", message: "after 60 s", traceback: "line 80 of rollout.py" }],
  },
];

async function trainOn(serviceUrl: string, modelId: string, groups: readonly unknown[]): Promise<string> {
  const id = await startJob(serviceUrl, modelId, groups, { learning_rate: 0.1 });
  await untilOver(serviceUrl, id);
  return id;
}

/** A model that was trained twice and logged once, and the page of its second job's rollouts. */
async function openRollouts(page: Page, urls: { url: string; serviceUrl: string }, project: string, search = "") {
  const slug = await makeWorkspace(page, urls.url, project);
  const modelId = await registerModel(urls.serviceUrl, project, "airline-agent");
  await trainOn(urls.serviceUrl, modelId, GROUPS.slice(0, 2));
  const jobId = await trainOn(urls.serviceUrl, modelId, GROUPS);
  const log = { split: "val", trajectory_groups: [GROUPS[1]] };
  await ask(urls.serviceUrl, "POST", `/models/${modelId}/log`, log);
  await page.goto(`/${slug}/training/${jobId}/rollouts${search}`);
  await expect(page.getByRole("heading", { name: "Rollouts" })).toBeVisible();
  return { slug, jobId };
}

const groups = (page: Page) => page.getByRole("region", { name: "List of groups" }).getByRole("link");
const column = (page: Page, index: number) => page.getByRole("heading", { name: `Trajectory ${index}` });
const message = (page: Page, name: string) => page.getByRole("article", { name });

test(
  "steps, groups and trajectories are navigated by keys, the address leads back, and a step is saved as JSONL",
  heldBy(
    "app/(dashboard)/[workspace]/training/[jobId]/rollouts/rollouts-view.test.tsx",
    "moves through steps, groups and trajectories",
  ),
  async ({ page, heddle, project }) => {
    // Without the system's dialog, which a test cannot operate, the file is a download.
    await page.addInitScript(() => {
      Object.defineProperty(window, "showSaveFilePicker", { value: undefined });
    });
    const { jobId } = await openRollouts(page, heddle, project);
    // Groups with a gradient come first, the widest spread on top; groups without a signal are last.
    const named = (task: number) => new RegExp(`^${task} ?Please help me with booking ${task}`);
    await expect(groups(page)).toHaveText([named(1), named(2), named(0)]);
    await expect(page.getByText("Zero variance, no signal")).toBeVisible();
    await expect(page.getByRole("slider", { name: "Step" })).toHaveAttribute("aria-valuetext", /^step 1, 2 of 2/);
    await expect(page.getByRole("heading", { name: "Group 1", exact: true })).toBeVisible();
    await expect(page.getByText("2 messages are the same in both")).toBeVisible();
    await expect(page.getByText("+1.00")).toBeVisible();
    await expect(page.getByText("−1.00")).toBeVisible();

    await page.keyboard.press("j");
    await expect(page.getByRole("heading", { name: "Group 2", exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Exception" })).toHaveCount(1);
    await page.keyboard.press("l");
    await expect(page).toHaveURL(/group=2&trajectory=1/);
    await expect(page.getByText("2 messages are the same in all 3")).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(page).toHaveURL(/message=2/);
    await expect(page.locator('[aria-current="true"]').filter({ hasText: "Refused" })).toHaveCount(1);
    const address = page.url();
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("slider", { name: "Step" })).toHaveAttribute("aria-valuetext", /^step 0, 1 of 2/);
    await expect(page.getByText("No group 2 in this step")).toBeVisible();
    // Addresses are written late: the next one must not be overtaken.
    await expect(page).toHaveURL(/batch=/);

    await page.goto(address);
    await expect(page.locator('[aria-current="true"]').filter({ hasText: "Refused" })).toHaveCount(1);
    await expect(column(page, 1)).toBeVisible();
    await page.getByRole("link", { name: "Back to job" }).click();
    await page.waitForURL(new RegExp(`/training/${jobId}$`));
    await page.getByRole("link", { name: "Rollouts", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Rollouts" })).toBeVisible();

    await page.getByRole("combobox", { name: "Source" }).click();
    await page.getByRole("option", { name: "Logged as val, 1" }).click();
    await expect(page.getByRole("slider", { name: "Step" })).toHaveAttribute("aria-valuetext", /1 of 1/);
    await expect(groups(page)).toHaveCount(1);
    await page.goBack();
    await expect(groups(page)).toHaveCount(3);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save step as JSONL" }).click();
    expect((await download).suggestedFilename()).toMatch(/^rollouts-.*\.jsonl$/);
    await expect(page.getByText("7 trajectories saved", { exact: true })).toBeVisible();
  },
);

test(
  "tokens are tinted from their bytes, and exceptions are explained, in both themes and on a phone",
  heldBy(
    "app/(dashboard)/[workspace]/training/[jobId]/rollouts/rollouts-view.test.tsx",
    "shows an exception next to the trajectories",
  ),
  async ({ page, heddle, project }) => {
    await openRollouts(page, heddle, project, "?group=1");
    const tinted = page.getByRole("group", { name: /^Answer with probabilities/ });
    await expect(tinted.filter({ hasText: "Nothing can be done, Grüße" })).toBeVisible();
    await tinted.filter({ hasText: "Grüße" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText(/^Nothing, 25\.00%; instead: ␣instead 20\.00%$/)).toBeAttached();
    await expect(message(page, "Message 2, Assistant").first()).toContainText("mean p 0.95");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Rollouts" }).click();
    await page.keyboard.press("p");
    await expect(tinted).toHaveCount(0);
    await expect(page).toHaveURL(/p=false/);

    await page.getByRole("radio", { name: /^Exceptions/ }).click();
    await expect(groups(page)).toHaveCount(1);
    await groups(page).click();
    await expect(page.getByRole("heading", { name: "Group 2", exact: true })).toBeVisible();
    await page.getByRole("region", { name: "Trajectories side by side" }).focus();
    for (const _ of [1, 2, 3]) await page.keyboard.press("l");
    await expect(page.getByText("ReadTimeout")).toBeVisible();
    await expect(page.getByText("The group trains on the other 3 trajectories")).toBeVisible();
    await page.getByRole("button", { name: "Traceback" }).click();
    await expect(page.getByText("line 80 of rollout.py")).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
  },
);

test(
  "messages of a step are found, two trajectories are compared, and a turn is run again",
  heldBy(
    "app/(dashboard)/[workspace]/training/[jobId]/rollouts/rollouts-view.test.tsx",
    "keeps the groups with matches",
  ),
  async ({ page, heddle, project }) => {
    await openRollouts(page, heddle, project);
    await page.getByLabel("Search the messages of this step").fill("refused AGAIN");
    await page.keyboard.press("Enter");
    await expect(groups(page)).toHaveCount(1);
    await groups(page).click();
    await page.getByRole("button", { name: "found in message 2" }).click();
    await expect(page).toHaveURL(/trajectory=2&message=2/);
    await page.getByLabel("Search the messages of this step").fill("nobody said this");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "No groups match" })).toBeVisible();
    await page.getByRole("button", { name: /^Show all/ }).click();
    await expect(groups(page)).toHaveCount(3);

    await groups(page).first().click();
    await page.getByRole("button", { name: "Compare trajectories" }).click();
    await expect(page).toHaveURL(/compare=0,1/);
    const differences = page.getByRole("region", { name: "Differences" });
    await expect(differences).toContainText("Your flight is changed");
    await expect(differences).toContainText("Nothing can be done");
    await page.keyboard.press("Escape");
    await expect(page).not.toHaveURL(/compare/);

    await page.getByRole("link", { name: "Open in playground" }).click();
    await page.waitForURL(/\/playground/);
    await expect(page.getByRole("textbox", { name: "Message 2", exact: true })).toHaveValue(
      "Please help me with booking 1",
    );
  },
);

test(
  "the job's groups are a map over the steps with key navigation, and each cell links to its rollouts",
  heldBy(
    "app/(dashboard)/[workspace]/training/[jobId]/groups/groups-section.test.tsx",
    "shows a table of links over the trained steps",
  ),
  async ({ page, heddle, project }) => {
    const { slug, jobId } = await openRollouts(page, heddle, project);
    await page.goto(`/${slug}/training/${jobId}`);
    // Three trajectories, the head with the numbers of the groups, and the spread of each group.
    await expect(page.getByRole("table", { name: /^Reward of each trajectory/ }).getByRole("row")).toHaveCount(5);
    await page.getByRole("radio", { name: "Steps" }).click();
    const map = page.getByRole("table", { name: "Mean reward of each group, one row per step of the model" });
    await expect(map.getByRole("rowheader")).toHaveText(["step 0", "step 1"]);
    await expect(map.getByRole("link")).toHaveCount(5);
    await expect(map.getByRole("link", { name: "task_id 0, step 1, mean 1, no spread" })).toBeVisible();
    await map.getByRole("link", { name: "task_id 2, step 1, mean 0.333, spread 0.471, 1 exception" }).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(map.getByRole("link", { name: "task_id 1, step 1, mean 0.500, spread 0.500" })).toBeFocused();
    await page.keyboard.press("ArrowUp");
    const above = map.getByRole("link", { name: "task_id 1, step 0, mean 0.500, spread 0.500" });
    await expect(above).toBeFocused();
    await expectAccessible(page);
    await expectFitsPhone(page);
    await page.getByRole("radio", { name: "Trajectories" }).click();
    await page.getByRole("radio", { name: "Steps" }).click();
    await above.click();
    await page.waitForURL(/\/rollouts\?batch=.*group=1/);
    await expect(page.getByRole("slider", { name: "Step" })).toHaveAttribute("aria-valuetext", /^step 0, 1 of 2/);
    await expect(page.getByRole("heading", { name: "Group 1", exact: true })).toBeVisible();
  },
);
