import type { Page } from "@playwright/test";
import { SAMPLE_SLUG } from "@/e2e/support/stored-data";
import { expect, test } from "@/e2e/support/test";

/** What the browser reports about the policy of the page. */
function violationsOf(page: Page): readonly string[] {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) violations.push(message.text());
  });
  return violations;
}

test("opens menus within the policy of the page", async ({ page }) => {
  const violations = violationsOf(page);
  await page.goto("/settings/connections?new=true");
  await page.getByRole("combobox", { name: /dialect/i }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto(`/${SAMPLE_SLUG}/training/new`);
  await page.getByRole("combobox", { name: "Model", exact: true }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(violations).toEqual([]);
});
