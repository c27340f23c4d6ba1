import type { Page } from "@playwright/test";
import { logAttempts } from "@/e2e/support/attempts";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { expect, test } from "@/e2e/support/test";

const rows = (page: Page) => page.getByRole("grid", { name: "Traces" }).locator("tbody tr[id]");
const facts = (page: Page) => page.getByRole("table", { name: "Facts by side" });
const tree = (page: Page) => page.getByRole("treegrid", { name: "Aligned calls" });
const messages = (page: Page) => page.getByRole("region", { name: "Messages side by side" });

test(
  "leads a new user to a failed conversation, to where it differs from a solved one, and to a link to share",
  heldBy("e2e/newcomer-tasks.spec.ts", "finds an outage, compares versions"),
  async ({ page, context, heddle, project, joinAs }) => {
    await logAttempts(heddle.serviceUrl, project);
    const slug = await makeWorkspace(page, heddle.url, project);

    // From the values of the calls, a reward of 0 or 1, to the failed ones.
    await page.goto(`/${slug}/traces?t=all`);
    await expect(rows(page)).toHaveCount(3);
    await page.getByRole("button", { name: "Facets" }).click();
    const values = page.getByRole("complementary", { name: "Facets" });
    await values
      .getByRole("region", { name: "Attributes" })
      .getByRole("button", { name: /^reward/ })
      .click();
    const rewards = values.getByRole("region", { name: "attributes.reward" });
    await rewards.getByRole("button", { name: /^0/ }).first().click();
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("attributes.reward:0");
    await expect(rows(page)).toHaveCount(1);

    // The reason is on its page, and the link to other trials of its task.
    await rows(page).first().click();
    await page.getByRole("complementary", { name: "Peek" }).getByRole("link", { name: "Open as page" }).click();
    await page.getByRole("tab", { name: /^Attributes/ }).click();
    await expect(page.getByRole("tabpanel")).toContainText(/reward\W+0/);
    await page.getByRole("button", { name: "Compare with" }).click();
    const dialog = page.getByRole("dialog", { name: "Compare with" });
    await expect(dialog.getByRole("radio", { name: /^task_id/ })).toBeChecked();
    await dialog
      .getByRole("button", { name: /reward 1/ })
      .first()
      .click();

    // Both conversations, call by call and message by message, up to the point where they differ.
    await expect(page.getByRole("heading", { name: "Compare 2 threads" })).toBeVisible();
    await expect(facts(page).getByRole("columnheader", { name: "reward" })).toBeVisible();
    await expect(facts(page).getByRole("row", { name: /B minus A/ })).toContainText("+1");
    await expect(tree(page)).toContainText("First different action");
    await expect(messages(page)).toContainText("First difference");
    await tree(page).getByRole("button", { name: "Next difference" }).click();
    await expect(page).toHaveURL(/sel=/);
    await expect(messages(page)).toBeVisible();

    // The link shows the same to another user.
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy link to this view" }).click();
    await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const { page: colleague } = await joinAs("viewer");
    await colleague.goto(link);
    for (const part of [facts, tree, messages]) {
      await expect.poll(() => part(colleague).innerText()).toBe(await part(page).innerText());
    }
    await expect(page.getByRole("region", { name: "Selected row" }).getByRole("heading")).toHaveText(
      await colleague.getByRole("region", { name: "Selected row" }).getByRole("heading").innerText(),
    );
    expect(colleague.url()).toBe(link);
  },
);
