import type { Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls } from "@/e2e/support/service-client";
import { test } from "@/e2e/support/sums-test";
import { expect } from "@/e2e/support/test";

const answers = (outputs: readonly string[]) =>
  outputs.map((output, at) => ({
    op: "answer",
    startedAt: new Date(Date.now() - 60_000 - at * 1000),
    durationMs: 800,
    inputs: { question: `question ${at}` },
    output,
  }));

async function fillForm(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Good answers");
  const query = page.getByRole("combobox", { name: "Search and filter" });
  await query.fill("op:answer");
  await query.press("Enter");
  await page.getByLabel("Share of the calls that match").fill("100");
  await page.getByRole("button", { name: "Add scorer: Contains" }).click();
  await page.getByLabel("Column with the text").fill("");
  await page.getByLabel("Texts, one a line").fill("good");
  await page.getByRole("button", { name: "Add scorer: LLM judge" }).click();
  await page.getByLabel("Judge", { exact: true }).fill("openai/adder");
  await page.getByLabel("Prompt", { exact: true }).fill("Is this fine? {output}");
}

test(
  "sets a monitor up with its cost and a preview, and shows what it scores",
  heldBy(
    "app/(dashboard)/[workspace]/evaluations/scoring/edit/monitor-form.test.tsx",
    "previews three calls, with the failure",
  ),
  async ({ page, heddle, project }) => {
    await logCalls(heddle.serviceUrl, project, answers(["a good answer", "a bad answer", "good again", "bad"]));
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/evaluations`);
    await page.getByRole("navigation", { name: "Evaluations" }).getByRole("link", { name: "Scoring" }).click();
    await expect(page.getByText("No live calls are scored yet")).toBeVisible();
    await page.getByRole("link", { name: "New monitor" }).first().click();
    await expect(page.getByText("Needs a name, a scorer")).toBeVisible();
    await fillForm(page);
    const cost = page.getByRole("region", { name: "Cost" });
    await expect(cost).toContainText("calls match4");
    await expect(cost).toContainText("No price for adder");
    await page.getByRole("button", { name: "Try three calls" }).click();
    await expect(page.getByRole("region", { name: "Preview" })).toContainText("contains true");
    await page.getByRole("button", { name: "Save and switch on" }).click();

    const monitors = page.getByRole("table", { name: "Monitors" });
    await expect(monitors.getByRole("switch", { name: "Good answers: On" })).toBeChecked();
    await expect(monitors).toContainText("none yet");
    await logCalls(heddle.serviceUrl, project, answers(["good", "good", "good", "bad"]));
    await expect(monitors).toContainText("contains0.75of 4", { timeout: 30_000 });
    await expect(monitors).toContainText("4 calls without a price");

    await page.goto(`/${slug}/overview?t=24h`);
    const card = page.getByRole("region", { name: "contains", exact: true });
    await expect(card).toContainText("75.00% true");
    await expect(card).toContainText("4 scored calls");
    await expect(card.getByRole("list", { name: "Distribution of contains" })).toBeVisible();
    await card.getByRole("link", { name: "true: 3 calls" }).click();
    await expect(page.getByRole("grid", { name: "Traces" }).locator("tbody tr[aria-rowindex]")).toHaveCount(3);
  },
);

test(
  "switches a monitor off and on, and deletes it after a question",
  heldBy(
    "app/(dashboard)/[workspace]/evaluations/scoring/list/monitors-table.test.tsx",
    "deletes a monitor after a question",
  ),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/evaluations/scoring/edit`);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Short");
    await page.getByRole("button", { name: "Add scorer: Regex" }).click();
    await page.getByLabel("Pattern").fill("(?=x)");
    await expect(page.getByRole("region", { name: "Cost" })).toContainText("no look-around");
    await page.getByLabel("Pattern").fill("^.{0,20}$");
    await page.getByRole("button", { name: "Save, off" }).click();
    const toggle = page.getByRole("switch", { name: "Short: Off" });
    await toggle.click();
    const dialog = page.getByRole("dialog", { name: "Switch Short on?" });
    await expect(dialog).toContainText("These scorers ask no model.");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Switch on" }).click();
    await page.getByRole("switch", { name: "Short: On" }).click();
    await expect(toggle).not.toBeChecked();
    await page.getByRole("button", { name: "Actions for Short" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("No live calls are scored yet")).toBeVisible();
  },
);
