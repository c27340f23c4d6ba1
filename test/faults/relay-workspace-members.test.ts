import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AppOperationId, type AppResultOf, appOperations } from "@/lib/api/contract/app/app-operations";
import { failureBody } from "@/lib/api/contract/errors/service-error";
import type { Role, WorkspaceRole } from "@/lib/api/contract/operation/app-operation";
import { DashboardWithService } from "./dashboard-with-service";
import type { TestDashboard } from "./relay-dashboard";

let opened: DashboardWithService;
let app: TestDashboard;

/** A workspace of the embedded service, with a model; `secret` is the one whose roles change. */
let open: { id: string; modelId: string };
let secret: { id: string; modelId: string };

async function ok<Id extends AppOperationId>(id: Id, input: unknown, role: Role): Promise<AppResultOf<Id>> {
  const response = await app.app(id, input, role);
  const text = await response.text();
  expect([response.status, text]).toEqual([200, text]);
  // Checked by the result's own schema.
  return appOperations[id].result.parse(JSON.parse(text)) as AppResultOf<Id>;
}

async function refused(id: AppOperationId, input: unknown, role: Role) {
  const response = await app.app(id, input, role);
  return { http: response.status, ...failureBody.parse(await response.json()).error };
}

async function give(role: Role, own: WorkspaceRole | null, workspaceId = secret.id, by: Role = "admin") {
  return await ok("workspaceMembers.setRole", { workspaceId, userId: await app.userId(role), role: own }, by);
}

async function workspaceWithModel(project: string) {
  const { workspace } = await ok("workspaces.create", { connectionId: "local", projectId: `team/${project}` }, "admin");
  const model = { entity: "team", project, name: `model-of-${project}`, base_model: "heddle/bytes-airline-1" };
  const response = await app.call("models.create", { body: model, role: "admin" });
  const text = await response.text();
  expect([response.status, text]).toEqual([200, text]);
  return { id: workspace.id, modelId: String(JSON.parse(text).id) };
}

beforeAll(async () => {
  opened = await DashboardWithService.open();
  app = opened.app;
  open = await workspaceWithModel("open");
  secret = await workspaceWithModel("secret");
});

afterAll(() => opened.close());

beforeEach(async () => {
  await app.dashboard.database.deleteFrom("workspace_role").execute();
});

async function modelStatus(modelId: string, role: Role): Promise<number> {
  const response = await app.call("trajectories.batches", { body: { model_id: modelId }, role });
  await response.body?.cancel();
  return response.status;
}

describe("the members of a workspace", () => {
  it("are all users, with the role of the instance and their own", async () => {
    await give("member", "none");
    await give("viewer", "admin");
    const { members } = await ok("workspaceMembers.list", { workspaceId: secret.id }, "viewer");
    expect(members.map(({ name, role, ownRole }) => [name, role, ownRole])).toEqual([
      ["admin", "admin", null],
      ["member", "member", "none"],
      ["viewer", "viewer", "admin"],
    ]);
    const other = await ok("workspaceMembers.list", { workspaceId: open.id }, "viewer");
    expect(other.members.map(({ ownRole }) => ownRole)).toEqual([null, null, null]);
  });

  it("are managed by admins of the workspace, and the audit log names the change", async () => {
    const input = { workspaceId: secret.id, userId: await app.userId("member"), role: "viewer" };
    expect(await refused("workspaceMembers.setRole", input, "viewer")).toMatchObject({ http: 403, reason: "role" });
    await give("viewer", "admin");
    await give("member", "viewer", secret.id, "viewer");
    const { entries } = await ok("audit.list", { limit: 1 }, "admin");
    expect(entries[0]).toMatchObject({
      event: "workspace-member.role-changed",
      actorName: "viewer",
      target: "member@example.org in secret: member to viewer",
    });
    // Not in the other workspace, and nothing of the instance.
    const elsewhere = { ...input, workspaceId: open.id };
    expect(await refused("workspaceMembers.setRole", elsewhere, "viewer")).toMatchObject({ http: 403 });
    for (const id of ["connections.create", "users.setRole", "modelProviders.list", "audit.list"] as const) {
      expect([id, (await refused(id, {}, "viewer")).http]).toEqual([id, 403]);
    }
  });

  it("include admins of the instance, whose role cannot be changed", async () => {
    const input = { workspaceId: secret.id, userId: await app.userId("admin"), role: "none" };
    expect(await refused("workspaceMembers.setRole", input, "admin")).toMatchObject({ http: 422 });
    await give("viewer", "admin");
    expect(await refused("workspaceMembers.setRole", input, "viewer")).toMatchObject({ http: 422 });
  });

  it("get the role of the instance again when their own is taken back", async () => {
    await give("member", "none");
    const list = async () =>
      (await ok("workspaces.list", {}, "member")).workspaces.map(({ slug, role }) => [slug, role]);
    expect(await list()).toEqual([["open", undefined]]);
    await give("member", "viewer");
    expect(await list()).toEqual([
      ["open", undefined],
      ["secret", "viewer"],
    ]);
    await give("member", null);
    expect(await list()).toEqual([
      ["open", undefined],
      ["secret", undefined],
    ]);
  });
});

describe("the embedded service", () => {
  it("leads a user without access to nothing of the workspace by an id, in a list or by a ref", async () => {
    expect(await modelStatus(secret.modelId, "member")).toBe(200);
    await give("member", "none");
    expect([await modelStatus(secret.modelId, "member"), await modelStatus(open.modelId, "member")]).toEqual([
      404, 200,
    ]);
    const models = await (await app.call("models.list", { body: {}, role: "member" })).text();
    expect([models.includes("model-of-secret"), models.includes("model-of-open")]).toEqual([false, true]);
    const removal = await app.call("models.delete", { method: "DELETE", search: { model_id: secret.modelId } });
    expect(removal.status).toBe(404);
    expect(await modelStatus(secret.modelId, "admin")).toBe(200);
  });

  it("lets a viewer of the workspace read by an id, and change nothing by one", async () => {
    await give("member", "viewer");
    expect(await modelStatus(secret.modelId, "member")).toBe(200);
    const removal = await app.call("models.delete", { method: "DELETE", search: { model_id: secret.modelId } });
    expect(removal.status).toBe(404);
    expect(await modelStatus(secret.modelId, "admin")).toBe(200);
  });
});

describe("API keys", () => {
  const named = (projects: string[] | null) => ({ name: "laptop", projects });

  it("are created for projects in which the user is a member", async () => {
    await give("member", "viewer");
    await give("viewer", "member");
    expect(await refused("serviceKeys.create", named(null), "member")).toMatchObject({ http: 422 });
    expect(await refused("serviceKeys.create", named(["team/secret"]), "member")).toMatchObject({ http: 403 });
    await ok("serviceKeys.create", named(["team/open"]), "member");
    await ok("serviceKeys.create", named(["team/secret"]), "viewer");
    expect(await refused("serviceKeys.create", named(["team/open"]), "viewer")).toMatchObject({ http: 403 });
    expect(await refused("serviceKeys.create", named(null), "viewer")).toMatchObject({ http: 422 });
  });

  it("that reach a workspace are revoked when their owner may no longer write there", async () => {
    const of = async (projects: string[] | null) => (await ok("serviceKeys.create", named(projects), "member")).id;
    const [all, here, elsewhere] = [await of(null), await of(["team/secret"]), await of(["team/open"])];
    expect(await give("member", "admin")).toEqual({ revokedKeyCount: 0 });
    expect((await give("member", "none")).revokedKeyCount).toBeGreaterThanOrEqual(2);
    const { keys } = await ok("serviceKeys.list", {}, "admin");
    const isLive = (id: string) => keys.find((key) => key.id === id)?.revokedAt === null;
    expect([all, here, elsewhere].map(isLive)).toEqual([false, false, true]);
  });
});
