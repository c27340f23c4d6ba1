import { heldBy } from "@/e2e/support/held-by";
import { callApp, workspaceOf } from "@/e2e/support/open-workspace";
import { logCalls } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";
import { OpenAiProvider } from "@/test/provider/openai-provider";

test(
  "a sentence becomes a query that is shown, corrected once, and run by the user",
  heldBy("components/ask/ask-dialog.test.tsx", "shows the query, which runs only when the user runs it"),
  async ({ page, heddle, project }) => {
    const startedAt = new Date(Date.now() - 60_000);
    await logCalls(heddle.serviceUrl, project, [
      { op: "search", startedAt, durationMs: 3000, exception: "timed out", inputs: { secret: "PAYLOAD-OF-A-CALL" } },
      { op: "answer", startedAt, durationMs: 20 },
    ]);
    const slug = await workspaceOf(page, heddle.url, project);
    const ask = page.getByRole("dialog", { name: "Ask in words" });
    const provider = await OpenAiProvider.start(["asker"]);
    const name = project.replace(/[^a-z0-9]/g, "-");
    try {
      await callApp(page, heddle.url, "modelProviders.set", {
        name,
        base_url: provider.url,
        api_key: "sk-of-the-test",
      });
      await page.goto(`/${slug}/traces`);
      await expect(page.getByText("answer", { exact: true }).first()).toBeVisible();
      await page.getByRole("button", { name: "Ask in words" }).click();
      await ask.getByLabel("Sentence").fill("failed and slow");
      // Checkpoints of other tests are models, too.
      await ask.getByRole("combobox", { name: "Model" }).click();
      await page.getByRole("option", { name: `${name}/asker` }).click();
      await ask.getByRole("button", { name: "Write query" }).click();
      await expect(ask.getByLabel("Query")).toHaveValue("status:error latency:>2s");
      await expect(ask).toContainText("the model was asked again");
      const sent = provider.seen.map(({ text }) => text).join("\n");
      expect(sent).toContain("no status named failed");
      expect(sent).toContain("search");
      expect(sent).not.toContain("PAYLOAD-OF-A-CALL");

      await ask.getByLabel("Query").fill("status:failed");
      await expect(ask.getByText("no status named failed")).toBeVisible();
      await expect(ask.getByRole("button", { name: "Run query" })).toBeDisabled();
      await ask.getByLabel("Query").fill("status:error latency:>1s");
      await ask.getByRole("button", { name: "Run query" }).click();
      await expect(page).toHaveURL(/status:error(?:%20|\+)latency:(?:%3E|>)1s/);
      await expect(page.getByText("answer", { exact: true })).toHaveCount(0);
    } finally {
      await callApp(page, heddle.url, "modelProviders.remove", { name });
      await provider.stop();
    }
  },
);
