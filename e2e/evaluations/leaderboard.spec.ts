import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { logEvaluations, type SeedDataset } from "@/e2e/support/evaluation-runs";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { expect, test } from "@/e2e/support/test";

const dataset: SeedDataset = {
  name: "airline-questions",
  trials: 1,
  rows: Array.from({ length: 12 }, (_, row) => ({ question: `Question ${row + 1}`, expected: `Answer ${row + 1}` })),
};

test("creates a leaderboard of scores, shows it, and edits it", async ({ page, heddle, project }) => {
  const run = (model: string, least: number) => ({
    name: `Run of ${model}`,
    model,
    startedAt: new Date(Date.now() - 3_600_000),
    passes: (row: number) => row >= least,
  });
  await logEvaluations(heddle.serviceUrl, project, dataset, [run("small", 6), run("large", 2)]);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/leaderboard`);
  await expect(page.getByText(/^No leaderboards in .* yet$/)).toBeVisible();
  await expectFitsPhone(page);
  await page.getByRole("button", { name: "New leaderboard" }).click();
  const dialog = page.getByRole("dialog", { name: "New leaderboard" });
  await dialog.getByLabel("Name").fill("agents");
  await dialog.getByRole("button", { name: "Add column" }).click();
  await dialog.getByRole("combobox", { name: "Score of column 1" }).click();
  await page.getByRole("option", { name: "exact" }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create leaderboard" }).click();
  // The matrix below the board has rows of its own.
  const board = page.getByRole("table", { name: "agents", exact: true });
  await expect(board.getByRole("row", { name: /large/ })).toContainText("0.833");
  await expect(board.getByRole("row", { name: /large/ })).toContainText("best");
  await expect(board.getByRole("row", { name: /small/ })).toContainText("0.500");
  await page.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit agents" });
  await edit.getByRole("combobox", { name: "Direction of column 1" }).click();
  await page.getByRole("option", { name: "Lower is better" }).click();
  await edit.getByRole("button", { name: "Save version" }).click();
  await expect(page.getByRole("columnheader", { name: /exact \(lower is better\)/ })).toBeVisible();
  await expect(board.getByRole("row", { name: /small/ })).toContainText("best");
  await expectAccessible(page);
});
