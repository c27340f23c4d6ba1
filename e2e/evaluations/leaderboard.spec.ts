import { readFile } from "node:fs/promises";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { logEvaluations, type SeedDataset } from "@/e2e/support/evaluation-runs";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { expect, test } from "@/e2e/support/test";

const dataset: SeedDataset = {
  name: "airline-questions",
  trials: 1,
  rows: Array.from({ length: 12 }, (_, row) => ({ question: `Question ${row + 1}`, expected: `Answer ${row + 1}` })),
};

test(
  "creates a leaderboard of scores, shows it, and edits it",
  heldBy(
    "app/(dashboard)/[workspace]/leaderboard/leaderboard-view.test.tsx",
    "creates a leaderboard from the scores of finished evaluations",
  ),
  async ({ page, heddle, project }) => {
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
    await page.getByRole("button", { name: "New leaderboard" }).click();
    const dialog = page.getByRole("dialog", { name: "New leaderboard" });
    await dialog.getByLabel("Name").fill("agents");
    await dialog.getByRole("button", { name: "Add column" }).click();
    await dialog.getByRole("combobox", { name: "Score of column 1" }).click();
    await page.getByRole("option", { name: "exact" }).click();
    await dialog.getByRole("button", { name: "Create leaderboard" }).click();
    // The matrix below the board has rows of its own.
    const board = page.getByRole("table", { name: "agents", exact: true });
    await expect(board.getByRole("row", { name: /large/ })).toContainText("0.833");
    await expect(board.getByRole("row", { name: /large/ })).toContainText("best");
    await expect(board.getByRole("row", { name: /small\b/ })).toContainText("0.500");
    // Four of twelve examples differ, which no test can tell from chance: both may be the first.
    await expect(board.getByRole("row", { name: /1 to 2 large/ })).toBeVisible();
    await expect(board.getByRole("row", { name: /1 to 2 small/ })).toContainText("within noise of the best");
    await expect(board.getByRole("row", { name: /smallest detectable difference/ })).toContainText(/\.\d{3}/);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("menuitem", { name: "Models as CSV" }).click();
    const file = await readFile(await (await download).path(), "utf8");
    expect(file.split("\r\n")[1]).toMatch(/^1,2,large,0\.8333/);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(page.getByRole("link", { name: "Compare 2" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Edit" }).click();
    const edit = page.getByRole("dialog", { name: "Edit agents" });
    await edit.getByRole("combobox", { name: "Direction of column 1" }).click();
    await page.getByRole("option", { name: "Lower is better" }).click();
    await edit.getByRole("button", { name: "Save version" }).click();
    await expect(page.getByRole("columnheader", { name: /exact \(lower is better\)/ })).toBeVisible();
    await expect(board.getByRole("row", { name: /small\b/ })).toContainText("best");
  },
);

test(
  "ranks by weights, refuses wrong ones at their field, and shows checkpoints only",
  heldBy("app/(dashboard)/[workspace]/leaderboard/leaderboard-view.test.tsx", "weights the mean, and says so"),
  async ({ page, heddle, project }) => {
    const run = (model: string, least: number) => ({
      name: `Run of ${model}`,
      model,
      startedAt: new Date(Date.now() - 3_600_000),
      passes: (row: number) => row >= least,
    });
    const tasks = { ...dataset, name: "tasks" };
    await logEvaluations(heddle.serviceUrl, project, tasks, [run("gpt", 0), run("agent-step-40", 6)]);
    await logEvaluations(heddle.serviceUrl, project, { ...dataset, name: "policy" }, [
      run("gpt", 9),
      run("agent-step-40", 3),
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/leaderboard`);
    await page.getByRole("button", { name: "New leaderboard" }).click();
    const dialog = page.getByRole("dialog", { name: "New leaderboard" });
    await dialog.getByLabel("Name").fill("weighted");
    for (const [number, evaluation] of [
      [1, /^tasks-evaluation/],
      [2, /^policy-evaluation/],
    ] as const) {
      await dialog.getByRole("button", { name: "Add column" }).click();
      await dialog.getByRole("combobox", { name: `Evaluation of column ${number}` }).click();
      await page.getByRole("option", { name: evaluation }).click();
      await dialog.getByRole("combobox", { name: `Score of column ${number}` }).click();
      await page.getByRole("option", { name: "exact" }).click();
    }
    const weight = dialog.getByLabel("Weight of column 2 in the mean");
    await weight.fill("-1");
    await expect(weight).toHaveAccessibleDescription("The weight of column 2 is a number from 0 to 1000.");
    await expect(dialog.getByRole("button", { name: "Create leaderboard" })).toBeDisabled();
    await expectAccessible(page);
    await weight.fill("3");
    await dialog.getByRole("button", { name: "Create leaderboard" }).click();
    const board = page.getByRole("table", { name: "weighted", exact: true });
    await expect(board.getByRole("columnheader", { name: "Weighted mean of 2" })).toBeVisible();
    // (1 + 3 · 0.25) / 4, and (0.5 + 3 · 0.75) / 4: without weights both would be 0.625.
    await expect(board.getByRole("row", { name: /gpt/ })).toContainText("0.438");
    await expect(board.getByRole("row", { name: /agent/ })).toContainText("0.688 best");
    await page.getByRole("radio", { name: "Checkpoints 1" }).click();
    await expect(board.getByRole("row", { name: /gpt/ })).toHaveCount(0);
    await page.reload();
    await expect(board.getByRole("row", { name: /agent/ })).toContainText("0.688");
    await expect(board.getByRole("row", { name: /gpt/ })).toHaveCount(0);
    await expectAccessible(page);
    await expectFitsPhone(page);
  },
);
