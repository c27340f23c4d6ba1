import { heldBy } from "@/e2e/support/held-by";
import { runHeddle, untilPrinted } from "@/e2e/support/run-heddle";
import { signIn } from "@/e2e/support/sign-in";
import { expect, test } from "@/e2e/support/test";
import { expectAccessible } from "./support/accessible";
import { makeWorkspace } from "./support/open-workspace";
import { logCalls } from "./support/service-client";

test(
  "shows why the service ends again and again and when it is started next, and goes on by itself",
  heldBy("scripts/launcher/supervise.test.ts", "reports each end of a program that crashes again"),
  async ({ browser }) => {
    const heddle = await runHeddle();
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: heddle.url });
    try {
      const page = await context.newPage();
      await signIn(page, heddle.url);
      const slug = await makeWorkspace(page, heddle.url, "demo/loop");
      await logCalls(heddle.serviceUrl, "demo/loop", [{ op: "first", startedAt: new Date(), durationMs: 5 }]);
      await page.goto(`/${slug}/traces`);
      const rows = page.getByRole("grid", { name: "Traces" }).locator("tbody tr[id]");
      await expect(rows).toHaveCount(1);
      const banner = page.getByRole("main").getByRole("alert").filter({ hasText: "local does not respond" });

      // Each crash doubles the time to the next attempt: 0.5, 1, 2 and 4 seconds.
      for (const seconds of [0.5, 1, 2, 4]) {
        heddle.signalService("SIGKILL");
        await untilPrinted(heddle, `was ended by SIGKILL; restarting it in ${seconds} s.`);
        if (seconds < 4)
          await expect.poll(() => readyAgain(heddle.output()), { timeout: 60_000 }).toBe(Math.log2(seconds) + 2);
      }
      await expect(banner).toContainText("was ended by SIGKILL");
      await expect(banner).toContainText("4 times");
      await expectAccessible(page);
      // What was loaded stays.
      await expect(rows).toHaveCount(1);

      await expect.poll(() => readyAgain(heddle.output()), { timeout: 60_000 }).toBe(4);
      await expect(banner).toBeHidden();
      await logCalls(heddle.serviceUrl, "demo/loop", [{ op: "second", startedAt: new Date(), durationMs: 5 }]);
      await expect(rows).toHaveCount(2);
    } finally {
      await context.close();
      await heddle.stop();
    }
  },
);

const readyAgain = (output: string) => output.split("The service is ready again.").length - 1;
