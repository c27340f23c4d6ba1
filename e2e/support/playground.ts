import type { Locator, Page } from "@playwright/test";
import { OpenAiProvider, PROVIDER_KEY } from "@/test/provider/openai-provider";
import { makeWorkspace } from "./open-workspace";
import { runHeddle } from "./run-heddle";
import { test as base, expect } from "./test";

/** The product with a provider: a real local server whose models behave as their names say. */
export const test = base.extend<object, { provider: OpenAiProvider }>({
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

export { expect };

/** The answer of a model: `openai/plain`. */
export const answerOf = (page: Page, model: string): Locator =>
  page.getByRole("region", { name: `Answer of ${model}` });

export const message = (page: Page, number: number): Locator =>
  page.getByRole("textbox", { name: `Message ${number}`, exact: true });

export const run = (page: Page): Locator => page.getByRole("button", { name: /^Run(?: all)?$/ });

/** Chooses a model that the provider lists, or writes its name. */
export async function choose(page: Page, column: number, model: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Model of column ${column}:`) }).click();
  await page.getByRole("combobox", { name: `Model of column ${column}`, exact: true }).fill(`openai/${model}`);
  await page
    .getByRole("option", { name: new RegExp(`openai/${model}$`) })
    .first()
    .click();
  await expect(page.getByRole("button", { name: `Model of column ${column}: openai/${model}` })).toBeVisible();
}

/** Opens the playground of a new workspace with a prompt to these models. Returns the workspace's name. */
export async function openPlayground(
  page: Page,
  url: string,
  project: string,
  ...models: readonly string[]
): Promise<string> {
  const slug = await makeWorkspace(page, url, project);
  await page.goto(`/${slug}/playground`);
  for (const [index, model] of models.entries()) {
    if (index > 0) await page.getByRole("button", { name: "Add column" }).click();
    await choose(page, index + 1, model);
  }
  await message(page, 2).fill("Where is HAT170?");
  return slug;
}

/** Adds the field of a parameter that is not set. */
export async function addParameter(page: Page, name: string): Promise<void> {
  const parameters = page.getByRole("region", { name: "Parameters", exact: true });
  await parameters.getByRole("button", { name: /^Parameter/ }).click();
  await page.getByRole("textbox", { name: "Find parameter" }).fill(name);
  await page.getByRole("list", { name: "Parameters" }).getByRole("button", { name, exact: true }).click();
  await expect(parameters.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
}
