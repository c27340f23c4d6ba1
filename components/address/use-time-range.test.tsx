// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cleanPage, renderOnPage } from "@/test/setup/render-on-page";

const cookie = () => decodeURIComponent(/heddle-time=([^;]*)/.exec(document.cookie)?.[1] ?? "");

beforeEach(() => {
  vi.resetModules();
  // biome-ignore lint/suspicious/noDocumentCookie: the page stores its choice so
  document.cookie = "heddle-time=; path=/; max-age=0";
  window.history.replaceState(null, "", "/w/traces");
});
afterEach(cleanPage);

it("remembers a chosen range, relative or not, in its own terms", async () => {
  const { useTimeRange } = await import("./use-time-range");
  const { result, addresses } = renderOnPage(() => useTimeRange(), { props: {} });
  act(() => result.current.setRange({ t: "7d", from: null, to: null }));
  await waitFor(() => expect(addresses.at(-1)?.toString()).toBe("t=7d"));
  expect(cookie()).toBe("t=7d");
  act(() => result.current.setRange({ t: "7d", from: "2026-11-20T10:00:00Z", to: null }));
  expect(cookie()).toBe("t=7d&from=2026-11-20T10%3A00%3A00Z");
});

it("does not take the range of a followed link for a choice", async () => {
  const { keepTimeRangeOfTab } = await import("./remembered-time-range");
  window.history.replaceState(null, "", "/w/traces?t=all&q=op:a");
  const end = keepTimeRangeOfTab();
  window.dispatchEvent(new Event("focus"));
  expect(cookie()).toBe("");
  end();
});

it("is the range of the tab in front", async () => {
  const { keepTimeRangeOfTab, rememberTimeRange } = await import("./remembered-time-range");
  const end = keepTimeRangeOfTab();
  rememberTimeRange({ t: "1h", from: null, to: null });
  // biome-ignore lint/suspicious/noDocumentCookie: another tab stores its choice so
  document.cookie = "heddle-time=t%3D30d; path=/";
  window.dispatchEvent(new Event("focus"));
  expect(cookie()).toBe("t=1h");
  end();
});
