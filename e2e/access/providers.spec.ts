import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { SecretSearch } from "@/e2e/support/secret-search";
import { expect, test } from "@/e2e/support/test";
import { OpenAiProvider } from "@/test/provider/openai-provider";

const KEY = "sk-CANARY-of-a-provider-0123456789";

let provider: OpenAiProvider;

test.beforeAll(async () => {
  provider = await OpenAiProvider.start();
});

test.afterAll(async () => await provider.stop());

test.describe("model providers", () => {
  test(
    "are added with a key that is never shown again, list their models, are used, and removed",
    heldBy("test/faults/relay-providers.test.ts", "show their key and headers in no response and no log"),
    async ({ page, heddle, project }) => {
      const search = new SecretSearch([{ name: "the key", value: KEY }]);
      const bodies: Promise<void>[] = [];
      page.on("response", (response) => {
        const look = (bytes: Buffer) => search.look(response.url(), bytes);
        bodies.push(response.body().then(look, () => undefined));
      });
      const name = project.replace(/[^a-z0-9]/g, "-");

      await page.goto("/settings/providers");
      await expect(page.getByRole("row", { name: /^OpenAI/ })).toContainText("not set");
      await expectAccessible(page);
      await page.getByRole("button", { name: "New provider" }).click();
      const dialog = page.getByRole("dialog", { name: "New provider" });
      await dialog.getByLabel("Name").fill(name);
      await dialog.getByLabel("Base URL").fill("ftp://nowhere");
      await dialog.getByLabel("API key").fill(KEY);
      await dialog.getByRole("button", { name: "Save provider" }).click();
      await expect(dialog.getByText("An http or https address")).toBeVisible();
      await dialog.getByLabel("Base URL").fill(provider.url);
      await dialog.getByLabel("Extra headers").fill("x-team: air");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Save provider" }).click();

      const row = page.getByRole("row", { name: new RegExp(`^${name}`) });
      await expect(row).toContainText("stored");
      await row.getByRole("button", { name: `Test ${name}` }).click();
      await expect(row).toContainText("2 models");
      await expectFitsPhone(page);

      const response = await page.request.post("/api/service/local/completions.create", {
        headers: { origin: heddle.url, "sec-fetch-site": "same-origin" },
        data: { project_id: project, inputs: { model: `${name}/plain`, messages: [{ role: "user", content: "Hi" }] } },
      });
      expect(await response.text()).toContain("Hello dear Mia");
      expect(provider.last.headers).toMatchObject({ authorization: `Bearer ${KEY}`, "x-team": "air" });

      await page.reload();
      await row.getByRole("button", { name: `Configure ${name}` }).click();
      const form = page.getByRole("dialog", { name: `Configure ${name}` });
      await expect(form.getByLabel("API key, stored")).toHaveValue("••••••••");
      await expect(form.getByText("x-team")).toBeVisible();
      await form.getByLabel("Base URL").fill("http://127.0.0.1:1/v1");
      await expect(form.getByText("enter it again for the new base URL")).toBeVisible();
      await form.getByRole("button", { name: "Cancel" }).click();

      await page.setViewportSize({ width: 390, height: 844 });
      await row.getByRole("button", { name: `Configure ${name}` }).click();
      await form.getByRole("button", { name: "Remove" }).click();
      const question = page.getByRole("dialog", { name: `Remove settings of ${name}?` });
      await expectAccessible(page);
      await question.getByRole("button", { name: "Cancel" }).click();
      await page.setViewportSize({ width: 1440, height: 900 });
      await row.getByRole("button", { name: `Remove ${name}` }).click();
      await question.getByRole("button", { name: "Remove" }).click();
      await expect(row).toHaveCount(0);
      await Promise.all(bodies);
      expect(search.placeCount).toBeGreaterThan(5);
      expect(search.leaks).toEqual([]);
    },
  );

  test(
    "on this machine are searched for on request, and reported as not found",
    heldBy("test/faults/relay-providers.test.ts", "are reported as unreachable, or missing"),
    async ({ page }) => {
      await page.goto("/settings/providers");
      const row = page.getByRole("row", { name: /^LM Studio/ });
      await expect(row).toBeVisible();
      await expect(row).not.toContainText("cannot be reached");
      await page.getByRole("button", { name: "Find on this machine" }).click();
      await expect(row).toContainText("cannot be reached");
    },
  );

  test(
    "show a member who can configure them",
    heldBy("test/faults/relay-providers.test.ts", "are configured only by admins"),
    async ({ joinAs }) => {
      const { page } = await joinAs("member");
      await page.goto("/settings/providers");
      await expect(page.getByText("Only admins can configure providers")).toBeVisible();
    },
  );
});
