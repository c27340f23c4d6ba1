import { describe, expect, it } from "vitest";
import { CHANGED_MEANWHILE } from "@/lib/api/contract/app/connections";
import { failureBody } from "@/lib/api/contract/errors/service-error";
import { findConnection, readSealedCredentials } from "@/lib/database/connections";
import { endSessionsOf } from "@/lib/database/sessions";
import type { Connection } from "@/lib/workspace/connection";
import { AppUnderTest } from "./relay-app-client";
import { TestDashboard } from "./relay-dashboard";

const here = new AppUnderTest();

/** The request of a form in which nothing was changed. */
function openedForm({ id, name, baseUrl, dialect, updatedAt }: Connection) {
  return { id, name, baseUrl, dialect, updatedAt, basic: null, bearer: {} };
}

describe("two tabs of one user", () => {
  it("are both signed out at once: the next action of the other one changes nothing and reaches no service", async () => {
    const app = await TestDashboard.open();
    try {
      const connection = await app.connect(here.upstream.url);
      const read = () => app.call("calls.queryStats", { connection, body: { project_id: "a/b" } });
      here.upstream.json(200, { count: 1 });
      expect((await read()).status).toBe(200);
      await endSessionsOf(app.dashboard.database, await app.userId("member"));
      here.upstream.seen.length = 0;
      const workspace = { connectionId: connection, projectId: "a/b" };
      for (const response of [await read(), await app.app("workspaces.create", workspace, "member")]) {
        const { error } = failureBody.parse(await response.json());
        expect([response.status, error.kind]).toEqual([401, "signed-out"]);
      }
      expect(here.upstream.seen).toEqual([]);
      expect(await app.dashboard.database.selectFrom("workspace").selectAll().execute()).toEqual([]);
    } finally {
      await app.close();
    }
  });

  it("with the same connection open: the older tab cannot bring the old address back with the new credential", async () => {
    const created = await here.newConnection();
    const asOpened = openedForm(created);
    const moved = { ...asOpened, baseUrl: "https://elsewhere.example.org", bearer: { token: "CANARY-new" } };
    await here.ok("connections.update", moved);
    const refused = await here.refused("connections.update", { ...asOpened, name: "renamed" });
    expect(refused).toMatchObject({ http: 409, reason: CHANGED_MEANWHILE });
    const { database } = here.app.dashboard;
    expect(await findConnection(database, created.id)).toMatchObject({ name: created.name, baseUrl: moved.baseUrl });
  });

  it("with the same connection open: the second change is refused and says why, also one of credentials only", async () => {
    const created = await here.newConnection();
    const asOpened = openedForm(created);
    const first = await here.ok("connections.update", { ...asOpened, name: `${created.name} first` });
    const sealed = await readSealedCredentials(here.app.dashboard.database, created.id);
    for (const change of [{ name: "second" }, { bearer: { token: "CANARY-second" } }, { bearer: null }]) {
      const refused = await here.refused("connections.update", { ...asOpened, ...change });
      expect(refused).toMatchObject({ http: 409, kind: "validation", reason: CHANGED_MEANWHILE });
    }
    expect(await readSealedCredentials(here.app.dashboard.database, created.id)).toEqual(sealed);
    const { connections } = await here.ok("connections.list");
    expect(connections.find(({ id }) => id === created.id)?.name).toBe(first.connection.name);
    const again = { ...asOpened, updatedAt: first.connection.updatedAt, name: `${created.name} second` };
    expect((await here.ok("connections.update", again)).connection.name).toBe(again.name);
  });

  it("with the same connection open: of changes at the same moment one is stored, and the others are refused", async () => {
    const created = await here.newConnection();
    const names = ["a", "b", "c", "d"].map((letter) => `${created.name} ${letter}`);
    const responses = await Promise.all(
      names.map((name) => here.app.app("connections.update", { ...openedForm(created), name }, "admin")),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const stored = await findConnection(here.app.dashboard.database, created.id);
    expect(stored?.name).toBe(names[responses.findIndex(({ status }) => status === 200)]);
  });

  it("of which one deleted what the other one changes: nothing comes back, and the other one is told", async () => {
    const { id } = await here.newConnection();
    const { workspace } = await here.ok("workspaces.create", { connectionId: id, projectId: "a/b" });
    const place = { workspaceId: workspace.id, page: "traces" };
    const { view } = await here.ok("views.create", { ...place, name: "slow", query: "" });
    await here.ok("views.delete", { id: view.id });
    expect(await here.refused("views.update", { id: view.id, name: "fast" })).toMatchObject({ http: 404 });
    await here.ok("workspaces.delete", { id: workspace.id });
    const renamed = { id: workspace.id, slug: "back" };
    expect(await here.refused("workspaces.update", renamed)).toMatchObject({ http: 404, reason: "workspace" });
    const again = { ...place, name: "again", query: "" };
    expect(await here.refused("views.create", again)).toMatchObject({ http: 422, locs: ["body.workspaceId"] });
    const { workspaces } = await here.ok("workspaces.list");
    expect(workspaces.filter((each) => each.connectionId === id)).toEqual([]);
  });
});
