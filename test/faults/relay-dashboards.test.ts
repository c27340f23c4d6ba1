import { beforeEach, describe, expect, it } from "vitest";
import { MAX_PANELS } from "@/lib/api/contract/app/panel-rules";
import { AppUnderTest } from "./relay-app-client";

const here = new AppUnderTest();
let count = 0;
let workspaceId: string;
let slug: string;

beforeEach(async () => {
  count += 1;
  const made = await here.ok("workspaces.create", { connectionId: "local", projectId: `dashboards/p${count}` });
  workspaceId = made.workspace.id;
  slug = made.workspace.slug;
});

const panel = (changes: object = {}) => ({ id: "p1", kind: "lines" as const, ...changes });

const save = (content: object = {}, before: { id: string; version: number } | null = null) => ({
  workspaceId,
  before,
  content: { name: "Production", panels: [panel()], ...content },
});

describe("a dashboard", () => {
  it("is saved by a member, and read by everyone in its workspace and in no other", async () => {
    const { dashboard } = await here.ok("dashboards.save", save(), "member");
    expect(dashboard).toMatchObject({ version: 1, content: { name: "Production", panels: [{ figure: "calls" }] } });
    const listed = await here.ok("dashboards.list", { workspaceId }, "viewer");
    expect(listed.dashboards).toMatchObject([{ id: dashboard.id, name: "Production", panelCount: 1, version: 1 }]);
    const place = { workspaceId, id: dashboard.id };
    expect((await here.ok("dashboards.read", place, "viewer")).dashboard).toEqual(dashboard);
    const other = await here.ok("workspaces.create", { connectionId: "local", projectId: `dashboards/other${count}` });
    const elsewhere = { workspaceId: other.workspace.id, id: dashboard.id };
    expect((await here.ok("dashboards.list", { workspaceId: other.workspace.id })).dashboards).toEqual([]);
    for (const operation of ["dashboards.read", "dashboards.delete"])
      expect(await here.refused(operation, elsewhere)).toMatchObject({ http: 404, reason: "dashboard" });
    const stolen = { ...save({}, { id: dashboard.id, version: 1 }), workspaceId: other.workspace.id };
    expect(await here.refused("dashboards.save", stolen)).toMatchObject({ http: 404, reason: "dashboard" });
  });

  it("is neither saved nor deleted by a viewer", async () => {
    const { dashboard } = await here.ok("dashboards.save", save());
    for (const [operation, input] of [
      ["dashboards.save", save()],
      ["dashboards.delete", { workspaceId, id: dashboard.id }],
    ] as const)
      expect(await here.refused(operation, input, "viewer")).toMatchObject({ http: 403, reason: "role" });
  });

  it("keeps the version that was saved first when two people change it, and says who", async () => {
    const { dashboard } = await here.ok("dashboards.save", save());
    const { id } = dashboard;
    const second = await here.ok("dashboards.save", save({ name: "First" }, { id, version: 1 }));
    expect(second.dashboard.version).toBe(2);
    const late = await here.refused("dashboards.save", save({ name: "Late" }, { id, version: 1 }));
    expect(late).toMatchObject({ http: 409, reason: "changed-meanwhile" });
    expect((await here.ok("dashboards.read", { workspaceId, id })).dashboard.content.name).toBe("First");
  });

  it("can be deleted; saves and deletions are in the audit log", async () => {
    const { dashboard } = await here.ok("dashboards.save", save());
    await here.ok("dashboards.delete", { workspaceId, id: dashboard.id });
    expect((await here.ok("dashboards.list", { workspaceId })).dashboards).toEqual([]);
    const { entries } = await here.ok("audit.list", { limit: 2 });
    expect(entries.map(({ event, target }) => [event, target])).toEqual([
      ["dashboard.deleted", `Production of ${slug}`],
      ["dashboard.saved", `Production of ${slug}`],
    ]);
  });

  it("is refused at the place of a panel that cannot be drawn, and nothing is stored", async () => {
    const many = Array.from({ length: MAX_PANELS + 1 }, (_, at) => panel({ id: `p${at}` }));
    for (const [content, place] of [
      [{ name: " " }, "body.content.name"],
      [{ panels: many }, "body.content.panels"],
      [{ panels: [panel(), panel()] }, "body.content.panels"],
      [{ panels: [panel({ figure: "score" })] }, "body.content.panels.0.score"],
      [{ panels: [panel({ kind: "table" })] }, "body.content.panels.0.by"],
      [{ panels: [panel({ kind: "heat" })] }, "body.content.panels.0.by"],
      [{ panels: [panel({ kind: "distribution" })] }, "body.content.panels.0.figure"],
      [{ panels: [panel({ figure: "latency_p99", by: "model" })] }, "body.content.panels.0.by"],
      [{ panels: [panel({ kind: "bars", figure: "error_share", by: "model" })] }, "body.content.panels.0.by"],
      [{ panels: [panel({ sql: "select 1" })] }, "body.content.panels.0"],
    ] as const) {
      const refusal = await here.refused("dashboards.save", save(content));
      expect(refusal, place).toMatchObject({ http: 422, locs: [place] });
    }
    expect((await here.ok("dashboards.list", { workspaceId })).dashboards).toEqual([]);
  });
});
