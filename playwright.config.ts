import { defineConfig, devices } from "@playwright/test";

const executablePath = process.env.HEDDLE_CHROMIUM;
const LONG = /@long/;
const isLong = process.env.HEDDLE_TEST_LENGTH === "long";
/** Tests whose guarantee a cheaper test holds, too. */
const isOnce = process.env.HEDDLE_TEST_TIER === "once";

export default defineConfig({
  testDir: "e2e",
  outputDir: "build/e2e",
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  globalSetup: "./e2e/stored/make-stored-data.ts",
  // `npm run test:long` runs the tests with its tag and no others; `npm test` leaves out those of `npm run test:all`.
  ...(isLong ? { grep: LONG } : { grepInvert: isOnce ? /@all|@long/ : LONG }),
  // Product, browser and tests share the cores of one machine. `npm test` names each test that needed the second attempt.
  retries: 1,
  // A test that checks many states with axe takes a minute where two cores are shared; the timeout only ends tests that
  // hang.
  timeout: 180_000,
  // So is a slow page on a machine with other work.
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    timezoneId: "UTC",
    locale: "en-GB",
    // Recording adds a sixth to the time of every test; `npx playwright test --trace retain-on-failure` enables it.
    trace: "off",
    screenshot: "only-on-failure",
    video: "off",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // The browser needs no host but the page under test.
      args: ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
    },
  },
});
