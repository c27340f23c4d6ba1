import type { Browser, Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { ADMIN, type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { ANONYMOUS, expect, test } from "@/e2e/support/test";
import { TestOidcProvider } from "@/lib/auth/testing/oidc-provider";

let provider: TestOidcProvider;
let fresh: Heddle;

test.describe.configure({ mode: "serial", timeout: 120_000 });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  provider = await new TestOidcProvider().start();
  fresh = await runHeddle({
    env: { ...provider.variables, OIDC_NAME: "Meridian", OIDC_ALLOWED: "example.org", OIDC_SIGN_UP: "yes" },
  });
});

test.afterAll(async () => {
  await fresh.stop();
  await provider.stop();
});

async function visit(browser: Browser, path = "/sign-in"): Promise<Page> {
  const context = await browser.newContext({ storageState: ANONYMOUS, baseURL: fresh.url });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const press = (page: Page) => page.getByRole("button", { name: "Continue with Meridian" }).click();

test(
  "signs a new user in with the provider and returns to the requested page",
  heldBy("lib/auth/oidc.test.ts", "returns to the requested page with a session of the account with that address"),
  async ({ browser }) => {
    provider.person = { sub: "ada-1", email: "ada@example.org", email_verified: true, name: "Ada Lovelace" };
    const page = await visit(browser, "/settings/members");
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
    await expectAccessible(page);
    await expectFitsPhone(page);
    await press(page);
    await expect(page).toHaveURL(`${fresh.url}/settings/members`);
    await expect(page.getByRole("row", { name: /Ada Lovelace.*ada@example\.org.*viewer/ })).toBeVisible();
    await page.getByRole("button", { name: "Account of Ada Lovelace" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await page.context().close();
  },
);

test(
  "refuses an address of another domain with a message, and creates no session",
  heldBy("lib/auth/oidc.test.ts", "are limited to the listed domains and addresses"),
  async ({ browser }) => {
    provider.person = { sub: "eve-1", email: "eve@elsewhere.org", email_verified: true, name: "Eve" };
    const page = await visit(browser);
    await press(page);
    await expect(page.getByText("Your email address may not sign in here.")).toBeVisible();
    await expectAccessible(page);
    await page.goto("/settings/members");
    await expect(page).toHaveURL(/\/sign-in/);
    await page.context().close();
  },
);

test(
  "does not give the admin's account to an unverified address",
  heldBy("lib/auth/oidc.test.ts", "is not taken over by an address for which the provider"),
  async ({ browser }) => {
    provider.person = { sub: "eve-2", email: ADMIN.email, email_verified: false, name: "Eve" };
    const page = await visit(browser);
    await press(page);
    await expect(page.getByText("The provider has not verified your email address.")).toBeVisible();
    await page.getByLabel("Email").fill(ADMIN.email);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL((address) => address.pathname !== "/sign-in");
    await page.goto("/settings/audit?event=sign-in.failed");
    await expect(page.getByRole("row", { name: /ines@example\.org \(unverified\)/ })).toBeVisible();
    await page.context().close();
  },
);

test(
  "reports a provider that is down, while passwords still work",
  heldBy("lib/auth/oidc.test.ts", "is reported at once and retried at the next press"),
  async ({ browser }) => {
    provider.person = { sub: "ada-1", email: "ada@example.org", email_verified: true, name: "Ada Lovelace" };
    await provider.stop();
    const page = await visit(browser);
    await press(page);
    await expect(page.getByText("The provider (Meridian) does not respond.")).toBeVisible();
    await provider.start();
    await press(page);
    await expect(page.getByRole("button", { name: "Account of Ada Lovelace" })).toBeVisible();
    await page.context().close();
  },
);

test(
  "shows no such button without a provider",
  heldBy("app/(auth)/sign-in/sign-in-view.test.tsx", "shows the provider button only when a provider is configured"),
  async ({ browser, heddle }) => {
    const context = await browser.newContext({ storageState: ANONYMOUS, baseURL: heddle.url });
    const page = await context.newPage();
    await page.goto("/sign-in?error=OAuthSignin");
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Continue with/ })).toHaveCount(0);
    await context.close();
  },
);
