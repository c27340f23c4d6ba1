import { rmSync, writeFileSync } from "node:fs";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { BareService } from "@/test/bare-service/bare-service";
import { type MannerName, manners } from "@/test/bare-service/manners";
import { Upstream } from "@/test/faults/relay-upstream";
import { launchProfile, leaveProfile, type ProfileState, resetProfile } from "./browser-profile";
import { joinOverHttp } from "./join-over-http";
import { type Heddle, runHeddle } from "./run-heddle";
import { signIn } from "./sign-in";
import { copyStoredData, type StoredState, stateAt } from "./stored-data";

interface WorkerFixtures {
  /** A copy of the stored folder, with the sample project. */
  stored: ReturnType<typeof copyStoredData>;
  /** Cookies of the admin, who is signed in there. */
  adminState: StoredState;
  /** One running product for all tests of a worker, on this copy; each test that writes uses projects of its own. */
  heddle: Heddle;
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

/** Tests of pages: signed in as the admin of a product that runs for this worker. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  stored: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
    async ({}, use) => {
      const stored = copyStoredData();
      await use(stored);
      rmSync(stored.dataFolder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  heddle: [
    async ({ stored }, use) => {
      const heddle = await runHeddle({ dataFolder: stored.dataFolder });
      await use(heddle);
      await heddle.stop();
    },
    { scope: "worker", timeout: 150_000 },
  ],
  adminState: [
    async ({ heddle, stored, browser }, use) => {
      if (heddle.dataFolder === stored.dataFolder) return use(stateAt(heddle.url, stored.admin));
      // Some tests run a product of their own, whose folder has no sessions.
      const context = await browser.newContext();
      await signIn(await context.newPage(), heddle.url);
      const state = await context.storageState();
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
  joinAs: async ({ browser, playwright, heddle, adminState }, use) => {
    const admin = await playwright.request.newContext({ storageState: adminState });
    const opened: Page[] = [];
    await use(async (role) => {
      const { email, state } = await joinOverHttp(admin, heddle, role);
      const page = await (await browser.newContext({ storageState: state, baseURL: heddle.url })).newPage();
      opened.push(page);
      return { page, email };
    });
    for (const page of opened) await page.context().close();
    await admin.dispose();
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
