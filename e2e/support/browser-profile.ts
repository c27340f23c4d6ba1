import type { BrowserContext, BrowserType, PlaywrightTestOptions, WorkerInfo } from "@playwright/test";

/** What a test is given instead of an empty browser. */
export interface ProfileState {
  readonly cookies: Parameters<BrowserContext["addCookies"]>[0];
}

type LaunchOptions = Parameters<BrowserType["launchPersistentContext"]>[1];

/**
 * Launches the browser profile that the tests of a worker share. Only its cache of scripts, already compiled, goes from
 * one test to the next, as it does between the visits of one user: a tenth of the tests' processor time is spent
 * without it on reading the same scripts again.
 */
export async function launchProfile(
  chromium: BrowserType,
  launchOptions: LaunchOptions,
  url: string,
  { project }: WorkerInfo,
): Promise<BrowserContext> {
  const { viewport, deviceScaleFactor, userAgent, timezoneId, locale, contextOptions } =
    project.use as Partial<PlaywrightTestOptions>;
  return chromium.launchPersistentContext("", {
    ...launchOptions,
    ...contextOptions,
    baseURL: url,
    viewport: viewport ?? null,
    ...(deviceScaleFactor === undefined ? {} : { deviceScaleFactor }),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(timezoneId === undefined ? {} : { timezoneId }),
    ...(locale === undefined ? {} : { locale }),
  });
}

/** Removes everything that pages of `url` stored, and signs in with the cookies of `state`. */
export async function resetProfile(profile: BrowserContext, url: string, state: ProfileState): Promise<void> {
  await profile.clearCookies();
  const blank = profile.pages()[0] ?? (await profile.newPage());
  const session = await profile.newCDPSession(blank);
  await session.send("Storage.clearDataForOrigin", {
    origin: url,
    storageTypes: "local_storage,indexeddb,cache_storage,service_workers",
  });
  await session.detach();
  await profile.addCookies(state.cookies);
}

/** Undoes what a test changed in the browser, and closes its pages. */
export async function leaveProfile(profile: BrowserContext): Promise<void> {
  await profile.unrouteAll({ behavior: "ignoreErrors" });
  await profile.setOffline(false);
  await profile.clearPermissions();
  // A browser without a page ends: its first one, which no test opens, stays.
  for (const page of profile.pages().slice(1)) await page.close();
}
