import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { answerOf, expect, openPlayground, run, test } from "@/e2e/support/playground";
import { send } from "@/e2e/support/service-client";

test(
  "limits the spend of a project: the playground says which budget blocks it, and leads there",
  heldBy(
    "service/completion/budgets/spending-limits.test.ts",
    "is refused once the calls of its budget cost the limit",
  ),
  async ({ page, heddle, project }) => {
    const plain = { prompt_token_cost: 0.01, completion_token_cost: 0.01, effective_date: "2025-01-01T00:00:00Z" };
    await send(heddle.serviceUrl, "/cost/create", { project_id: project, costs: { plain } });
    const slug = await openPlayground(page, heddle.url, project, "plain");
    await run(page).click();
    await expect(answerOf(page, "openai/plain")).toContainText("Hello dear Mia");
    await page.goto(`/${slug}/costs?view=budgets`);
    await page.getByRole("button", { name: "New budget" }).click();
    const form = page.getByRole("dialog", { name: "New budget" });
    await form.getByRole("textbox", { name: "Name" }).fill("Team");
    await form.getByRole("textbox", { name: "Limit, USD" }).fill("0.1");
    await expectAccessible(page);
    await form.getByRole("button", { name: "Save" }).click();
    const row = page.getByRole("table", { name: "Budgets" }).getByRole("row").last();
    await expect(row).toContainText("used up, blocks");
    await expectAccessible(page);
    await expectFitsPhone(page);
    await page.goto(`/${slug}/playground`);
    await run(page).click();
    const refused = answerOf(page, "openai/plain").getByRole("alert");
    await expect(refused).toContainText("The budget “Team” of $0.10 a month is used up");
    await expectAccessible(page);
    await refused.getByRole("link", { name: "Open budgets" }).click();
    await expect(page.getByRole("table", { name: "Budgets" })).toBeVisible();
  },
);
