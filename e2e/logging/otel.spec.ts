import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { API_KEY } from "@/e2e/support/run-heddle";
import { expect, test } from "@/e2e/support/test";

async function runProgram(serviceUrl: string, project: string): Promise<void> {
  const child = spawn(process.execPath, ["e2e/support/otel-program.mjs", serviceUrl, API_KEY, project], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  // An exporter reports what it could not send and continues.
  if (code !== 0 || out !== "" || err !== "") throw new Error(`The program ended with code ${code}:\n${out}\n${err}`);
}

test(
  "shows the trace of a real OpenTelemetry program as a tree with messages, usage and cost",
  heldBy(
    "service/traces/operations/calls/otel-export-traces.test.ts",
    "stores a tree with messages, usage, an error and a thread by %s",
  ),
  async ({ page, heddle, project }) => {
    await runProgram(heddle.serviceUrl, project);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/traces`);
    const row = page.getByRole("grid", { name: "Traces" }).getByRole("row").filter({ hasText: "airline" });
    await row.click();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/traces\/[^/?]+/);

    const tree = page.getByRole("treegrid");
    await expect(tree.getByRole("row")).toHaveCount(5);
    await expect(tree.getByRole("row").nth(1)).toContainText("chat gpt-4o-mini");
    await expect(tree.getByRole("row", { name: /cancel_reservation/ })).toHaveAttribute("aria-level", "2");
    await expect(tree.getByRole("row", { name: /send_mail/ }).getByRole("img", { name: "error" })).toBeVisible();

    // 2,500 tokens in at 0.15 $ and 50 out at 0.60 $ a million.
    const facts = page.locator("dl").first();
    await expect(facts).toContainText("Tokens2.5k in 50 out");
    await expect(facts).toContainText("Cost$0.0004");

    await tree
      .getByRole("row", { name: /chat gpt-4o-mini/ })
      .last()
      .click();
    await page.getByRole("tab", { name: /Chat/ }).click();
    const chat = page.getByRole("tabpanel");
    await expect(chat).toContainText("Cancel reservation 4WQ150, please.");
    await expect(chat).toContainText("You are an airline's agent.");
    await expect(chat.getByRole("group", { name: "cancel_reservation", exact: true })).toContainText("reservation_id");
    await expect(chat.getByRole("group", { name: "Result of cancel_reservation" })).toContainText("refund_usd");
    await expect(chat).toContainText("Reservation 4WQ150 is cancelled. You get 318 dollars back.");

    await page.getByRole("tab", { name: /Usage/ }).click();
    await expect(page.getByRole("tabpanel").getByRole("row", { name: /gpt-4o-mini/ })).toContainText("1.3k");
  },
);
