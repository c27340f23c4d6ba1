// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useHasDeletions } from "./deletion-signal";
import { deletions } from "./deletions";

it("are known to the frame of the page, and sent when the tab closes before their notice has loaded", async () => {
  const fetched = vi.fn(async (_path: string, _init?: RequestInit) => new Response('{"num_deleted":1}'));
  vi.stubGlobal("fetch", fetched);
  const { result, rerender } = renderHook(useHasDeletions);
  expect(result.current).toBe(false);
  deletions.add({ connectionId: "local", projectId: "demo/airline", callId: "c1", name: "step" });
  rerender();
  expect(result.current).toBe(true);
  window.dispatchEvent(new Event("pagehide"));
  const sent = fetched.mock.calls.find(([path]) => path.endsWith("/calls.delete"));
  expect(sent?.[1]).toMatchObject({ keepalive: true, body: expect.stringContaining('"c1"') });
});
