import { test as base, expect, type Page } from "@playwright/test";
import { ADMIN, type Heddle, runHeddle } from "./run-heddle";

interface WorkerFixtures {
  /** One running product for all tests of a worker; each test uses projects of its own. */
  heddle: Heddle;
  /** Cookies of the admin, signed in once through the page. */
  adminState: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;
}

interface TestFixtures {
  /** A project id that no other test uses. */
  project: string;
}

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
      // The start page listens and would open the first project of the first test by itself.
      await context.close();
      await use(state);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ heddle }, use) => use(heddle.url),
  storageState: async ({ adminState }, use) => use(adminState),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
  project: async ({}, use, { workerIndex }) => {
    projectCount += 1;
    await use(`e2e/test-${workerIndex}-${projectCount}`);
  },
});

export { expect };
