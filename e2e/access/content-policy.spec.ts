import type { Page } from "@playwright/test";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { expect, test } from "@/e2e/support/test";
import { ask } from "@/e2e/support/training-client";

/** What the browser reports about the policy of the page. */
function violationsOf(page: Page): readonly string[] {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) violations.push(message.text());
  });
  return violations;
}

test("opens menus within the policy of the page", async ({ page, heddle, project }) => {
  const violations = violationsOf(page);
  await page.goto("/settings/connections?new=true");
  await page.getByRole("combobox", { name: /dialect/i }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");

  const slug = await makeWorkspace(page, heddle.url, project);
  const [entity = "", name = ""] = project.split("/");
  await ask(heddle.serviceUrl, "POST", "/models", {
    entity,
    project: name,
    name: "agent",
    base_model: "heddle/bytes-blank-1",
  });
  await page.goto(`/${slug}/training/new`);
  await page.getByRole("combobox", { name: /model/i }).first().click();
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(violations).toEqual([]);
});
