import { expect, type Locator, type Page } from "@playwright/test";

type ChosenFile = Parameters<Locator["setInputFiles"]>[0];

export const chooseFile = (page: Page, file: ChosenFile) =>
  page.getByLabel("Choose trajectory files").setInputFiles(file);

/** A figure of the request to be sent. */
export const fact = (page: Page, name: string) =>
  page
    .getByLabel("Request figures")
    .locator("div")
    .filter({ has: page.getByText(name, { exact: true }) });

/** Registers a model that the built-in trainer can train in seconds. */
export async function registerBlank(page: Page): Promise<void> {
  await page.getByLabel("Base model", { exact: true }).fill("heddle/bytes-blank-1");
  await page.getByRole("button", { name: "Register model" }).click();
  await expect(page.getByText("newest: step 0")).toBeVisible();
}

/** Starts the job of the page and returns its id from the address. */
export async function start(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Start training" }).click();
  await page.waitForURL(/\/training\/(?!new)[^/?]+/, { timeout: 60_000 });
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}
