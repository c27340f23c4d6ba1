import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DashboardWithService } from "./dashboard-with-service";
import type { TestDashboard } from "./relay-dashboard";

const LIMITS = { project_id: "demo/airline", max_age_days: 90, max_bytes: 5_000_000_000 };

let opened: DashboardWithService;
let app: TestDashboard;

beforeAll(async () => {
  opened = await DashboardWithService.open();
  app = opened.app;
});

afterAll(() => opened.close());

describe("retention in the dashboard", () => {
  it("is set only by admins, and recorded with its limits", async () => {
    for (const role of ["viewer", "member"] as const) {
      expect((await app.app("retention.set", LIMITS, role)).status).toBe(403);
    }
    const response = await app.app("retention.set", LIMITS, "admin");
    expect([response.status, await response.json()]).toEqual([200, LIMITS]);
    const log = await app.app("audit.list", { limit: 1, event: "retention.set" }, "admin");
    expect(await log.json()).toMatchObject({
      entries: [{ event: "retention.set", target: "demo/airline 90 days, 5000000000 bytes", isAllowed: true }],
    });
  });

  it("is read and previewed by viewers, and never set through the relay", async () => {
    const read = await app.call("retention.read", { role: "viewer", body: { project_id: "demo/airline" } });
    expect(await read.json()).toMatchObject(LIMITS);
    const preview = await app.call("retention.preview", { role: "viewer", body: LIMITS });
    expect(await preview.json()).toMatchObject({ calls: 0, before: null });
    expect((await app.call("retention.set", { role: "admin", body: LIMITS })).status).toBe(404);
  });

  it.each([
    ["a part of a day", { max_age_days: 0.5 }],
    ["no days", { max_age_days: 0 }],
    ["a size that is not positive", { max_bytes: 0 }],
  ])("refuses %s", async (_, wrong) => {
    expect((await app.app("retention.set", { ...LIMITS, ...wrong }, "admin")).status).toBe(422);
  });
});
