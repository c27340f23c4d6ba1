import { expectAccessible } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { expect, test } from "@/e2e/support/test";

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

/** The status of a request to the MCP server with this key. */
async function statusWith(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/api/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify(LIST),
  });
  return response.status;
}

test.describe("keys for agents", () => {
  test(
    "are shown once, sign in at the MCP server, and are rejected once revoked",
    heldBy("test/faults/relay-agent-keys.test.ts", "is shown once, stored as a hash, and acts as its owner"),
    async ({ page, heddle }) => {
      await page.goto("/settings/agents");
      await expect(page.getByText("/api/mcp").first()).toBeVisible();
      await page.getByRole("button", { name: "New key" }).click();
      const dialog = page.getByRole("dialog", { name: "New key for agents" });
      await dialog.getByLabel("Name").fill("laptop");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Create key" }).click();
      const shown = page.getByRole("dialog").locator('[data-shown-once="key"]');
      await expect(shown).toHaveText(/^hda_[\w-]{43}$/);
      const key = (await shown.textContent()) ?? "";
      await page.getByRole("button", { name: "Done" }).click();
      expect(await statusWith(heddle.url, key)).toBe(200);

      await page.reload();
      const row = page.getByRole("row", { name: /^laptop/ });
      await expect(row).toContainText("read only");
      expect(await page.content()).not.toContain(key);
      await row.getByRole("button", { name: "Revoke laptop" }).click();
      await page.getByRole("dialog", { name: "Revoke key laptop?" }).getByRole("button", { name: "Revoke" }).click();
      await expect(row.getByText("revoked")).toBeVisible();
      expect(await statusWith(heddle.url, key)).toBe(401);
    },
  );

  test(
    "are created by a viewer too, for reading only",
    heldBy("test/faults/relay-agent-keys.test.ts", "never gives more than its owner's role has now"),
    async ({ joinAs }) => {
      const viewer = await joinAs("viewer");
      await viewer.page.goto("/settings/agents?new=true");
      const dialog = viewer.page.getByRole("dialog", { name: "New key for agents" });
      await dialog.getByRole("combobox", { name: "Access" }).click();
      await expect(viewer.page.getByRole("option")).toHaveText(["read only"]);
    },
  );
});
