import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { addParameter, answerOf, expect, openPlayground, run, test } from "@/e2e/support/playground";

test(
  "tints unlikely tokens, shows their alternatives, and lists them in a table",
  heldBy(
    "app/(dashboard)/[workspace]/playground/answer/answer-view.test.tsx",
    "shows them as a table too, with perplexity next to the finish reason",
  ),
  async ({ page, heddle, project }) => {
    await openPlayground(page, heddle.url, project, "logprobs");
    await run(page).click();
    const answer = answerOf(page, "openai/logprobs");
    const words = answer.getByRole("group", { name: /^Answer with probabilities/ });
    await expect(words).toHaveText("Hello dear Mia");
    await expect(answer).toContainText("perplexity 1.284");
    await words.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(answer.getByText("␣dear, 77.88%")).toBeAttached();
    await expectAccessible(page);
    await answer.getByRole("radio", { name: "Tokens" }).click();
    await expect(answer.getByRole("row", { name: "␣Mia 77.88%" })).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
  },
);

test(
  "shows an answer by its differences from the pinned one",
  heldBy(
    "app/(dashboard)/[workspace]/playground/answer/answer-view.test.tsx",
    "can be shown as a difference once both are complete",
  ),
  async ({ page, heddle, project }) => {
    await openPlayground(page, heddle.url, project, "plain", "tools");
    await run(page).click();
    await expect(answerOf(page, "openai/plain")).toContainText("Hello dear Mia");
    await answerOf(page, "openai/plain").getByRole("button", { name: "openai/plain: more" }).click();
    await page.getByRole("menuitem", { name: "Compare others with this" }).click();
    const other = answerOf(page, "openai/tools");
    await other.getByRole("radio", { name: "Difference" }).click();
    await expect(other).toContainText("from the pinned answer");
    await expect(other.getByRole("region", { name: "Differences" })).toContainText("find_flight");
    await expectAccessible(page);
  },
);

test(
  "shows n answers side by side with their spread",
  heldBy(
    "app/(dashboard)/[workspace]/playground/answer/answer-view.test.tsx",
    "are shown side by side with their spread, and can be read one at a time",
  ),
  async ({ page, heddle, project }) => {
    await openPlayground(page, heddle.url, project, "two");
    await addParameter(page, "n");
    await page.getByLabel("n", { exact: true }).fill("2");
    await run(page).click();
    const answer = answerOf(page, "openai/two");
    await expect(answer).toContainText("2 answers, 2 distinct; any two share 75% of their words on average");
    await expect(answer.getByRole("region", { name: "Answer 2" })).toContainText("Hello dear Mia 1");
    await answer.getByRole("radio", { name: "2", exact: true }).click();
    await expect(answer.getByText("Hello dear Mia 0")).toHaveCount(0);
    await expectAccessible(page);
  },
);
