import { writeFileSync } from "node:fs";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { BareService } from "@/test/bare-service/bare-service";
import { type MannerName, manners } from "@/test/bare-service/manners";
import { Upstream } from "@/test/faults/relay-upstream";
import { launchProfile, leaveProfile, type ProfileState, resetProfile } from "./browser-profile";
import { join } from "./invite";
import { ADMIN, type Heddle, runHeddle } from "./run-heddle";

interface WorkerFixtures {
  /** One running product for all tests of a worker; each test uses projects of its own. */
  heddle: Heddle;
  /** Cookies of the admin, signed in once through the page. */
  adminState: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;
  /** The browser of this worker's tests; `context` is this profile without what earlier tests stored. */
  profile: BrowserContext;
}

interface TestFixtures {
  /** How the bare service answers what it does not have: `test.use({ manner: "nginx" })`. */
  manner: MannerName;
  /** A project id that no other test uses. */
  project: string;
  /** A service with only the interface's operations. */
  bare: BareService;
  /** A service that responds as the test defines. */
  upstream: Upstream;
  /** Opens a page in which a new user with a role is signed in. */
  joinAs: (role: Role) => Promise<{ page: Page; email: string }>;
  /** Writes a file of the test and returns its path. */
  fileOf: (name: string, text: string) => string;
}

/** The cookies of a browser in which no user is signed in. */
export const ANONYMOUS = { cookies: [], origins: [] };

let projectCount = 0;

export async function signIn(page: Page, url: string, who: { email: string; password: string } = ADMIN): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((address) => address.pathname !== "/sign-in");
}

/** Tests of pages: signed in as the admin of a product that runs for this worker. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  heddle: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
    async ({}, use) => {
      const heddle = await runHeddle();
      await use(heddle);
      await heddle.stop();
    },
    { scope: "worker", timeout: 150_000 },
  ],
  adminState: [
    async ({ heddle, browser }, use) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await signIn(page, heddle.url);
      const state = await context.storageState();
      // The start page waits for calls and would open the first project of the first test automatically.
      await context.close();
      await use(state);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ heddle }, use) => use(heddle.url),
  storageState: async ({ adminState }, use) => use(adminState),
  profile: [
    async ({ playwright, launchOptions, heddle }, use, workerInfo) => {
      const profile = await launchProfile(playwright.chromium, launchOptions, heddle.url, workerInfo);
      await use(profile);
      await profile.close();
    },
    { scope: "worker" },
  ],
  context: async ({ profile, heddle, storageState }, use) => {
    // The only states that tests use are those of a signed-in user and `ANONYMOUS`.
    await resetProfile(profile, heddle.url, storageState as ProfileState);
    await use(profile);
    await leaveProfile(profile);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
  project: async ({}, use, { workerIndex }) => {
    projectCount += 1;
    await use(`e2e/test-${workerIndex}-${projectCount}`);
  },
  manner: ["FastAPI", { option: true }],
  // The services of a fixture are stopped even when the test fails.
  bare: async ({ manner }, use) => {
    const bare = await BareService.start(manners[manner]);
    await use(bare);
    await bare.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
  upstream: async ({}, use) => {
    const upstream = await Upstream.start();
    await use(upstream);
    await upstream.stop();
  },
  joinAs: async ({ browser, heddle }, use) => {
    const opened: Page[] = [];
    await use(async (role) => {
      const context = await browser.newContext({ storageState: ANONYMOUS, baseURL: heddle.url });
      const page = await context.newPage();
      opened.push(page);
      const { email } = await join(page, heddle, role);
      return { page, email };
    });
    for (const page of opened) await page.context().close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
  fileOf: async ({}, use, testInfo) => {
    await use((name, text) => {
      const file = testInfo.outputPath(name);
      writeFileSync(file, text);
      return file;
    });
  },
});

export { expect };
