import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ReadyChecks, readyRoute } from "./ready-route";

const ask = (checks: ReadyChecks, onFailure = vi.fn()) =>
  new Hono().get("/ready", readyRoute(checks, onFailure)).request("/ready");

describe("readyRoute", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("keeps the reason from the response, and passes it on", async () => {
    const onFailure = vi.fn();
    const response = await ask({ traces: () => Promise.reject(new Error("disk /srv/secret is full")) }, onFailure);
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain("secret");
    expect(onFailure).toHaveBeenCalledWith("traces", "disk /srv/secret is full");
  });

  it("does not wait for a check that hangs", async () => {
    const onFailure = vi.fn();
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms);
      return controller.signal;
    });
    const pending = ask({ traces: () => new Promise(() => undefined), state: async () => 1 }, onFailure);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await (await pending).json()).toEqual({ status: "unavailable", failed: ["traces"] });
    expect(onFailure).toHaveBeenCalledWith("traces", "No response within 2 s.");
  });
});
