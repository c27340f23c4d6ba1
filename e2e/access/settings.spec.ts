import type { BrowserContext, Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import type { Heddle } from "@/e2e/support/run-heddle";
import { logCalls } from "@/e2e/support/service-client";
import { signIn } from "@/e2e/support/sign-in";
import { ANONYMOUS, expect, test } from "@/e2e/support/test";

/** A value that a dialog shows once. */
async function shownOnce(page: Page, what: "key" | "link"): Promise<string> {
  const shown = page.getByRole("dialog").locator(`[data-shown-once="${what}"]`);
  await expect(shown).toBeVisible();
  return (await shown.textContent()) ?? "";
}

/** A new page: one that is already open redirects as soon as it sends a request. */
async function expectSignedOut(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto("/settings/members");
  await expect(page).toHaveURL(/\/sign-in/);
}

async function statusWith(heddle: Heddle, key: string, project: string): Promise<number> {
  const response = await fetch(`${heddle.serviceUrl}/calls/query_stats`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ project_id: project }),
  });
  return response.status;
}

test.describe("API keys", () => {
  test("are shown once, log within their limits, and are rejected once revoked", async ({ page, heddle, project }) => {
    await page.goto("/settings/keys");
    await page.getByRole("button", { name: "New key" }).click();
    const dialog = page.getByRole("dialog", { name: "New key" });
    await dialog.getByLabel("Name").fill("laptop");
    await dialog.getByLabel("Limit to projects").fill("no slash");
    await dialog.getByRole("button", { name: "Create key" }).click();
    await expect(dialog.getByText("Enter the project as entity/project")).toBeVisible();
    await dialog.getByLabel("Limit to projects").fill(`${project}, e2e/other`);
    await dialog.getByRole("button", { name: "Create key" }).click();
    const key = await shownOnce(page, "key");
    expect(key).toMatch(/^hk_[0-9A-Za-z]{37}$/);
    await page.getByRole("button", { name: "Done" }).click();

    expect([await statusWith(heddle, key, project), await statusWith(heddle, key, "e2e/foreign")]).toEqual([200, 403]);
    await page.reload();
    const row = page.getByRole("row", { name: /^laptop/ });
    await expect(row).toContainText(`${project} and 1 more`);
    expect(await page.content()).not.toContain(key);
    await row.getByRole("button", { name: "Revoke laptop" }).click();
    await page.getByRole("dialog", { name: "Revoke key laptop?" }).getByRole("button", { name: "Revoke" }).click();
    await expect(row.getByText("revoked")).toBeVisible();
    expect(await statusWith(heddle, key, project)).toBe(401);
  });

  test(
    "have the permissions and the lifetime that are chosen",
    heldBy("app/(dashboard)/settings/keys/keys-view.test.tsx", "have the permissions that are chosen, at least one"),
    async ({ page, heddle, project }) => {
      await page.goto("/settings/keys?new=true");
      const dialog = page.getByRole("dialog", { name: "New key" });
      await dialog.getByLabel("Name").fill("only logs");
      const permissions = dialog.getByRole("group", { name: "Permissions" });
      for (const name of [/^Read/, /^Train/]) {
        await permissions.getByRole("checkbox", { name }).click();
        await expect(permissions.getByRole("checkbox", { name })).not.toBeChecked();
      }
      await permissions.getByRole("checkbox", { name: /^Write/ }).click();
      await dialog.getByRole("button", { name: "Create key" }).click();
      await expect(permissions.getByText("Choose at least one permission")).toBeVisible();
      await expectAccessible(page);
      await permissions.getByRole("checkbox", { name: /^Write/ }).click();
      await dialog.getByRole("combobox", { name: "Valid for" }).click();
      await page.getByRole("option", { name: "30 days" }).click();
      await dialog.getByRole("button", { name: "Create key" }).click();
      const key = await shownOnce(page, "key");
      await page.getByRole("button", { name: "Done" }).click();
      expect(await statusWith(heddle, key, project)).toBe(403);
      const row = page.getByRole("row", { name: /^only logs/ });
      await expect(row.getByRole("cell", { name: "write", exact: true })).toBeVisible();
    },
  );

  test(
    "are visible to a viewer, who creates none; a member revokes only their own",
    heldBy("app/(dashboard)/settings/keys/keys-view.test.tsx", "are visible to a viewer, who creates none"),
    async ({ page, joinAs }) => {
      await page.goto("/settings/keys?new=true");
      await page.getByRole("dialog").getByLabel("Name").fill("of the admin");
      await page.getByRole("button", { name: "Create key" }).click();
      await shownOnce(page, "key");

      const viewer = await joinAs("viewer");
      await viewer.page.goto("/settings/keys?new=true");
      await expect(viewer.page.getByRole("row", { name: /of the admin/ })).toBeVisible();
      await expect(viewer.page.getByText("Only members can create keys")).toBeVisible();
      await expect(viewer.page.getByRole("dialog")).toHaveCount(0);

      const member = await joinAs("member");
      await member.page.goto("/settings/keys?new=true");
      await member.page.getByRole("dialog").getByLabel("Name").fill("of the member");
      await member.page.getByRole("button", { name: "Create key" }).click();
      await shownOnce(member.page, "key");
      await member.page.getByRole("button", { name: "Done" }).click();
      await expect(member.page.getByRole("button", { name: "Revoke of the member" })).toBeVisible();
      await expect(member.page.getByRole("button", { name: "Revoke of the admin" })).toHaveCount(0);
    },
  );
});

test.describe("members", () => {
  test(
    "are invited, given another role and a password link, and removed by an admin",
    heldBy("test/faults/relay-members.test.ts", "apply from the next request on"),
    async ({ page, browser, heddle }) => {
      await page.goto("/settings/members");
      await page.getByRole("button", { name: "Invite" }).click();
      await page.getByRole("dialog").getByRole("combobox", { name: "Role" }).click();
      await page.getByRole("option", { name: "viewer" }).click();
      await page.getByRole("button", { name: "Create link" }).click();
      const link = await shownOnce(page, "link");
      await page.getByRole("button", { name: "Done" }).click();
      await expect(page.getByRole("table", { name: "Open invitations" })).toContainText("viewer");

      const context = await browser.newContext({ storageState: ANONYMOUS, baseURL: heddle.url });
      const other = await context.newPage();
      await other.goto(link);
      await other.getByLabel("Name").fill("Vera Weaver");
      await other.getByLabel("Email").fill("vera@example.org");
      await other.getByLabel("Password", { exact: true }).fill("a password of hers");
      await other.getByRole("button", { name: "Create account" }).click();
      await expect(other.getByRole("button", { name: "Account of Vera Weaver" })).toBeVisible();
      const late = await other.context().newPage();
      await late.goto(link);
      await expect(late.getByText("This link was already used or has expired.")).toBeVisible();

      await page.reload();
      const row = page.getByRole("row", { name: /Vera Weaver/ });
      await row.getByRole("combobox").click();
      await page.getByRole("option", { name: "member" }).click();
      const question = page.getByRole("dialog", { name: "Change the role of Vera Weaver?" });
      await expect(question).toContainText("create workspaces and keys");
      await question.getByRole("button", { name: "Change role" }).click();
      await expect(row.getByRole("combobox", { name: "Role of Vera Weaver: member" })).toBeVisible();

      await row.getByRole("button", { name: "Actions for Vera Weaver" }).click();
      await page.getByRole("menuitem", { name: "Create password link" }).click();
      await page.getByRole("button", { name: "Create link" }).click();
      const passwordLink = await shownOnce(page, "link");
      await page.getByRole("button", { name: "Done" }).click();
      const visitor = await browser.newContext({ storageState: ANONYMOUS, baseURL: heddle.url });
      const forgetful = await visitor.newPage();
      await forgetful.goto(passwordLink);
      await expect(forgetful.getByLabel("Email")).toHaveValue("vera@example.org");
      await forgetful.getByLabel("Password", { exact: true }).fill("another password of hers");
      await forgetful.getByRole("button", { name: "Set password" }).click();
      await expect(forgetful.getByRole("button", { name: "Account of Vera Weaver" })).toBeVisible();
      await expectSignedOut(other.context());

      await row.getByRole("button", { name: "Actions for Vera Weaver" }).click();
      await page.getByRole("menuitem", { name: "Remove" }).click();
      await page.getByRole("dialog", { name: "Remove Vera Weaver?" }).getByRole("button", { name: "Remove" }).click();
      await expect(row).toHaveCount(0);
      await expectSignedOut(visitor);
      await visitor.close();
      await context.close();
    },
  );

  test(
    "keep a last admin, and the dialog explains why",
    heldBy("app/(dashboard)/settings/members/members-view.test.tsx", "keep a last admin, and the dialog explains why"),
    async ({ page }) => {
      await page.goto("/settings/members");
      const own = page.getByRole("row", { name: /ines@example\.org/ });
      await own.getByRole("button", { name: /^Actions for/ }).click();
      await page.getByRole("menuitem", { name: "Remove" }).click();
      const dialog = page.getByRole("dialog", { name: "Remove your own account?" });
      await dialog.getByRole("button", { name: "Remove" }).click();
      await expect(dialog.getByRole("alert")).toContainText("is the last admin. Make another user an admin first.");
      await page.keyboard.press("Escape");
      await expect(own).toBeVisible();
    },
  );
});

test.describe("the audit log", () => {
  test(
    "shows events, filtered by the address, and says when nothing matches",
    heldBy(
      "app/(dashboard)/settings/audit/audit-view.test.tsx",
      "shows events, filtered by the address, says when nothing matches",
    ),
    async ({ page, project }) => {
      await page.goto("/settings/keys?new=true");
      await page.getByRole("dialog").getByLabel("Name").fill(`audited ${project}`);
      await page.getByRole("button", { name: "Create key" }).click();
      await shownOnce(page, "key");
      await page.getByRole("button", { name: "Done" }).click();
      await page.getByRole("link", { name: "Audit log" }).click();
      const log = page.getByRole("table", { name: "Audit log" });
      await expect(log.getByRole("row", { name: `audited ${project}` })).toContainText("Created an API key");

      await page.getByRole("combobox", { name: "Event" }).click();
      await page.getByRole("option", { name: "Created an API key" }).click();
      await expect(page).toHaveURL(/event=key\.created/);
      await expect(log.getByRole("row").filter({ hasText: "Signed in" })).toHaveCount(0);
      await expect(log.getByRole("row", { name: `audited ${project}` })).toBeVisible();
      await page.reload();
      await expect(log.getByRole("row", { name: `audited ${project}` })).toBeVisible();

      await page.goto("/settings/audit?event=sign-out&outcome=denied");
      await expect(page.getByRole("heading", { name: "No entries match" })).toBeVisible();
      await expect(page.getByText("Filters: Signed out, Denied.")).toBeVisible();
      await page.getByRole("button", { name: "Clear filters" }).click();
      await expect(log.getByRole("row", { name: `audited ${project}` })).toBeVisible();
    },
  );
});

test.describe("saved views", () => {
  test("are saved, opened, made the default of a page that was already prefetched, renamed and deleted", async ({
    page,
    heddle,
    project,
  }) => {
    await logCalls(heddle.serviceUrl, project, [
      { op: "fine", startedAt: new Date(), durationMs: 5, output: 1 },
      { op: "broken", startedAt: new Date(), durationMs: 5, exception: "ValueError: no" },
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    const list = page.getByRole("grid", { name: "Traces" });
    const views = page.getByRole("button", { name: /^Views/ });
    await page.goto(`/${slug}/traces?q=status:error&t=all`);
    await expect(list.getByRole("row").filter({ hasText: "broken" })).toBeVisible();
    await expect(list.getByRole("row").filter({ hasText: "fine" })).toHaveCount(0);
    await views.click();
    await page.getByRole("menuitem", { name: "Save view" }).click();
    await page.getByRole("dialog", { name: "Save view" }).getByLabel("Name").fill("Failures");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("button", { name: "Views, current: Failures" })).toBeVisible();

    await views.click();
    await page.getByRole("menuitemradio", { name: "No view" }).click();
    await expect(page).toHaveURL(new RegExp(`/${slug}/traces$`));
    await expect(list.getByRole("row").filter({ hasText: "fine" })).toBeVisible();
    await views.click();
    await page.getByRole("menuitemradio", { name: "Failures" }).click();
    await expect(list.getByRole("row").filter({ hasText: "fine" })).toHaveCount(0);

    // What the link fetched ahead knows no default view yet.
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Traces", exact: true });
    const prefetched = page.waitForResponse((response) => /\/traces\?.*_rsc=/.test(response.url()));
    await link.hover();
    await prefetched;
    await views.click();
    await page.getByRole("menuitem", { name: "Manage views" }).click();
    const dialog = page.getByRole("dialog", { name: "Views" });
    await dialog.getByRole("button", { name: "Open the page with Failures" }).click();
    await expect(dialog.getByRole("button", { name: "Do not open with Failures" })).toBeVisible();
    await dialog.getByRole("button", { name: "Actions for Failures" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await dialog.getByLabel("New name of Failures").fill("What broke");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await expect(dialog.getByText("What broke")).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();

    await link.click();
    await expect(page).toHaveURL(/\?q=status(:|%3A)error&t=all&source=production$/);
    await page.goto(`/${slug}/traces?t=all`);
    await expect(list.getByRole("row").filter({ hasText: "fine" })).toBeVisible();
    await page.goto(`/${slug}/traces`);
    await expect(page).toHaveURL(/\?q=status(:|%3A)error&t=all&source=production$/);
    await expect(list.getByRole("row").filter({ hasText: "broken" })).toBeVisible();

    await views.click();
    await page.getByRole("menuitem", { name: "Manage views" }).click();
    await dialog.getByRole("button", { name: "Actions for What broke" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(dialog.getByText("No views left.")).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.goto(`/${slug}/traces`);
    await expect(page).toHaveURL(new RegExp(`/${slug}/traces$`));
  });

  test(
    "are visible to everyone when shared, otherwise only to their owner",
    heldBy("test/faults/relay-views.test.ts", "is visible only to its owner until it is shared"),
    async ({ page, heddle, project, joinAs }) => {
      await logCalls(heddle.serviceUrl, project, [{ op: "fine", startedAt: new Date(), durationMs: 5, output: 1 }]);
      const slug = await makeWorkspace(page, heddle.url, project);
      for (const [name, query] of [
        ["Own", "t=7d"],
        ["Shared", "t=all"],
      ] as const) {
        await page.goto(`/${slug}/traces?${query}`);
        await page.getByRole("button", { name: /^Views/ }).click();
        await page.getByRole("menuitem", { name: "Save view" }).click();
        const dialog = page.getByRole("dialog", { name: "Save view" });
        await dialog.getByLabel("Name").fill(name);
        if (name === "Shared") await dialog.getByRole("switch").click();
        await dialog.getByRole("button", { name: "Save", exact: true }).click();
        await expect(page.getByRole("button", { name: `Views, current: ${name}` })).toBeVisible();
      }
      const { page: other } = await joinAs("viewer");
      await other.goto(`/${slug}/traces?q=x`);
      await other.getByRole("button", { name: "Views" }).click();
      await expect(other.getByRole("menuitemradio", { name: /^Shared/ })).toBeVisible();
      await expect(other.getByRole("menuitemradio", { name: "Own" })).toHaveCount(0);
      await other.getByRole("menuitemradio", { name: /^Shared/ }).click();
      await expect(other).toHaveURL(/\?t=all&source=production$/);
    },
  );
});

test(
  "shows to everyone whether all stored data can be read",
  heldBy("app/(dashboard)/settings/storage/storage-view.test.tsx", "says that everything can be read"),
  async ({ joinAs }) => {
    const { page } = await joinAs("viewer");
    await page.goto("/settings/storage");
    await expect(page.getByText("The embedded service can read all of its stored data.")).toBeVisible();
  },
);

test(
  "lists a user's own sessions, and ends all others",
  heldBy("test/faults/relay-sessions.test.ts", "end all at once except the one in use"),
  async ({ browser, heddle, joinAs }) => {
    const { page, email } = await joinAs("viewer");
    const elsewhere = await browser.newContext({ storageState: ANONYMOUS, baseURL: heddle.url });
    const other = await elsewhere.newPage();
    await other.goto("/sign-in");
    await other.getByLabel("Email").fill(email);
    await other.getByLabel("Password", { exact: true }).fill("another long password");
    await other.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(other).not.toHaveURL(/\/sign-in/);

    await page.goto("/settings/account");
    const sessions = page.getByRole("table", { name: "Sessions" });
    await expect(sessions.getByRole("row", { name: /this session/ })).toHaveCount(1);
    await expect(sessions.getByRole("button", { name: /^End the session of Chrome/ })).toHaveCount(1);
    await page.getByRole("button", { name: "End other sessions" }).click();
    const dialog = page.getByRole("dialog", { name: "End all other sessions?" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "End other sessions" }).click();
    await expect(page.getByText("1 session ended", { exact: true })).toBeVisible();
    await expect(sessions.getByRole("row")).toHaveCount(2);
    await expectSignedOut(elsewhere);
    await elsewhere.close();
  },
);

test(
  "changes a user's own password, which ends their session in another browser",
  heldBy("app/(dashboard)/settings/account/password-section.test.tsx", "is changed with the current one"),
  async ({ browser, heddle, joinAs }) => {
    const { page, email } = await joinAs("viewer");
    const elsewhere = await browser.newContext({ storageState: ANONYMOUS, baseURL: heddle.url });
    const old = { email, password: "another long password" };
    await signIn(await elsewhere.newPage(), heddle.url, old);

    await page.goto("/settings/account");
    await page.getByRole("button", { name: "Change password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change your password" });
    await dialog.getByLabel("Current password", { exact: true }).fill("not the password");
    await dialog.getByLabel("New password", { exact: true }).fill("heron under 7 bridges");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Incorrect password")).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
    await dialog.getByLabel("Current password", { exact: true }).fill(old.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Password changed, 1 other session ended", { exact: true })).toBeVisible();
    await expectSignedOut(elsewhere);
    await signIn(await elsewhere.newPage(), heddle.url, { email, password: "heron under 7 bridges" });
    await elsewhere.close();
  },
);

test(
  "refuses a user who was removed and signs in again",
  heldBy("test/faults/relay-members.test.ts", "is signed out everywhere and no longer listed"),
  async ({ page, joinAs }) => {
    const { page: other, email } = await joinAs("viewer");
    await page.goto("/settings/members");
    const row = page.getByRole("row", { name: new RegExp(email) });
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(row).toHaveCount(0);
    const again = await other.context().newPage();
    await again.goto("/sign-in");
    await again.getByLabel("Email").fill(email);
    await again.getByLabel("Password", { exact: true }).fill("another long password");
    await again.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(again.getByText("Incorrect email or password.")).toBeVisible();
  },
);
