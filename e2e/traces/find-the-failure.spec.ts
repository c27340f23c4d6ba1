import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { HAS_SAMPLE, importSample, WITHOUT_SAMPLE } from "@/e2e/support/airline-sample";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { expect, test } from "@/e2e/support/test";

const PICTURES = "build/find-the-failure";

/** Maximum number of failed conversations that are searched for one whose task was solved elsewhere. */
const MAX_TRIES = 10;

const rows = (page: Page) => page.getByRole("grid", { name: "Traces" }).locator("tbody tr[id]");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Compare with" });
const facts = (page: Page) => page.getByRole("table", { name: "Facts by side" });
const tree = (page: Page) => page.getByRole("treegrid", { name: "Aligned calls" });
const messages = (page: Page) => page.getByRole("region", { name: "Messages side by side" });

/** Opens failed conversations from the list until the task of one was solved in another trial. */
async function openOneThatAnotherSolved(page: Page): Promise<void> {
  for (let index = 0; index < MAX_TRIES; index += 1) {
    await rows(page).nth(index).click();
    await page.getByRole("complementary", { name: "Peek" }).getByRole("link", { name: "Open as page" }).click();
    await page.getByRole("button", { name: "Compare with" }).click();
    await expect(dialog(page).getByRole("listitem").first()).toBeVisible();
    const solved = await dialog(page)
      .getByRole("button", { name: /reward 1/ })
      .count();
    await page.keyboard.press("Escape");
    if (solved > 0) return;
    await page.goBack();
    await expect(rows(page).first()).toBeVisible();
  }
  throw new Error(`None of the first ${MAX_TRIES} failed conversations has a solved trial beside it.`);
}

test("leads a new user to a failed conversation, to where it differs from a solved one, and to a link to share", async ({
  page,
  context,
  heddle,
  project,
  joinAs,
}) => {
  test.skip(!HAS_SAMPLE, WITHOUT_SAMPLE);
  mkdirSync(PICTURES, { recursive: true });
  await importSample(heddle.serviceUrl, project);
  const slug = await makeWorkspace(page, heddle.url, project);

  // From the overview to the list, and there to the values of the calls: a reward, 0 or 1.
  await page.goto(`/${slug}/overview?t=all`);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await page.goto(`/${slug}/traces?t=all`);
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole("button", { name: "Facets" }).click();
  const values = page.getByRole("complementary", { name: "Facets" });
  await values
    .getByRole("region", { name: "Attributes" })
    .getByRole("button", { name: /^reward/ })
    .click();
  const rewards = values.getByRole("region", { name: "attributes.reward" });
  await rewards.getByRole("button", { name: /^0/ }).first().click();
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("attributes.reward:0");
  await expect(page.getByRole("main")).toContainText("116");
  // Until the new rows arrive, the list shows those of the previous query.
  await expect(page.getByRole("progressbar", { name: "Loading rows" })).toHaveCount(0);
  await page.screenshot({ path: `${PICTURES}/1-failed-conversations.png` });

  // The reason is on its page, and the link to other trials of its task.
  await openOneThatAnotherSolved(page);
  await page.getByRole("tab", { name: /^Attributes/ }).click();
  await expect(page.getByRole("tabpanel")).toContainText(/reward\W+0/);
  await page.screenshot({ path: `${PICTURES}/2-why-it-failed.png` });
  await page.getByRole("button", { name: "Compare with" }).click();
  await expect(dialog(page).getByRole("radio", { name: /^task_id/ })).toBeChecked();
  await page.screenshot({ path: `${PICTURES}/3-other-trials.png` });
  await dialog(page)
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
  await page.screenshot({ path: `${PICTURES}/4-where-they-part.png` });

  // The link shows the same to another user.
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link to this view" }).click();
  await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const { page: colleague } = await joinAs("viewer");
  await colleague.goto(link);
  await expect(messages(colleague)).toBeVisible();
  await expect(tree(colleague)).toContainText("First different action");
  for (const part of [facts, tree, messages]) {
    await expect.poll(() => part(colleague).innerText()).toBe(await part(page).innerText());
  }
  await expect(page.getByRole("region", { name: "Selected row" }).getByRole("heading")).toHaveText(
    await colleague.getByRole("region", { name: "Selected row" }).getByRole("heading").innerText(),
  );
  expect(colleague.url()).toBe(link);
  await colleague.screenshot({ path: `${PICTURES}/5-the-colleague.png` });
});
