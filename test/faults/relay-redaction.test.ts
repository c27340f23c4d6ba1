import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DashboardWithService } from "./dashboard-with-service";
import type { TestDashboard } from "./relay-dashboard";

const PROJECT = { project_id: "demo/airline" };
const RULE = {
  name: "token",
  is_enabled: true,
  kind: "expression",
  pattern: "canary-[0-9]+",
  places: ["inputs"],
  action: "hash",
};
const RULES = { ...PROJECT, revision: 0, rules: [RULE, { ...RULE, name: "off", is_enabled: false }] };

let opened: DashboardWithService;
let app: TestDashboard;

beforeAll(async () => {
  opened = await DashboardWithService.open();
  app = opened.app;
});

afterAll(() => opened.close());

describe("redaction in the dashboard", () => {
  it("is set only by admins, and recorded with names and actions, never with what rules look for", async () => {
    for (const role of ["viewer", "member"] as const) {
      expect((await app.app("redaction.set", RULES, role)).status).toBe(403);
    }
    const response = await app.app("redaction.set", RULES, "admin");
    expect([response.status, await response.json()]).toMatchObject([200, { ...RULES, revision: 1 }]);
    const log = await (await app.app("audit.list", { limit: 1, event: "redaction.set" }, "admin")).text();
    expect(log).toContain("demo/airline rules: token hash, off off");
    expect(log).not.toContain("canary");
  });

  it("is read by viewers, previewed only by admins, and never set through the relay", async () => {
    const read = await app.call("redaction.read", { role: "viewer", body: PROJECT });
    expect(await read.json()).toMatchObject({ revision: 1 });
    const body = { ...PROJECT, rules: [RULE] };
    expect((await app.call("redaction.preview", { role: "member", body })).status).toBe(403);
    const preview = await app.call("redaction.preview", { role: "admin", body });
    expect(await preview.json()).toMatchObject({ read: 0, matches: 0 });
    expect((await app.call("redaction.set", { role: "admin", body: RULES })).status).toBe(404);
  });

  it.each([
    ["an expression that cannot be used", [{ ...RULE, pattern: "a[" }], ["rules", "0", "pattern"]],
    ["two rules of the same name", [RULE, RULE], ["rules", "1", "name"]],
    ["a rule without a place", [{ ...RULE, places: [] }], ["rules", "0", "places"]],
    ["a path with an empty name", [{ ...RULE, kind: "key", pattern: "user..email" }], ["rules", "0", "pattern"]],
  ])("refuses %s, and says which rule", async (_, rules, place) => {
    const response = await app.app("redaction.set", { ...PROJECT, revision: 1, rules }, "admin");
    const { error } = (await response.json()) as { error: { detail: { loc: string[] }[] } };
    expect(response.status).toBe(422);
    expect(error.detail.map(({ loc }) => loc.slice(-3))).toEqual([place]);
  });

  it("says that somebody else changed the rules", async () => {
    await app.app("redaction.set", RULES, "admin");
    const response = await app.app("redaction.set", RULES, "admin");
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("Somebody else changed these rules");
  });
});
