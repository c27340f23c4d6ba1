import type { Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { ADMIN, type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { signIn } from "@/e2e/support/sign-in";
import { ANONYMOUS, expect, test } from "@/e2e/support/test";
import { codeOf } from "@/lib/auth/testing/authenticator-app";

const mia = { email: "mia@example.org", password: "long enough for her" };

/** Six attempts for one account: one more than is allowed in five minutes. */
async function guessPasswords(page: Page): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill("guessed@example.org");
  const submit = page.getByRole("button", { name: "Sign in", exact: true });
  for (let tries = 0; tries < 6; tries += 1) {
    await page.getByLabel("Password", { exact: true }).fill(`guess number ${tries}`);
    const answered = page.waitForResponse((response) => response.url().includes("/api/auth/callback/credentials"));
    await submit.click();
    await answered;
    await expect(submit).toBeEnabled();
  }
  await expect(page.getByText(/Too many attempts\. Try again in \d+ min\./)).toBeVisible();
}

test.describe("signing in", () => {
  test.use({ storageState: ANONYMOUS });

  test(
    "refuses a wrong password without revealing whether the account exists",
    heldBy("lib/auth/sign-in.test.ts", "responds alike to a wrong password, an unknown account and a disabled account"),
    async ({ page }) => {
      await page.goto("/sign-in");
      for (const email of [ADMIN.email, "stranger@example.org"]) {
        await page.getByLabel("Email").fill(email);
        await page.getByLabel("Password", { exact: true }).fill("not the password at all");
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await expect(page.getByText("Incorrect email or password.")).toBeVisible();
        await expect(page).toHaveURL(/\/sign-in$/);
        await page.reload();
      }
    },
  );

  for (const callbackUrl of ["https://evil.example/", "//evil.example/", "%E0%A4%A"]) {
    test(
      `leads from a callbackUrl of ${callbackUrl} only to the dashboard`,
      heldBy("app/(auth)/sign-in/safe-callback-path.test.ts", "is the start page for %s"),
      async ({ page, heddle }) => {
        await page.goto(`/sign-in?callbackUrl=${callbackUrl}`);
        await page.getByLabel("Email").fill(ADMIN.email);
        await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await expect(page.getByRole("button", { name: /^Account of / })).toBeVisible();
        expect(new URL(page.url()).origin).toBe(heddle.url);
      },
    );
  }

  test(
    "ends the session itself at sign-out, not only this browser's cookie",
    heldBy("lib/auth/auth-handler.test.ts", "ends the session itself, so a copy of the cookie is useless afterwards"),
    async ({ page, browser, heddle }) => {
      await signIn(page, heddle.url);
      const stolen = await page.context().storageState();
      await page.goto("/settings/members");
      await page.getByRole("button", { name: /^Account of / }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await expect(page).toHaveURL(/\/sign-in/);

      const other = await browser.newContext({ storageState: stolen });
      const otherPage = await other.newPage();
      await otherPage.goto(`${heddle.url}/settings/members`);
      await expect(otherPage).toHaveURL(/\/sign-in\?callbackUrl=%2Fsettings%2Fmembers$/);
      await other.close();
    },
  );

  test("ends in all tabs at sign-out, and keeps what was typed in one of them until the user is back", async ({
    page,
    heddle,
  }) => {
    await signIn(page, heddle.url);
    const tab = await page.context().newPage();
    await tab.goto("/settings/connections");
    await tab.getByRole("button", { name: "New connection" }).click();
    const form = tab.getByRole("form", { name: "New connection" });
    await form.getByLabel("Name", { exact: true }).fill("half a sentence");
    // Refused once the request is looked at, so that nothing is left behind.
    await form.getByLabel("Base URL").fill("file:///etc/passwd");
    await page.goto("/settings/members");
    await page.getByRole("button", { name: /^Account of / }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/sign-in/);

    const add = form.getByRole("button", { name: "Add connection" });
    await add.click();
    await expect(form.getByText("Sign in to continue.")).toBeVisible();
    await expect(form.getByLabel("Name", { exact: true })).toHaveValue("half a sentence");
    await signIn(page, heddle.url);
    await add.click();
    await expect(form.getByText("The address must begin with http:// or https://")).toBeVisible();
  });
});

test(
  "two-factor authentication is turned on in Settings, asked for at sign-in, and turned off by an admin",
  heldBy(
    "app/(dashboard)/settings/account/second-factor-section.test.tsx",
    "is turned on with the password and the first code",
  ),
  async ({ page, joinAs }) => {
    const { page: own, email } = await joinAs("viewer");
    const password = "another long password";
    await own.goto("/settings/account");
    const section = own.getByRole("region", { name: "Two-factor authentication" });
    await section.getByRole("button", { name: "Turn on" }).click();
    const dialog = own.getByRole("dialog", { name: "Turn on two-factor authentication" });
    await dialog.getByLabel("Your password", { exact: true }).fill("not the password at all");
    await own.keyboard.press("Enter");
    await expect(dialog.getByText("Incorrect password")).toBeVisible();
    await dialog.getByLabel("Your password", { exact: true }).fill(password);
    await own.keyboard.press("Enter");
    const shown = dialog.locator('[data-shown-once="two-factor key"]');
    await expect(shown).toBeVisible();
    await expectAccessible(own);
    const secret = ((await shown.textContent()) ?? "").replaceAll(" ", "");
    await dialog.getByLabel("Code", { exact: true }).fill("000000");
    await own.keyboard.press("Enter");
    await expect(dialog.getByText(/^Wrong code/)).toBeVisible();
    await dialog.getByLabel("Code", { exact: true }).fill(codeOf(secret, new Date()));
    await own.keyboard.press("Enter");
    const codes = own.locator('[data-shown-once="recovery codes"]').getByRole("listitem");
    await expect(codes).toHaveCount(10);
    const recoveryCode = (await codes.first().textContent()) ?? "";
    await expectAccessible(own);
    await own.getByRole("button", { name: "Done" }).click();
    await expect(section).toContainText("10 recovery codes left");
    await expectAccessible(own);
    await expectFitsPhone(own);

    const signOut = async () => {
      await own.getByRole("button", { name: /^Account of / }).click();
      await own.getByRole("menuitem", { name: "Sign out" }).click();
      await expect(own).toHaveURL(/\/sign-in/);
    };
    const enterPassword = async () => {
      await own.getByLabel("Email").fill(email);
      await own.getByLabel("Password", { exact: true }).fill(password);
      await own.getByRole("button", { name: "Sign in", exact: true }).click();
    };
    await signOut();
    await enterPassword();
    await expect(own.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    await expectAccessible(own);
    await expectFitsPhone(own);
    await own.getByLabel("Code", { exact: true }).fill("000000");
    await own.keyboard.press("Enter");
    await expect(own.getByText(/^Wrong or used code/)).toBeVisible();
    // The code of the next step, since the current one was used.
    await own.getByLabel("Code", { exact: true }).fill(codeOf(secret, new Date(Date.now() + 30_000)));
    await own.keyboard.press("Enter");
    await expect(own.getByRole("button", { name: /^Account of / })).toBeVisible();

    await signOut();
    await enterPassword();
    await own.getByRole("button", { name: "Use a recovery code" }).click();
    await own.getByLabel("Recovery code", { exact: true }).fill(recoveryCode);
    await own.keyboard.press("Enter");
    await expect(own.getByRole("button", { name: /^Account of / })).toBeVisible();
    await own.goto("/settings/account");
    await expect(section).toContainText("9 recovery codes left");

    await page.goto("/settings/members");
    const row = page.getByRole("row", { name: new RegExp(email) });
    await expect(row).toContainText("two-factor");
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Turn off two-factor" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
    await expect(row).not.toContainText("two-factor");
    await signOut();
    await enterPassword();
    await expect(own.getByRole("button", { name: /^Account of / })).toBeVisible();
  },
);

test.describe("sign-up links", () => {
  test.use({ storageState: ANONYMOUS });

  test(
    "the printed set-up link creates the first admin once, and guessing a password is slowed down",
    heldBy("lib/auth/auth-handler.test.ts", "answers the sixth wrong attempt with 429"),
    async ({ browser }) => {
      test.setTimeout(180_000);
      const noAdmin = { HEDDLE_ADMIN_EMAIL: undefined, HEDDLE_ADMIN_PASSWORD: undefined };
      const fresh: Heddle = await runHeddle({ env: noAdmin });
      const context = await browser.newContext({ storageState: ANONYMOUS, baseURL: fresh.url });
      try {
        const link = /http\S+\/set-up#token=\S+/.exec(fresh.output())?.[0] ?? "";
        expect(link).not.toBe("");
        const page = await context.newPage();
        await page.goto(link);
        await page.getByLabel("Name").fill("Mia Li");
        await page.getByLabel("Email").fill(mia.email);
        await page.getByLabel("Password", { exact: true }).fill("too short");
        await page.getByRole("button", { name: "Create account" }).click();
        await expect(page).toHaveURL(/\/set-up/);
        await page.getByLabel("Password", { exact: true }).fill(mia.password);
        await page.getByRole("button", { name: "Create account" }).click();
        await expect(page.getByRole("button", { name: "Account of Mia Li" })).toBeVisible();
        await page.goto("/settings/members");
        await expect(page.getByRole("row", { name: /Mia Li.*mia@example\.org/ })).toContainText("admin");

        const stranger = await browser.newContext({ storageState: ANONYMOUS, baseURL: fresh.url });
        const second = await stranger.newPage();
        await second.goto(link);
        await expect(second.getByText("This link was already used or has expired.")).toBeVisible();
        await guessPasswords(second);
        // Another account is not locked out.
        await signIn(second, fresh.url, mia);
        await expect(second.getByRole("button", { name: "Account of Mia Li" })).toBeVisible();
        await stranger.close();
      } finally {
        await context.close();
        await fresh.stop();
      }
    },
  );
});
