import type { Page } from "@playwright/test";
import { OpenAiProvider, PROVIDER_KEY } from "../test/provider/openai-provider";
import { expectAccessible, expectFitsPhone } from "./support/accessible";
import { makeWorkspace } from "./support/open-workspace";
import { runHeddle } from "./support/run-heddle";
import { test as base, expect } from "./support/test";

/** The product with a provider: a real local server whose models behave as their names say. */
const test = base.extend<object, { provider: OpenAiProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
    async ({}, use) => {
      const provider = await OpenAiProvider.start();
      await use(provider);
      await provider.stop();
    },
    { scope: "worker" },
  ],
  heddle: [
    async ({ provider }, use) => {
      const heddle = await runHeddle({ env: { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: PROVIDER_KEY } });
      await use(heddle);
      await heddle.stop();
    },
    { scope: "worker", timeout: 150_000 },
  ],
});

const answerOf = (page: Page, model: string) => page.getByRole("region", { name: `Answer of openai/${model}` });

async function choose(page: Page, column: number, model: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Model of column ${column}:`) }).click();
  await page.getByPlaceholder(/Find a model/).fill(`openai/${model}`);
  await page
    .getByRole("option", { name: new RegExp(`openai/${model}$`) })
    .first()
    .click();
}

async function ask(page: Page, url: string, project: string, models: readonly string[]): Promise<void> {
  const slug = await makeWorkspace(page, url, project);
  await page.goto(`/${slug}/playground`);
  for (const [index, model] of models.entries()) {
    if (index > 0) await page.getByRole("button", { name: "Add a column" }).click();
    await choose(page, index + 1, model);
  }
  await page.getByRole("textbox", { name: "Message 2", exact: true }).fill("Where is HAT170?");
}

const run = (page: Page) => page.getByRole("button", { name: /^Run(?: all)?$/ }).click();

test("unlikely tokens are tinted, say what might have stood there, and are a table too", async ({
  page,
  heddle,
  project,
}) => {
  await ask(page, heddle.url, project, ["logprobs"]);
  await run(page);
  const answer = answerOf(page, "logprobs");
  const words = answer.getByRole("group", { name: /^Answer with probabilities/ });
  await expect(words).toHaveText("Hello dear Mia");
  await expect(answer).toContainText("perplexity 1.284");
  await words.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(answer.getByText("␣dear, 77.88%")).toBeAttached();
  await expectAccessible(page);
  await answer.getByRole("radio", { name: "Tokens" }).click();
  await expect(answer.getByRole("row", { name: "␣Mia 77.88%" })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
});

test("an answer is shown by its differences from the pinned one", async ({ page, heddle, project }) => {
  await ask(page, heddle.url, project, ["plain", "tools"]);
  await run(page);
  await expect(answerOf(page, "plain")).toContainText("Hello dear Mia");
  await answerOf(page, "plain").getByRole("button", { name: "openai/plain: more" }).click();
  await page.getByRole("menuitem", { name: "Compare others with this" }).click();
  const other = answerOf(page, "tools");
  await other.getByRole("radio", { name: "Difference" }).click();
  await expect(other).toContainText("from the pinned answer");
  await expect(other.getByRole("region", { name: "Differences" })).toContainText("find_flight");
  await expectAccessible(page);
});

test("n answers stand beside each other with their spread", async ({ page, heddle, project }) => {
  await ask(page, heddle.url, project, ["two"]);
  await page.getByLabel("n", { exact: true }).fill("2");
  await run(page);
  const answer = answerOf(page, "two");
  await expect(answer).toContainText("2 answers, 2 distinct; two have 75% of their words in common");
  await expect(answer.getByRole("region", { name: "Answer 2" })).toContainText("Hello dear Mia 1");
  await answer.getByRole("radio", { name: "2", exact: true }).click();
  await expect(answer.getByText("Hello dear Mia 0")).toHaveCount(0);
  await expectAccessible(page);
});
