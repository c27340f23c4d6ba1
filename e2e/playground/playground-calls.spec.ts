import type { Page } from "@playwright/test";
import { heldBy } from "@/e2e/support/held-by";
import { answerOf, expect, openPlayground, run, test } from "@/e2e/support/playground";
import { logCalls } from "@/e2e/support/service-client";

const figures = (page: Page) => page.getByRole("list", { name: "Figures" });
const traceRows = (page: Page) => page.getByRole("grid", { name: "Traces" }).locator("tbody tr[id]");

test(
  "marks calls of the playground, and counts and lists them only on request",
  heldBy(
    "app/(dashboard)/[workspace]/overview/question/prepare-overview-request.test.ts",
    "counts calls of one source, as a condition that rollups can answer",
  ),
  async ({ page, heddle, project }) => {
    const slug = await openPlayground(page, heddle.url, project, "plain");
    await run(page).click();
    await expect(answerOf(page, "openai/plain")).toContainText("Hello dear Mia");
    const startedAt = new Date();

    // All calls in the range come from the playground, and the page says so.
    await page.goto(`/${slug}/overview?t=24h`);
    await expect(page.getByRole("heading", { name: "No calls from production here" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Playground 1" })).toBeVisible();
    // So does the list, which is no empty project.
    await page.goto(`/${slug}/traces`);
    await expect(page.getByRole("heading", { name: "No calls from production here" })).toBeVisible();
    await page.getByRole("button", { name: "Playground 1" }).click();
    await expect(traceRows(page)).toHaveCount(1);
    await page.goto(`/${slug}/overview?t=24h&q=op:heddle.playground`);
    await page.getByRole("button", { name: "Playground 1" }).click();
    await expect(figures(page).getByRole("link", { name: /^Calls 1\b/ })).toBeVisible();
    await page.goto(`/${slug}/overview?t=24h&q=op:nothing`);
    await expect(page.getByRole("heading", { name: "No calls match the filter" })).toBeVisible();
    // An address of an earlier version counts all calls.
    await page.goto(`/${slug}/overview?t=24h&playground=true`);
    await expect(figures(page).getByRole("link", { name: /^Calls 1\b/ })).toBeVisible();

    await logCalls(heddle.serviceUrl, project, [{ op: "chat", startedAt, durationMs: 10 }]);
    await page.goto(`/${slug}/overview?t=24h`);
    await expect(figures(page).getByRole("link", { name: /^Calls 1\b/ })).toBeVisible();

    // A figure leads to the calls that it counts.
    await figures(page)
      .getByRole("link", { name: /^Calls 1\b/ })
      .click();
    await expect(traceRows(page)).toHaveCount(1);
    // The list has the same switch, and as many rows as it promises.
    await page.getByRole("button", { name: "Calls from: Production" }).click();
    await expect(page.getByRole("menuitemradio")).toHaveText([/^All sources2$/, /^Production1$/, /^Playground1$/]);
    await page.getByRole("menuitemradio", { name: /^All sources/ }).click();
    await expect(traceRows(page)).toHaveCount(2);
    await page.reload();
    await expect(traceRows(page)).toHaveCount(2);
    await expect(page.getByRole("button", { name: "Calls from: All sources" })).toBeVisible();
    const marked = traceRows(page).filter({ hasText: "playground" });
    await expect(marked).toHaveCount(1);
    await expect(marked).toContainText("completion");

    await page.goto(`/${slug}/overview?t=24h`);
    const source = page.getByRole("button", { name: "Calls from: Production" });
    await source.focus();
    await page.keyboard.press("Enter");
    const choices = page.getByRole("menu", { name: "Calls from" }).getByRole("menuitemradio");
    await expect(choices).toHaveText([/^All sources2$/, /^Production1$/, /^Playground1$/]);
    await choices.filter({ hasText: "All sources" }).press("Enter");
    await expect(figures(page).getByRole("link", { name: /^Calls 2\b/ })).toBeVisible();
    await expect(page).toHaveURL(/[?&]source=all/);
    await page.reload();
    await expect(page.getByRole("button", { name: "Calls from: All sources" })).toBeVisible();
    await expect(figures(page).getByRole("link", { name: /^Calls 2\b/ })).toBeVisible();
    await figures(page)
      .getByRole("link", { name: /^Calls 2\b/ })
      .click();
    await expect(traceRows(page)).toHaveCount(2);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/${slug}/overview?t=24h`);
    await page.getByRole("button", { name: "Calls from: Production" }).click();
    await choices.filter({ hasText: "All sources" }).click();
    await expect(figures(page).getByRole("link", { name: /^Calls 2\b/ })).toBeVisible();
  },
);
