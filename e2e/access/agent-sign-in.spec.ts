import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { heldBy } from "@/e2e/support/held-by";
import { ADMIN } from "@/e2e/support/run-heddle";
import { ANONYMOUS, expect, test } from "@/e2e/support/test";
import { StoredSignIn } from "@/test/mcp/stored-sign-in";

/** An agent on this computer, which waits for the answer of the user. */
async function startAgent(heddleUrl: string) {
  const answers: URL[] = [];
  const server = createServer((request, response) => {
    answers.push(new URL(request.url ?? "/", "http://127.0.0.1"));
    response.setHeader("content-type", "text/html").end("<h1>Back in the agent</h1>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const signIn = new StoredSignIn(`${heddleUrl}/api/mcp`, `http://127.0.0.1:${port}/callback`);
  await expect(signIn.connect()).rejects.toThrow();
  return { signIn, answers, url: String(signIn.opened), stop: () => server.close() };
}

const backInAgent = (page: Page) => expect(page.getByRole("heading", { name: "Back in the agent" })).toBeVisible();

test.describe("an agent that signs in", () => {
  test.describe("of a user without a session", () => {
    test.use({ storageState: ANONYMOUS });

    test("waits for the user's sign-in, is allowed, uses tools, and is disconnected in the settings", async ({
      page,
      heddle,
    }) => {
      const agent = await startAgent(heddle.url);
      await page.goto(agent.url);
      await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
      await page.getByLabel("Email").fill(ADMIN.email);
      await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.waitForURL(/\/oauth\/authorize/, { waitUntil: "load" });
      await expect(page.getByRole("heading", { name: "Connect Test agent?" })).toBeVisible();
      await expect(page.getByText("a program on your computer (127.0.0.1)")).toBeVisible();
      await page.getByRole("combobox", { name: "Access" }).click();
      await page.getByRole("option", { name: "Read, add data, run models" }).click();
      await page.getByRole("button", { name: "Allow" }).click();
      await backInAgent(page);
      const answer = agent.answers[0] ?? new URL("http://127.0.0.1");
      expect(answer.searchParams.get("iss")).toBe(heddle.url);
      await agent.signIn.finish(answer);
      expect(agent.signIn.stored?.scope).toBe("read write");
      const client = await agent.signIn.connect();
      expect((await client.listTools()).tools.length).toBeGreaterThan(0);

      await page.goto("/settings/agents");
      const row = page.getByRole("table", { name: "Connected agents" }).getByRole("row", { name: /^Test agent/ });
      await expect(row).toContainText("read, add data, run models");
      await row.getByRole("button", { name: "Disconnect Test agent" }).click();
      await page
        .getByRole("dialog", { name: "Disconnect Test agent?" })
        .getByRole("button", { name: "Disconnect" })
        .click();
      await expect(page.getByText("No agent has signed in yet.")).toBeVisible();
      await expect(client.listTools()).rejects.toThrow();
      await client.close();
      agent.stop();
    });
  });

  test(
    "is told that the user refused",
    heldBy("app/(auth)/oauth/authorize/consent-view.test.tsx", "leads back with a refusal without asking the server"),
    async ({ page, heddle }) => {
      const agent = await startAgent(heddle.url);
      await page.goto(agent.url);
      await page.getByRole("link", { name: "Cancel" }).click();
      await backInAgent(page);
      expect(agent.answers[0]?.searchParams.get("error")).toBe("access_denied");
      expect(agent.answers[0]?.searchParams.get("state")).toBe("state of the client");
      agent.stop();
    },
  );

  test(
    "leads nowhere when it asks for an address that it did not register",
    heldBy("test/mcp/oauth-rules.test.ts", "with %s leads nowhere"),
    async ({ page, heddle }) => {
      const agent = await startAgent(heddle.url);
      const url = new URL(agent.url);
      url.searchParams.set("redirect_uri", "https://evil.example/");
      await page.goto(url.href);
      await expect(page.getByRole("heading", { name: "The agent cannot be connected" })).toBeVisible();
      await expect(page.getByText("The address to return to is not one that the client registered.")).toBeVisible();
      expect(await page.content()).not.toContain('href="https://evil.example');
      expect(new URL(page.url()).origin).toBe(heddle.url);
      agent.stop();
    },
  );

  test(
    "may only read for a viewer",
    heldBy(
      "app/(auth)/oauth/authorize/prepare-consent.test.ts",
      "offers more than reading only where the client asks for it and the role allows it",
    ),
    async ({ joinAs, heddle }) => {
      const agent = await startAgent(heddle.url);
      const { page } = await joinAs("viewer");
      await page.goto(agent.url);
      await expect(page.getByText("Your role allows reading only.")).toBeVisible();
      await expect(page.getByRole("combobox", { name: "Access" })).toBeDisabled();
      agent.stop();
    },
  );
});
