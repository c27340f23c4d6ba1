import type { Locator, Page } from "@playwright/test";
import { OpenAiProvider, PROVIDER_KEY } from "@/test/provider/openai-provider";
import { callApp, makeWorkspace } from "./open-workspace";
import { test as base, expect } from "./test";

/**
 * The product of the worker with a provider, which an admin set and removes after the test: a real local server whose models
 * behave as their names say.
 */
export const test = base.extend<{ provider: OpenAiProvider }>({
  provider: [
    async ({ playwright, heddle, adminState }, use) => {
      const admin = await playwright.request.newContext({ storageState: adminState });
      const provider = await OpenAiProvider.start();
      const settings = { name: "openai", base_url: provider.url, api_key: PROVIDER_KEY };
      await callApp({ request: admin }, heddle.url, "modelProviders.set", settings);
      await use(provider);
      await callApp({ request: admin }, heddle.url, "modelProviders.remove", { name: "openai" });
      await provider.stop();
      await admin.dispose();
    },
    // Tests choose its models without naming it.
    { auto: true },
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
