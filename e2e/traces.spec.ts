import type { Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "./support/accessible";
import { makeWorkspace } from "./support/open-workspace";
import { logCalls } from "./support/service-client";
import { expect, test } from "./support/test";

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

const strip = (page: Page) => page.getByRole("region", { name: "Calls over time" });
const rows = (page: Page) => page.getByRole("grid", { name: "Traces" }).locator("tbody tr[id]");

/** Twenty hours ago three calls, of which one failed; two hours ago one, and one that still runs. */
async function openTraces(page: Page, heddle: { url: string; serviceUrl: string }, project: string): Promise<void> {
  await logCalls(heddle.serviceUrl, project, [
    { op: "early", startedAt: ago(20), durationMs: 10 },
    { op: "early", startedAt: ago(20), durationMs: 10 },
    { op: "early", startedAt: ago(20), durationMs: 10, exception: "no" },
    { op: "late", startedAt: ago(2), durationMs: 10, attributes: { env: "prod" } },
    { op: "late", startedAt: ago(2) },
  ]);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/traces`);
  await expect(rows(page)).toHaveCount(5);
}

test("shows how calls ended over the whole range, and narrows the list to what is dragged over", async ({
  page,
  heddle,
  project,
}) => {
  await openTraces(page, heddle, project);
  await expect(strip(page)).toContainText("ok 3");
  await expect(strip(page)).toContainText("error 1");
  await expect(strip(page)).toContainText("running 1");

  const box = await strip(page).boundingBox();
  if (!box) throw new Error("The strip is not there.");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 4, y, { steps: 5 });
  await page.mouse.up();
  await expect(rows(page)).toHaveCount(2);
  // The end stays open: what comes now is in the list.
  await expect(page).toHaveURL(/[?&]from=/);
  await expect(page).not.toHaveURL(/[?&]to=/);
  await expect(page.getByRole("slider", { name: "To" })).toHaveAttribute("aria-valuetext", "now");
  await expect(strip(page)).toContainText("ok 1");

  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(strip(page)).toContainText("error 0");
  await strip(page).dblclick({ position: { x: 300, y: 40 } });
  await expect(rows(page)).toHaveCount(5);
});

test("is narrowed by keys, bucket by bucket", async ({ page, heddle, project }) => {
  await openTraces(page, heddle, project);
  const from = page.getByRole("slider", { name: "From" });
  await from.focus();
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press("PageUp");
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveCount(5);
});

test("lists values with counts, and filters by a press", async ({ page, heddle, project }) => {
  await openTraces(page, heddle, project);
  await page.keyboard.press("v");
  const values = page.getByRole("complementary", { name: "Values" });
  const ops = values.getByRole("region", { name: "op" });
  await expect(ops.getByRole("button")).toHaveText(["early3", "late2"]);
  await ops.getByRole("button", { name: /^late/ }).click();
  await expect(rows(page)).toHaveCount(2);
  // The other values stay to choose from; those of other fields are counted within.
  await expect(ops.getByRole("button")).toHaveText(["early3", "late2"]);
  await expect(values.getByRole("region", { name: "status" }).getByRole("button")).toHaveCount(2);
  await values
    .getByRole("region", { name: "status" })
    .getByRole("button", { name: /^running/ })
    .click();
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("op:late status:running");
  await ops.getByRole("button", { name: /^late/ }).click();
  await values
    .getByRole("region", { name: "status" })
    .getByRole("button", { name: /^running/ })
    .click();
  await expect(rows(page)).toHaveCount(5);

  await values.getByRole("region", { name: "Attributes" }).getByRole("button", { name: /^env/ }).click();
  await values.getByRole("region", { name: "attributes.env" }).getByRole("button", { name: /^prod/ }).click();
  await expect(rows(page)).toHaveCount(1);
  await expectAccessible(page);
});

test("is accessible in both themes and fits a phone", async ({ page, heddle, project }) => {
  await openTraces(page, heddle, project);
  await expect(strip(page)).toContainText("ok 3");
  await expectAccessible(page);
  await expectFitsPhone(page);
});
