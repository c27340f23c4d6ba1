import type { Page } from "@playwright/test";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { API_KEY, type Heddle } from "@/e2e/support/run-heddle";
import { expect, test } from "@/e2e/support/test";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { pythonEnvironment } from "@/test/clients/python-environment";
import { NEW_WEAVE } from "@/test/clients/releases";

/** Installing the client takes minutes; later runs find it installed. */
const PYTHON_MS = 12 * 60_000;

/** What the client reports of a run, by scorer. */
type Summary = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const fractionOf = (summary: Summary | undefined, scorer: string): number =>
  Number(summary?.[scorer]?.true_fraction ?? Number.NaN);

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** Runs a program of the client against the product; skips the test where Python or its packages are missing. */
async function runClient(heddle: Heddle, file: string, args: readonly string[]): Promise<unknown> {
  const python = await pythonEnvironment("weave", NEW_WEAVE);
  test.skip("missing" in python, `needs Python and its packages: ${"missing" in python ? python.missing : ""}`);
  if ("missing" in python) return null;
  const variables = { WANDB_BASE_URL: heddle.serviceUrl, WANDB_API_KEY: API_KEY };
  return (await python.run({ file, args, variables })).result;
}

test(
  "shows the numbers that the Python client printed in the list, on the page and in a comparison",
  heldBy(
    "test/clients/python-evaluations.test.ts",
    "have the figures that the client reported, and say where they count differently",
  ),
  async ({ page, heddle, project }) => {
    test.setTimeout(PYTHON_MS);
    const printed = (await runClient(heddle, "python_evaluations.py", [project])) as Readonly<
      Record<"plain" | "better" | "failing" | "strict" | "careful" | "logged", Summary>
    >;
    const exact = (run: keyof typeof printed) => formatScore(fractionOf(printed[run], "exact"));
    const slug = await makeWorkspace(page, heddle.url, project);

    await test.step("the list", async () => {
      await page.goto(`/${slug}/evaluations`);
      await expect(page.getByRole("rowheader", { name: /^sums.*12 rows, 5 evaluations/ })).toBeVisible();
      await expect(page.getByRole("rowheader", { name: /^my_set.*1 evaluation/ })).toBeVisible();
      const cells: readonly (readonly [string, readonly string[]])[] = [
        ["sums-plain Adder", [exact("plain"), "12 × 2"]],
        ["sums-plain Exact", [exact("better"), "12 × 2"]],
        ["sums-failing Failing", [exact("failing"), "12 × 1"]],
        ["sums-strict Adder", ["12 × 1", "0 + 1"]],
        ["sums-careful Adder", ["12 × 2", "0 + 2"]],
        ["gpt_x", [exact("logged"), "12 × 1"]],
      ];
      for (const [name, texts] of cells) for (const text of texts) await expect(row(page, name)).toContainText(text);
      await expect(
        row(page, "sums-failing Failing").getByTitle("2 trials without an answer, 0 failed scores"),
      ).toBeVisible();
    });

    const figures = page.getByRole("region", { name: "Figures" });
    const figure = (name: RegExp) => figures.getByRole("button", { name });

    await test.step("the page of a run with trials, a function and a class as scorers", async () => {
      await row(page, "sums-plain Adder").getByRole("link").click();
      await expect(figure(/^exact/)).toContainText(exact("plain"));
      await expect(figure(/^Close\.within/)).toContainText(formatScore(1));
      const distance = printed.plain.Close?.distance as { mean: number } | undefined;
      await expect(figure(/^Close\.distance/)).toContainText(formatScore(distance?.mean ?? null));
      await expect(page.getByRole("grid", { name: "Examples" })).toContainText("11 + 1");
      await expect(page.getByRole("region", { name: "Trials passed" })).toContainText("2 of 2");
      await page.goBack();
    });

    await test.step("the page of a run whose model raised", async () => {
      await row(page, "sums-failing Failing").getByRole("link").click();
      await expect(figure(/^exact/)).toContainText(exact("failing"));
      await expect(figures).toContainText("Errors2of 12 trials");
      await page.getByRole("radio", { name: "Errors 2" }).click();
      const examples = page.getByRole("grid", { name: "Examples" });
      await expect(examples.locator("tbody tr[aria-rowindex]")).toHaveCount(2);
      await examples.getByText("4 + 1").click();
      await expect(page.getByRole("region", { name: "Example", exact: true })).toContainText("the model is down");
      await page.goto(`/${slug}/evaluations`);
    });

    await test.step("the page of a run whose scorer raised, with the client's own figure", async () => {
      await row(page, "sums-strict Adder").getByRole("link").click();
      await expect(figures).toContainText("and 1 failed score");
      await expect(figure(/^strict/)).toContainText(formatScore(7 / 11));
      await expect(figure(/^strict/)).toContainText(`as logged ${formatScore(fractionOf(printed.strict, "strict"))}`);
      await page.goBack();
    });

    await test.step("the comparison of two runs and those of a logger", async () => {
      const runs = [
        ["sums-plain Adder", exact("plain"), "baseline"],
        ["sums-plain Exact", exact("better"), "+.333"],
        ["gpt_x", exact("logged"), "+.083"],
      ] as const;
      for (const [name] of runs) await row(page, name).getByRole("checkbox").click();
      await page.getByRole("link", { name: "Compare 3" }).click();
      const compared = page.getByRole("table", { name: "Compared evaluations" });
      for (const [name, score, difference] of runs) {
        const line = compared.getByRole("row").filter({ hasText: name });
        await expect(line).toContainText(score);
        await expect(line).toContainText(difference);
      }
      await expect(page.getByRole("main")).toContainText("12 of 12 examples in all runs");
    });
  },
);
