import { expectAccessible } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

/** The service is asked every 3 seconds and has 3 seconds for its response; the rest is for a slow machine. */
const A_FEW_SECONDS_MS = 15_000;

test("says within seconds that the service hangs, and recovers automatically", async ({ page, heddle, project }) => {
  await logCalls(heddle.serviceUrl, project, [{ op: "first", startedAt: new Date(), durationMs: 5 }]);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/traces`);
  const rows = page.getByRole("grid", { name: "Traces" }).locator("tbody tr[id]");
  await expect(rows).toHaveCount(1);
  const light = page.getByRole("button", { name: /^Connection local/ });
  const banner = page.getByRole("main").getByRole("alert").filter({ hasText: "local does not respond" });
  const live = page.getByRole("button", { name: "Live", exact: true });
  await expect(light).toHaveAccessibleName("Connection local, responds");
  await expect(live).toBeVisible();

  heddle.signalService("SIGSTOP");
  try {
    await expect(banner).toBeVisible({ timeout: A_FEW_SECONDS_MS });
    await expect(light).toHaveAccessibleName("Connection local, does not respond");
    await expect(page.getByRole("button", { name: "Not live" })).toBeVisible();
    // What was loaded stays.
    await expect(rows).toHaveCount(1);
    await expectAccessible(page);
  } finally {
    heddle.signalService("SIGCONT");
  }
  await expect(banner).toBeHidden({ timeout: A_FEW_SECONDS_MS });
  await expect(light).toHaveAccessibleName("Connection local, responds");
  await expect(live).toBeVisible();
});

test(
  "says so on a page that is opened while the service hangs",
  heldBy("components/shell/service-watch.test.tsx", "says that a service does not respond"),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    heddle.signalService("SIGSTOP");
    try {
      await page.goto(`/${slug}/threads`);
      await expect(page.getByRole("main").getByRole("alert").filter({ hasText: "local does not respond" })).toBeVisible(
        {
          timeout: A_FEW_SECONDS_MS,
        },
      );
    } finally {
      heddle.signalService("SIGCONT");
    }
    await expect(page.getByRole("heading", { name: /^No threads in .* yet$/ })).toBeVisible();
  },
);
