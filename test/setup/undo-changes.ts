import { afterAll, vi } from "vitest";

/** The document's cookies, as the environment of the tests keeps them. */
interface WithCookies {
  readonly jsdom?: { readonly cookieJar: { removeAllCookiesSync(): void } };
}

// Test files share a process: what a file changed in it ends with the file.
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  if (typeof document === "undefined") return;
  const { cleanup } = await import("@testing-library/react");
  cleanup();
  document.body.replaceChildren();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, "", "/");
  (globalThis as WithCookies).jsdom?.cookieJar.removeAllCookiesSync();
});
