import type { Page, Route } from "@playwright/test";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

const SCRIPTS = "**/_next/static/chunks/**";

/** Opens an address; only the scripts that its first response names can be loaded. Returns what ends that. */
async function openWithoutMore(page: Page, address: string): Promise<() => Promise<void>> {
  const html = await (await page.request.get(address)).text();
  const refuse = async (route: Route) => {
    const { pathname } = new URL(route.request().url());
    await (html.includes(pathname) ? route.continue() : route.abort());
  };
  await page.route(SCRIPTS, refuse);
  await page.goto(address);
  return () => page.unroute(SCRIPTS, refuse);
}

const retry = (page: Page) => page.getByRole("button", { name: "Retry" });

test("says in its place what could not be loaded, and loads it with Retry", async ({ page, heddle, project }) => {
  await logCalls(heddle.serviceUrl, project, [
    { op: "agent.plan", startedAt: new Date(Date.now() - 60_000), durationMs: 500 },
  ]);
  const slug = await makeWorkspace(page, heddle.url, project);
  const restore = await openWithoutMore(page, `${heddle.url}/${slug}/traces`);
  const main = page.getByRole("main");
  await expect(main.getByText("A part of the dashboard could not be loaded.").first()).toBeVisible();
  await expect(page.getByRole("banner").getByText("Time range not loaded")).toBeVisible();

  const menu = page.getByRole("button", { name: /^Account of/ });
  await menu.click();
  await expect(page.getByRole("dialog", { name: "Not loaded" }).getByRole("alert")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Not loaded" });
  await expect(help.getByRole("button", { name: "Retry" })).toBeFocused();
  await restore();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /Keyboard/ })).toBeVisible();
  await page.keyboard.press("Escape");

  await menu.click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await page.keyboard.press("Escape");
  // A part that loads takes its button away, possibly before the click.
  await expect(async () => {
    for (const button of await retry(page).all()) await button.click({ timeout: 1_000 });
    await expect(retry(page)).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await expect(main.getByRole("row").filter({ hasText: "agent.plan" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Time range: / })).toBeVisible();
});

test(
  "types into the command palette what was typed while it loaded",
  heldBy("components/dialog/opened-later.test.tsx", "gets what was typed while it loads"),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const address = `${heddle.url}/${slug}/traces`;
    const html = await (await page.request.get(address)).text();
    let deliver: () => void = () => undefined;
    const delivered = new Promise<void>((resolve) => {
      deliver = resolve;
    });
    await page.route(SCRIPTS, async (route) => {
      if (!html.includes(new URL(route.request().url()).pathname)) await delivered;
      await route.continue();
    });
    // The page requests some of the withheld scripts before its load event, which waits for them.
    await page.goto(address, { waitUntil: "commit" });
    const loading = page.getByRole("dialog", { name: "Loading …" });
    await expect(async () => {
      await page.keyboard.press("Control+k");
      await expect(loading).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.keyboard.type("threads");
    deliver();
    await expect(page.getByRole("combobox")).toHaveValue("threads");
  },
);
