import type { Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";
import { registerModel, spelling, startJob, untilOver } from "@/e2e/support/training-client";

/** A model whose checkpoint spells a word that its base does not, trained on a thread. */
async function trainedModel(serviceUrl: string, project: string, thread_id = "thr-seen"): Promise<string> {
  const modelId = await registerModel(serviceUrl, project);
  const group = { trajectories: [spelling("heddle", 1, { thread_id }), spelling("#######", 0, { thread_id })] };
  const groups = Array.from({ length: 30 }, () => group);
  expect(await untilOver(serviceUrl, await startJob(serviceUrl, modelId, groups))).toBe("completed");
  return modelId;
}

/** A turn of a thread with a model call. */
const turn = (thread: string, question: string) => ({
  op: "openai.chat.completions.create",
  thread,
  startedAt: new Date(),
  durationMs: 100,
  attributes: { kind: "llm" },
  inputs: { model: "m", messages: [{ role: "user", content: question }] },
  output: { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "An answer." } }] },
});

const cell = (page: Page, column: string, state: string) =>
  page.getByRole("cell", { name: `${column}: ${state}`, exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Add prompts" });
const foot = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const BASE = "heddle/bytes-blank-1";

/** Adds the first group that was trained on, in an arena without prompts. */
async function addTrained(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add prompts" }).click();
  await dialog(page).getByRole("checkbox", { name: "Select all" }).click();
  await dialog(page).getByRole("checkbox", { name: "Select all" }).click();
  await expect(dialog(page).getByRole("button", { name: "Add 0 prompts" })).toBeDisabled();
  await dialog(page)
    .getByRole("checkbox", { name: /group 0\b/ })
    .click();
  await dialog(page).getByRole("button", { name: "Add 1 prompt" }).click();
  await expect(dialog(page)).toHaveCount(0);
}

async function addWritten(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Prompts", exact: true }).click();
  await dialog(page).getByRole("radio", { name: "Written" }).click();
  await dialog(page).getByRole("textbox").fill(text);
  await dialog(page)
    .getByRole("button", { name: /^Add \d+ prompt/ })
    .click();
}

/** The criterion of a good answer: it contains a text. */
async function rewardContains(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: /^Reward:/ }).click();
  await page.getByRole("combobox", { name: "Scorer" }).click();
  await page.getByRole("option", { name: "Contains" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill(text);
  await page.keyboard.press("Escape");
}

test(
  "a checkpoint wins over its base on its training data, and a reload loses nothing",
  heldBy(
    "app/(dashboard)/[workspace]/models/[modelId]/arena/arena-page.test.tsx",
    "restores stored prompts, and sends every column",
  ),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const modelId = await trainedModel(heddle.serviceUrl, project);
    await page.goto(`/${slug}/models/${modelId}`);
    await page.getByRole("link", { name: "Arena" }).click();
    await expect(page.getByRole("heading", { name: "No prompts yet" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("speller");
    await addTrained(page);
    await addWritten(page, "Count to three.");
    await expect(page.getByRole("rowheader", { name: /Spell it|Count to three/ })).toHaveCount(2);
    await rewardContains(page, "heddle");
    await page.getByRole("button", { name: "Run all" }).click();
    await expect(foot(page, "4 of 4 answers")).toBeVisible({ timeout: 30_000 });

    const seen = page.getByRole("row").filter({ hasText: "Spell it." });
    await expect(seen).toContainText("seen");
    await expect(seen.getByRole("cell", { name: "step 1: answer" })).toContainText("heddle");
    await expect(seen.getByRole("cell", { name: "step 1: answer" })).toContainText("win");
    await expect(page.getByRole("row").filter({ hasText: "Count to three." })).toContainText("unseen");
    const head = page.getByRole("columnheader", { name: /step 1/ });
    await expect(head.getByRole("img", { name: /^seen 1, unseen/ })).toBeVisible();

    await page.reload();
    await expect(foot(page, "4 of 4 answers")).toBeVisible();
    await expect(seen.getByRole("cell", { name: "step 1: answer" })).toContainText("win");
    // Without its address the page continues with this browser's stored state.
    await page.goto(`/${slug}/models/${modelId}/arena`);
    await expect(page).toHaveURL(/prompt=/);
    await expect(foot(page, "4 of 4 answers")).toBeVisible();

    await page.getByRole("button", { name: "Pin step 1" }).click();
    await expect(page).toHaveURL(/pin=1/);
    await expect(seen.getByRole("cell", { name: `${BASE}: answer` })).toContainText("loss");
  },
);

test(
  "threads are replayed, marked by whether the model was trained on them",
  heldBy(
    "app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/trained-reader.test.ts",
    "reads every trajectory of every job",
  ),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    await logCalls(heddle.serviceUrl, project, [turn("thr-seen", "Spell it."), turn("thr-other", "What is MCO?")]);
    const modelId = await trainedModel(heddle.serviceUrl, project);
    await page.goto(`/${slug}/models/${modelId}/arena`);
    await page.getByRole("button", { name: "Add prompts" }).click();
    await dialog(page).getByRole("radio", { name: "Threads" }).click();
    await expect(dialog(page).getByRole("listitem").filter({ hasText: "thr-seen" })).toContainText("seen, 1 turn");
    await dialog(page).getByRole("checkbox", { name: "Select all" }).click();
    await dialog(page).getByRole("button", { name: "Add 2 prompts" }).click();
    await expect(page.getByRole("rowheader", { name: /Spell it/ })).toContainText(/^seen/);
    await expect(page.getByRole("rowheader", { name: /MCO/ })).toContainText("unseen");

    // The address alone restores the prompts in another browser.
    await expect(page).toHaveURL(/prompt=/);
    const address = page.url();
    const state = await page.context().storageState();
    const other = await page.context().browser()?.newContext({ storageState: state });
    const colleague = await other?.newPage();
    if (!colleague) throw new Error("no second browser");
    await colleague.goto(address);
    await expect(colleague.getByRole("rowheader", { name: /Spell it/ })).toContainText(/^seen/);
    await expect(colleague.getByRole("rowheader", { name: /MCO/ })).toContainText("unseen");
    await expect(foot(colleague, "0 of 4 answers")).toBeVisible();
    await other?.close();
  },
);

test(
  "a failure is shown in its cell and counts for neither, marks by hand decide, and everything works by keys",
  heldBy(
    "app/(dashboard)/[workspace]/models/[modelId]/arena/arena-page.test.tsx",
    "shows in the cell why an answer failed",
  ),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const modelId = await trainedModel(heddle.serviceUrl, project);
    const search = new URLSearchParams([
      ["column", "0"],
      ["column", "1"],
      ["column", "nobody/nothing"],
    ]);
    await page.goto(`/${slug}/models/${modelId}/arena?${search}`);
    await addTrained(page);
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(cell(page, "nobody/nothing", "failed").getByRole("alert")).toContainText("nothing");
    await expect(foot(page, "2 of 3 answers")).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText("1 failed", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Run 1 missing" })).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);

    // The keys start in the last column.
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("1");
    await expect(cell(page, "step 1", "answer").getByRole("button", { name: "Good" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("0");
    await expect(cell(page, "step 1", "answer")).toContainText("win");
    await page.keyboard.press("p");
    await expect(page).toHaveURL(/pin=0/);
    await page.keyboard.press("d");
    await expect(page.getByRole("switch", { name: "Word diff" })).not.toBeChecked();
    await page.keyboard.press("r");
    await expect(cell(page, BASE, "answer").getByRole("button", { name: "Bad" })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/playground\?call=/);
  },
);

test(
  "answers to other parameters are excluded from the figures until they are run again",
  heldBy(
    "app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-prompt-groups.test.ts",
    "answers with other parameters do not count",
  ),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const modelId = await trainedModel(heddle.serviceUrl, project);
    await page.goto(`/${slug}/models/${modelId}/arena`);
    await addTrained(page);
    await page.getByRole("button", { name: "Run all" }).click();
    await expect(foot(page, "2 of 2 answers")).toBeVisible({ timeout: 30_000 });
    await page.getByRole("button", { name: "Parameters" }).click();
    await page.getByRole("textbox", { name: "seed" }).fill("x");
    await expect(page.getByText("Not a number")).toBeVisible();
    await page.getByRole("textbox", { name: "seed" }).fill("8");
    await page.keyboard.press("Escape");
    await expect(page.getByText("other parameters")).toHaveCount(2);
    await expect(foot(page, "0 of 2 answers")).toBeVisible();
    await page.getByRole("button", { name: "Run all" }).click();
    await expect(foot(page, "2 of 2 answers")).toBeVisible({ timeout: 30_000 });

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page
        .getByRole("button", { name: "Export" })
        .click()
        .then(() => page.getByRole("menuitem", { name: "JSONL" }).click()),
    ]);
    expect(download.suggestedFilename()).toBe("arena-speller.jsonl");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "Save as table arena-speller" }).click();
    await page.waitForURL(/\/tables\?digest=/);
    await expect(page.getByText("Spell it.").first()).toBeVisible();
  },
);
