import type { Page } from "@playwright/test";
import { freePort } from "@/e2e/support/free-port";
import { heldBy } from "@/e2e/support/held-by";
import { API_KEY } from "@/e2e/support/run-heddle";
import { expect, test } from "@/e2e/support/test";

interface NewConnection {
  readonly name: string;
  readonly baseUrl: string;
  readonly password: string;
}

async function addConnection(page: Page, { name, baseUrl, password }: NewConnection): Promise<void> {
  await page.goto("/settings/connections");
  await page.getByRole("button", { name: "New connection" }).click();
  const form = page.getByRole("form", { name: "New connection" });
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("Base URL").fill(baseUrl);
  await form.getByLabel("Username").fill("api");
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Add connection" }).click();
}

const rowOf = (page: Page, name: string) =>
  page.getByRole("table", { name: "Connections" }).getByRole("row", { name: new RegExp(`\\b${name}\\b`) });

const resultOf = (page: Page, operation: string) =>
  page.getByRole("table", { name: "Operations" }).getByRole("row", { name: operation });

test(
  "lists the embedded service from the start, can test it, and cannot change it",
  heldBy("app/(dashboard)/settings/connections/connections-view.test.tsx", "offer no change of the embedded service"),
  async ({ page }) => {
    await page.goto("/settings/connections?connection=local");
    await expect(rowOf(page, "local")).toContainText("built in");
    await expect(page.getByRole("button", { name: "Delete" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Save/ })).toHaveCount(0);
    await page.getByRole("button", { name: /^Test/ }).click();
    await expect(resultOf(page, "/calls/query_stats").getByRole("img", { name: "supported" })).toBeVisible();
    await expect(resultOf(page, "/completions/create").first()).toContainText("found, not run: it is billed");
    await expect(rowOf(page, "local")).toContainText(/\d+ of 13/);
  },
);

test("adds and tests a connection, keeps it after a reload, and never shows its secret again", async ({
  page,
  heddle,
}) => {
  const bodies: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/")) bodies.push(response.text().catch(() => ""));
  });
  await addConnection(page, { name: "second", baseUrl: heddle.serviceUrl, password: API_KEY });
  await expect(page).toHaveURL(/connection=[0-9a-f-]{36}/);
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(resultOf(page, "/threads/stream_query").getByRole("img", { name: "supported" })).toBeVisible();
  await page.reload();
  const form = page.getByRole("form", { name: "Connection second" });
  await expect(form.getByLabel("Password, stored")).toHaveValue(/^•+$/);
  await expect(resultOf(page, "/threads/stream_query").getByRole("img", { name: "supported" })).toBeVisible();
  expect(await page.content()).not.toContain(API_KEY);
  expect((await Promise.all(bodies)).join("\n")).not.toContain(API_KEY);
});

test(
  "requires the credential again for another host, at its field, and stores nothing before",
  heldBy(
    "app/(dashboard)/settings/connections/connections-view.test.tsx",
    "keep the credential for another name, and ask for it at its field for another host",
  ),
  async ({ page, heddle }) => {
    await addConnection(page, { name: "moving", baseUrl: heddle.serviceUrl, password: API_KEY });
    const form = page.getByRole("form", { name: "Connection moving" });
    await form.getByLabel("Base URL").fill(heddle.serviceUrl.replace("127.0.0.1", "localhost"));
    await expect(form.getByText("New base URL: enter the credentials again.")).toBeVisible();
    const password = form.getByLabel("Password", { exact: true });
    await expect(password).toHaveValue("");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByText("The base URL changed: enter the credentials again")).toBeVisible();
    await expect(password).toHaveAttribute("aria-invalid", "true");

    await password.fill(API_KEY);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Connection saved", { exact: true })).toBeVisible();
    await expect(rowOf(page, "moving")).toContainText("http://localhost:");
    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(resultOf(page, "/cost/query").getByRole("img", { name: "supported" })).toBeVisible();
  },
);

test(
  "keeps the stored credential for another name or path",
  heldBy("test/faults/relay-connections.test.ts", "keep an omitted credential while the address stays the same"),
  async ({ page, heddle }) => {
    await addConnection(page, { name: "before", baseUrl: heddle.serviceUrl, password: API_KEY });
    const form = page.getByRole("form", { name: "Connection before" });
    await form.getByLabel("Name", { exact: true }).fill("after");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("form", { name: "Connection after" }).getByLabel("Password, stored")).toBeVisible();
    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(resultOf(page, "/calls/query_stats").getByRole("img", { name: "supported" })).toBeVisible();
  },
);

test(
  "shows a refused credential as refused, and signs no user out",
  heldBy(
    "app/(dashboard)/settings/connections/connections-view.test.tsx",
    "show which operations refused the credential",
  ),
  async ({ page, heddle }) => {
    await addConnection(page, { name: "refused", baseUrl: heddle.serviceUrl, password: "x".repeat(40) });
    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(resultOf(page, "/calls/query_stats").getByRole("img", { name: "rejected" })).toBeVisible();
    await expect(resultOf(page, "/calls/query_stats")).toContainText("401");
    await expect(rowOf(page, "refused").getByRole("img", { name: "credentials rejected" })).toBeVisible();
    await expect(page).toHaveURL(/\/settings\/connections/);
  },
);

test(
  "shows in place of the result that a service does not respond",
  heldBy(
    "app/(dashboard)/settings/connections/connections-view.test.tsx",
    "show in place of the result that a service does not respond",
  ),
  async ({ page }) => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    await addConnection(page, { name: "nowhere", baseUrl, password: "anything" });
    await page.getByRole("button", { name: "Test connection" }).click();
    const result = page.getByRole("region", { name: "Test result" });
    await expect(result.getByRole("alert")).toContainText("The service does not respond");
    await expect(result.getByRole("button", { name: "Retry" })).toBeEnabled();
  },
);

test(
  "shows validation errors of the dashboard at their field",
  heldBy(
    "app/(dashboard)/settings/connections/connection-form.test.tsx",
    "sends every field, and shows what was refused at its field",
  ),
  async ({ page, heddle }) => {
    await addConnection(page, { name: "local-file", baseUrl: "file:///etc/passwd", password: "anything" });
    const form = page.getByRole("form", { name: "New connection" });
    await expect(form.getByText("The address must begin with http:// or https://")).toBeVisible();
    await expect(form.getByLabel("Base URL")).toHaveAttribute("aria-invalid", "true");
    await addConnection(page, { name: "twice", baseUrl: heddle.serviceUrl, password: API_KEY });
    await expect(page.getByRole("form", { name: "Connection twice" })).toBeVisible();
    await addConnection(page, { name: "twice", baseUrl: heddle.serviceUrl, password: API_KEY });
    await expect(form.getByText("Another connection already has this name")).toBeVisible();
  },
);

test(
  "requires the name before deleting a connection",
  heldBy("app/(dashboard)/settings/connections/connections-view.test.tsx", "are deleted once the name is typed"),
  async ({ page, heddle }) => {
    await addConnection(page, { name: "unwanted", baseUrl: heddle.serviceUrl, password: API_KEY });
    await page.getByRole("form", { name: "Connection unwanted" }).getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete connection unwanted?" });
    await expect(dialog.getByRole("button", { name: "Delete" })).toBeDisabled();
    await dialog.getByLabel("Type the name to confirm").fill("unwante");
    await expect(dialog.getByRole("button", { name: "Delete" })).toBeDisabled();
    await dialog.getByLabel("Type the name to confirm").fill("unwanted");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(rowOf(page, "unwanted")).toHaveCount(0);
    await page.reload();
    await expect(rowOf(page, "local")).toBeVisible();
    await expect(rowOf(page, "unwanted")).toHaveCount(0);
  },
);

test(
  "lets a viewer see connections, but not change or test them",
  heldBy(
    "app/(dashboard)/settings/connections/connections-view.test.tsx",
    "are seen by a viewer, who can neither change nor test them",
  ),
  async ({ heddle, joinAs }) => {
    const { page } = await joinAs("viewer");
    await page.goto("/settings/connections");
    await expect(rowOf(page, "local")).toBeVisible();
    await expect(page.getByText("Only admins can change connections")).toBeVisible();
    await expect(page.getByRole("button", { name: "New connection" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Test/ })).toBeDisabled();
    const refused = await page.request.post(`${heddle.url}/api/app/connections.test`, {
      data: { id: "local" },
      headers: { origin: heddle.url, "sec-fetch-site": "same-origin" },
    });
    expect(refused.status()).toBe(403);
  },
);
