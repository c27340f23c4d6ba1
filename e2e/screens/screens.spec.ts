import type { Page } from "@playwright/test";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableOnPhone,
  type Theme,
  ZOOMED,
} from "@/e2e/support/accessible";
import { noteMotion } from "@/e2e/support/noted-motion";
import { callApp, connectWorkspace, makeWorkspace } from "@/e2e/support/open-workspace";
import type { Heddle } from "@/e2e/support/run-heddle";
import { send } from "@/e2e/support/service-client";
import { SAMPLE_SLUG } from "@/e2e/support/stored-data";
import { expect, test } from "@/e2e/support/test";
import { BareService } from "@/test/bare-service/bare-service";
import { manners } from "@/test/bare-service/manners";
import { Upstream } from "@/test/faults/relay-upstream";
import type { Scene, Screen } from "./screen";
import { screens } from "./screens";

/** What went wrong while a page was open: messages in its console, scripts that threw, answers with an error. */
function watch(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    // The browser repeats an answer with an error here.
    if (/Failed to load resource/.test(message.text())) return;
    if (message.type() === "error" || message.type() === "warning") errors.push(`console: ${message.text()}`);
  });
  page.on("pageerror", ({ message }) => errors.push(`script: ${message}`));
  page.on("response", (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  return errors;
}

/** Starts the service that a screen's place needs, and returns its end. */
async function openService({ place }: Screen): Promise<{ url: string; stop(): Promise<void> } | null> {
  if (place === "bare") return await BareService.start(manners.FastAPI);
  if (place !== "failing") return null;
  const upstream = await Upstream.start();
  upstream.json(500, { reason: "the disk is on fire" });
  return upstream;
}

async function slugOf(
  { place }: Screen,
  admin: Page,
  heddle: Heddle,
  project: string,
  service: { url: string } | null,
) {
  if (service !== null) return await connectWorkspace(admin, heddle.url, project, service);
  if (place === "own") return await makeWorkspace(admin, heddle.url, project);
  return place === "sample" ? SAMPLE_SLUG : "";
}

/** Opens the screen for its user, and fails for what a person would notice: colors, rules, width, motion, errors. */
async function check(page: Page, screen: Screen, address: string, themes: readonly Theme[]): Promise<void> {
  const errors = watch(page);
  const motion = await noteMotion(page);
  await page.goto(address);
  await screen.open?.(page);
  await expect(screen.shows(page).first()).toBeVisible();
  await expectAccessible(page, themes);
  await expectReadableOnPhone(page);
  await page.setViewportSize(ZOOMED);
  await expectNoSidewaysScroll(page);
  expect(await motion()).toEqual([]);
  expect(errors.filter((error) => !screen.expected?.test(error))).toEqual([]);
}

// Screens share nothing, so workers divide them.
test.describe.configure({ mode: "parallel" });

/**
 * The themes of a screen. Both use the same named colors on the same grounds, so that `npm test` looks at every second screen
 * in the dark theme and at the others in the light one; `npm run test:all` looks at each in both.
 */
const themesOf = (index: number): readonly Theme[] => {
  if (process.env.HEDDLE_TEST_TIER !== "once") return ["light", "dark"];
  return [index % 2 === 0 ? "light" : "dark"];
};

for (const [index, screen] of screens.entries()) {
  const details = screen.tier === "all" ? { tag: "@all" } : {};
  test(
    `accessible, on a phone, at 400 percent, without motion and errors: ${screen.name}`,
    details,
    async ({ page: admin, heddle, project, joinAs, browser }) => {
      const service = await openService(screen);
      const signedOut = screen.as === "signed-out" ? await browser.newContext({ baseURL: heddle.url }) : null;
      try {
        const slug = await slugOf(screen, admin, heddle, project, service);
        const serviceUrl = service?.url ?? heddle.serviceUrl;
        const ask = (path: string, body: unknown) => send(serviceUrl, path, body);
        const asAdmin = (operation: string, input: unknown) => callApp(admin, heddle.url, operation, input);
        const addViewer = () => joinAs("viewer");
        const scene: Scene = { url: heddle.url, serviceUrl, project, slug, ask, callApp: asAdmin, addViewer };
        await screen.seed?.(scene);
        const path = typeof screen.path === "string" ? screen.path : await screen.path(scene);
        const page = screen.as === "viewer" ? (await joinAs("viewer")).page : ((await signedOut?.newPage()) ?? admin);
        await check(page, screen, slug === "" ? `/${path}` : `/${slug}/${path}`, themesOf(index));
      } finally {
        await signedOut?.close();
        await service?.stop();
      }
    },
  );
}
