import type { Page } from "@playwright/test";
import { logEvaluations, type SeedDataset } from "@/e2e/support/evaluation-runs";
import { heldBy } from "@/e2e/support/held-by";
import { fact } from "@/e2e/support/new-training-job";
import { connectWorkspace, makeWorkspace } from "@/e2e/support/open-workspace";
import { expect, test } from "@/e2e/support/test";

const KINDS = ["baggage", "refund", "seat", "upgrade"];

const dataset: SeedDataset = {
  name: "airline-questions",
  trials: 3,
  rows: Array.from({ length: 40 }, (_, row) => ({
    question: `Passenger ${row + 1} asks about a ${KINDS[row % 4]}`,
    expected: `Answer ${row + 1}`,
    kind: KINDS[row % 4],
  })),
};

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** Two finished runs, of which the second is better, a failed one, and one that was lost. */
const seed = (url: string, project: string) =>
  logEvaluations(url, project, dataset, [
    { name: "Prompt v12", model: "agent", startedAt: hoursAgo(30), passes: (row, trial) => (row * 3 + trial) % 5 > 1 },
    {
      name: "Prompt v13",
      model: "agent",
      startedAt: hoursAgo(6),
      passes: (row, trial) =>
        row === 7 ? null : row === 11 ? undefined : row === 0 ? false : (row * 3 + trial) % 9 > 0,
    },
    {
      name: "Broken",
      model: "agent",
      startedAt: hoursAgo(5),
      passes: () => true,
      exception: "TypeError: no column question",
    },
    { name: "Interrupted", model: "agent", startedAt: hoursAgo(4), passes: () => true, isEnded: false },
  ]);

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test(
  "lists evaluations by dataset, with scores, changes and what went wrong",
  heldBy(
    "app/(dashboard)/[workspace]/evaluations/evaluations-view.test.tsx",
    "shows each run with its score, interval and change against the run before it",
  ),
  async ({ page, heddle, project }) => {
    await seed(heddle.serviceUrl, project);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/evaluations`);
    await expect(page.getByRole("rowheader", { name: /airline-questions.*40 rows, 4 evaluations/ })).toBeVisible();
    await expect(row(page, "Prompt v13")).toContainText("40 × 3");
    await expect(row(page, "Prompt v13").getByText("better").first()).toBeAttached();
    await expect(row(page, "Broken")).toContainText("TypeError: no column question");
    await expect(row(page, "Interrupted").getByRole("img", { name: /No sign of life since/ })).toBeVisible();
    await page.getByRole("searchbox", { name: "Search evaluations" }).fill("nothing like this");
    await expect(page.getByText("No evaluations match the search")).toBeVisible();
    await page.getByRole("button", { name: "Clear the search" }).click();
  },
);

test(
  "shows one evaluation: figures, failing examples, and a trial against its expected answer",
  heldBy(
    "app/(dashboard)/[workspace]/evaluations/[runId]/evaluation-view.test.tsx",
    "shows the chosen example against its expected answer",
  ),
  async ({ page, heddle, project }) => {
    const [, second] = await seed(heddle.serviceUrl, project);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/evaluations/${second}`);
    const examples = page.getByRole("grid", { name: "Examples" });
    await expect(examples.getByText("Passenger 1 asks")).toBeVisible();
    await expect(page.getByRole("region", { name: "Figures" }).getByRole("button", { name: /^exact/ })).toContainText(
      "to",
    );
    await page.getByRole("radio", { name: /Errors 1/ }).click();
    await expect(examples.locator("tbody tr[aria-rowindex]")).toHaveCount(1);
    await expect(examples.getByText("No answer: the model failed")).toBeVisible();
    await examples.getByText("Passenger 8 asks").click();
    const pane = page.getByRole("region", { name: "Example", exact: true });
    await expect(pane.getByText("the model is down")).toBeVisible();
    await page.getByRole("radio", { name: /All 40/ }).click();
    await examples.getByText("Passenger 1 asks").click();
    await expect(pane.getByText("Polite, but never says sorry.").first()).toBeVisible();
    await expect(pane.getByRole("region", { name: "Differences" })).toContainText("not Answer 1");
    await page.keyboard.press("2");
    await expect(pane.getByRole("tab", { name: /Trial 2/ })).toHaveAttribute("aria-selected", "true");
  },
);

test(
  "makes a table of the failing examples, and trajectory groups with their score as reward",
  heldBy(
    "app/(dashboard)/[workspace]/evaluations/[runId]/reuse/use-examples-menu.test.tsx",
    "creates a dataset from the shown examples, and opens it",
  ),
  async ({ page, heddle, project }) => {
    const [, second] = await seed(heddle.serviceUrl, project);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/evaluations/${second}`);
    await page.getByRole("radio", { name: /^Failing/ }).click();
    const use = page.getByRole("button", { name: /^Use \d+ failing examples$/ });
    const count = Number(/\d+/.exec((await use.textContent()) ?? "")?.[0]);
    await use.click();
    await page.getByRole("menuitem", { name: "Create table…" }).click();
    const dialog = page.getByRole("dialog", { name: "Create a table from examples" });
    await expect(dialog.getByLabel("Dataset name")).toHaveValue("airline-questions-failing");
    await dialog.getByRole("button", { name: "Create table" }).click();
    await expect(page).toHaveURL(/\/tables\?digest=/);
    await expect(page.getByRole("grid").getByText("Passenger 1 asks about a baggage")).toBeVisible();
    await page.goto(`/${slug}/evaluations/${second}?show=failing&score=exact`);
    await use.click();
    await page.getByRole("menuitem", { name: "Build trajectory groups with exact as reward" }).click();
    await expect(page).toHaveURL(/\/training\/new/);
    // Its problems name the source too.
    await expect(page.getByText(`failing examples of evaluation ${second}`).first()).toBeVisible();
    // Row 8 has no answers: its trials are problems, and it is no group.
    await expect(fact(page, "Groups")).toContainText(String(count - 1));
    await expect(fact(page, "Trajectories")).toContainText(String((count - 1) * dataset.trials));
    await expect(page.getByRole("combobox", { name: "Reward" })).toContainText("reward");
    const problems = page.getByRole("region", { name: "Problems" });
    await expect(problems).toContainText("0 errors");
    await expect(problems).toContainText("The model gave no answer.");
  },
);

test(
  "says that a project has no evaluations, and how to log one",
  heldBy(
    "app/(dashboard)/[workspace]/evaluations/evaluations-view.test.tsx",
    "distinguishes an empty project, no match, a failure and a service without evaluations",
  ),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/evaluations`);
    await expect(page.getByText(/^No evaluations in .* yet$/)).toBeVisible();
    await expect(page.getByText("weave.Evaluation(")).toBeVisible();
  },
);

test(
  "says that a service does not support evaluations",
  heldBy(
    "app/(dashboard)/[workspace]/evaluations/evaluations-view.test.tsx",
    "distinguishes an empty project, no match, a failure and a service without evaluations",
  ),
  async ({ page, heddle, project, bare }) => {
    const slug = await connectWorkspace(page, heddle.url, project, bare);
    await page.goto(`/${slug}/evaluations`);
    await expect(page.getByText("This connection does not support evaluations")).toBeVisible();
  },
);
