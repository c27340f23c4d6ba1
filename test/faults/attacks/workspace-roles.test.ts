import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { allAppOperations } from "@/lib/api/contract/app/app-operations";
import type { Role, WorkspaceRole } from "@/lib/api/contract/operation/app-operation";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { allOperations } from "@/lib/api/contract/operations";
import { listAudit } from "@/lib/database/audit";
import { setOwnRole } from "@/lib/database/workspace-roles";
import { insertWorkspace, type Workspace } from "@/lib/database/workspaces";
import type { TestDashboard } from "@/test/faults/relay-dashboard";
import { startRelay } from "@/test/faults/relay-test-setup";
import type { Upstream } from "@/test/faults/relay-upstream";
import { AgentClient } from "@/test/mcp/agent-client";

let app: TestDashboard;
let upstream: Upstream;
let connection: string;
let count = 0;

/** The workspace of the project that all examples name, on a connection to another service. */
let workspace: Workspace;

startRelay({}, (scene) => {
  ({ app, upstream, connection } = scene);
});

async function newWorkspace(projectId: string): Promise<Workspace> {
  count += 1;
  const { database, now } = app.dashboard;
  return await insertWorkspace(database, { slug: `roles-${count}`, connectionId: connection, projectId }, now());
}

/** Gives the user of a role another one in a workspace. */
async function give(role: Role, own: WorkspaceRole, { id }: Workspace = workspace): Promise<void> {
  await setOwnRole(app.dashboard.database, { userId: await app.userId(role), workspaceId: id }, own);
}

beforeEach(async () => {
  await app.dashboard.database.deleteFrom("workspace").execute();
  workspace = await newWorkspace("demo/airline");
});

const checked = allOperations.filter(({ audience, auth }) => audience === "clients" && auth !== "none");

/** The least role that an operation asks for. */
const roleOf = ({ role, effect }: Operation) => role ?? (effect === "write" ? "member" : "viewer");

/** Whether the relay reads which project a row's example names. Bodies that are streamed are not read. */
function namesProject({ body, example }: Operation): boolean {
  const text = JSON.stringify([example.params, example.query, body.kind === "json" ? example.body : null]);
  return /"project_id":"demo\/airline"|"entity":"demo","project":"airline"|"refs":\["weave:\/\/\/demo/.test(text);
}

async function send(operation: Operation, role: Role, project = "demo/airline") {
  upstream.seen.length = 0;
  const example = JSON.parse(JSON.stringify(operation.example).replaceAll("demo/airline", project));
  const search = Object.entries({ ...example.params, ...example.query }).map(([k, v]) => [k, String(v)] as const);
  const multipart = { body: "--b--\r\n", headers: { "content-type": "multipart/form-data; boundary=b" } };
  const json = operation.body.kind === "none" ? {} : { body: example.body ?? {} };
  const body = operation.body.kind === "multipart" ? multipart : json;
  const response = await app.call(operation.id, { connection, method: operation.method, search, role, ...body });
  const text = await response.text();
  const refusal = [403, 404].includes(response.status) && upstream.seen.length === 0 ? response.status : null;
  return { refusal, text };
}

describe("each operation of a service", () => {
  it("answers a member without access to a workspace as if it did not exist", async () => {
    await give("member", "none");
    for (const operation of checked) {
      const { refusal, text } = await send(operation, "member");
      // Without a project, the request could reach the workspace by an id. A role that the member has nowhere is refused first.
      const isUnknown = namesProject(operation) && operation.role !== "admin";
      expect([operation.id, refusal]).toEqual([operation.id, isUnknown ? 404 : 403]);
      expect(text).not.toContain(workspace.slug);
    }
    expect(checked.filter(namesProject).length).toBeGreaterThan(checked.length / 2);
  });

  it("answers about a project without a workspace as about one that does not exist for the member", async () => {
    await give("member", "none");
    const namedWhole = checked.filter(
      (row) => namesProject(row) && JSON.stringify(row.example).includes("demo/airline"),
    );
    expect(namedWhole.length).toBeGreaterThan(20);
    for (const operation of namedWhole) {
      const answers: unknown[] = [];
      for (const project of ["demo/airline", "demo/nothing"]) {
        const { refusal, text } = await send(operation, "member", project);
        answers.push([operation.id, refusal, text.replaceAll(/"requestId":"[^"]*"/g, "")]);
      }
      expect(answers[1]).toEqual(answers[0]);
    }
  });

  it("lets a member who is a viewer of a workspace only read it", async () => {
    await give("member", "viewer");
    for (const operation of checked) {
      const isWrite = roleOf(operation) !== "viewer";
      const { refusal } = await send(operation, "member");
      expect([operation.id, refusal]).toEqual([operation.id, isWrite ? 403 : null]);
    }
  });

  it("lets a viewer who is a member of a workspace write there, and nowhere else", async () => {
    await give("viewer", "member");
    for (const operation of checked) {
      const isWrite = roleOf(operation) !== "viewer";
      const isHere = namesProject(operation);
      const isAdmins = operation.role === "admin";
      const { refusal } = await send(operation, "viewer");
      expect([operation.id, refusal]).toEqual([operation.id, isAdmins || (isWrite && !isHere) ? 403 : null]);
      if (isAdmins) continue;
      // The path names the project in two parts.
      if (!isWrite || !isHere || !JSON.stringify(operation.example).includes("demo/airline")) continue;
      expect([operation.id, (await send(operation, "viewer", "demo/other")).refusal]).toEqual([operation.id, 403]);
    }
  });

  it("keeps an admin of the instance from nothing", async () => {
    await give("admin", "none");
    for (const operation of checked) {
      expect([operation.id, (await send(operation, "admin")).refusal]).toEqual([operation.id, null]);
    }
  });

  it("refuses a request as soon as the role was changed", async () => {
    const stats = checked.find(({ id }) => id === "calls.queryStats");
    if (!stats) throw new Error("The operation is gone.");
    const refusals: unknown[] = [];
    for (const own of ["viewer", "none", "member"] as const) {
      await give("member", own);
      refusals.push((await send(stats, "member")).refusal);
    }
    expect(refusals).toEqual([null, 404, null]);
  });
});

/** A valid input of each operation of the dashboard that names a workspace. */
const inputs: Readonly<Record<string, (id: string) => Record<string, unknown>>> = {
  "workspaces.update": (id) => ({ id, slug: "taken-over" }),
  "workspaces.delete": (id) => ({ id }),
  "redaction.set": () => ({ project_id: "demo/airline", revision: 0, rules: [] }),
  "retention.set": () => ({ project_id: "demo/airline", max_age_days: 1, max_bytes: null }),
  "views.list": (workspaceId) => ({ workspaceId, page: "traces" }),
  "views.create": (workspaceId) => ({ workspaceId, page: "traces", name: "mine", query: "" }),
  "views.setDefault": (workspaceId) => ({ workspaceId, page: "traces", viewId: null }),
  "sharedRequests.create": (workspaceId) => ({ workspaceId, draft: "{}" }),
  "lineage.plan": (workspaceId) => ({ workspaceId, modelId: "m", planId: null, trajectories: [] }),
  "lineage.confirm": (workspaceId) => ({ workspaceId, planId: "p", jobId: "j" }),
  "lineage.planned": (workspaceId) => ({ workspaceId, planId: "p" }),
  "lineage.job": (workspaceId) => ({ workspaceId, jobId: "j" }),
  "lineage.model": (workspaceId) => ({ workspaceId, modelId: "m" }),
  "lineage.origin": (workspaceId) => ({ workspaceId, kind: "thread", id: "t" }),
  "agentKeys.create": (workspaceId) => ({ workspaceId, name: "probe", access: "write" }),
  "oauthClients.allow": (workspaceId) => ({ workspaceId, request: "", access: "read" }),
  "oauthClients.allowDevice": (workspaceId) => ({ workspaceId, userCode: "BCDF-GHJK", access: "read" }),
  "shareLinks.create": (workspaceId) => ({ workspaceId, kind: "trace", targetId: "t", title: "A trace" }),
  "shareLinks.setAllowed": (workspaceId) => ({ workspaceId, isAllowed: true }),
  "renderers.list": (workspaceId) => ({ workspaceId }),
  "renderers.read": (workspaceId) => ({ workspaceId, id: "r" }),
  "renderers.save": (workspaceId) => ({ workspaceId, name: "Board", match: null, html: "<p>" }),
  "renderers.delete": (workspaceId) => ({ workspaceId, id: "r" }),
  "dashboards.list": (workspaceId) => ({ workspaceId }),
  "dashboards.read": (workspaceId) => ({ workspaceId, id: "d" }),
  "dashboards.save": (workspaceId) => ({ workspaceId, before: null, content: { name: "Board" } }),
  "dashboards.delete": (workspaceId) => ({ workspaceId, id: "d" }),
  "workspaceMembers.list": (workspaceId) => ({ workspaceId }),
  "workspaceMembers.setRole": (workspaceId) => ({ workspaceId, userId: "u", role: "admin" }),
};

async function answerOf(id: string, input: unknown, role: Role): Promise<unknown> {
  const response = await app.app(id, input, role);
  const text = await response.text();
  return [id, response.status, text.replaceAll(/"requestId":"[^"]*"/g, "")];
}

describe("each operation of the dashboard that names a workspace", () => {
  it("answers a member without access as for one that does not exist", async () => {
    await give("member", "none");
    expect(Object.keys(inputs).sort()).toEqual(
      allAppOperations.flatMap(({ id, workspaceIn }) => (workspaceIn ? [id] : [])).sort(),
    );
    for (const [id, inputFor] of Object.entries(inputs)) {
      const answer = await answerOf(id, inputFor(workspace.id), "member");
      expect(answer).toEqual(await answerOf(id, inputFor(randomUUID()), "member"));
      expect(JSON.stringify(answer)).not.toContain(workspace.slug);
    }
  });

  it("says so in its row, so that none is left out here", () => {
    const naming = allAppOperations.filter(({ input }) => input instanceof z.ZodObject && "workspaceId" in input.shape);
    expect(naming.length).toBeGreaterThan(10);
    expect(naming.filter(({ workspaceIn }) => workspaceIn !== "workspaceId").map(({ id }) => id)).toEqual([]);
  });

  it("asks for the role in that workspace", async () => {
    for (const { id, role, workspaceIn } of allAppOperations) {
      if (role === "viewer" || role === "anyone" || workspaceIn === undefined || workspaceIn === "project_id") continue;
      const isRefused = async (by: Role) =>
        (await (await app.app(id, inputs[id]?.(workspace.id), by)).text()).includes('"reason":"role"');
      await give("member", "viewer");
      expect([id, await isRefused("member")]).toEqual([id, true]);
      if (id === "workspaces.delete") continue;
      await give("viewer", role);
      expect([id, await isRefused("viewer")]).toEqual([id, false]);
    }
  });
});

describe("a workspace without access", () => {
  it("is in no list, and its views, requests and links do not exist", async () => {
    const read = async (id: string, input: unknown, role: Role) => {
      const response = await app.app(id, input, role);
      return { status: response.status, text: await response.text() };
    };
    const made = async (id: string, input: unknown) => JSON.parse((await read(id, input, "member")).text);
    const page = { workspaceId: workspace.id, page: "traces" };
    const { view } = await made("views.create", { ...page, name: "slow", query: "", isShared: true });
    const request = await made("sharedRequests.create", { workspaceId: workspace.id, draft: "{}" });
    await read("shareLinks.setAllowed", { workspaceId: workspace.id, isAllowed: true }, "admin");
    const link = await made("shareLinks.create", { ...inputs["shareLinks.create"]?.(workspace.id) });
    expect([view.id, request.id, link.id]).not.toContain(undefined);
    await give("member", "none");
    upstream.reply = (response) => {
      response.end(JSON.stringify({ projects: [{ project_id: "demo/airline" }] }));
    };
    for (const [id, input] of [
      ["workspaces.list", {}],
      ["workspaces.offered", { connectionId: connection }],
      ["shareLinks.list", {}],
    ] as const) {
      const { status, text } = await read(id, input, "member");
      expect([id, status]).toEqual([id, 200]);
      expect(text).not.toContain(workspace.slug);
      expect(text).not.toContain("demo/airline");
    }
    for (const [id, input] of [
      ["views.update", { id: view.id, name: "x" }],
      ["views.delete", { id: view.id }],
      ["sharedRequests.read", { id: request.id }],
      ["shareLinks.revoke", { id: link.id }],
    ] as const) {
      expect([id, (await read(id, input, "member")).status]).toEqual([id, 404]);
    }
    const taken = await read("workspaces.create", { connectionId: connection, projectId: "demo/airline" }, "member");
    expect(taken.text).not.toContain(workspace.slug);
  });

  it("is named in the audit log when it is tried in any way, once for each user, and the answer is no other", async () => {
    const tried = async () => {
      const { entries } = await listAudit(app.dashboard.database, { limit: 20, event: "workspace.denied" });
      return entries.filter(({ target }) => target === workspace.slug);
    };
    await give("member", "none");
    const stats = checked.find(({ id }) => id === "calls.queryStats");
    if (!stats) throw new Error("The operation is gone.");
    for (let request = 0; request < 3; request += 1) expect((await send(stats, "member")).refusal).toBe(404);
    await answerOf("views.list", inputs["views.list"]?.(workspace.id), "member");
    expect(await tried()).toMatchObject([{ actorName: "member", isAllowed: false }]);
    await give("viewer", "none");
    const agent = await AgentClient.as(app, "viewer", "read");
    expect((await agent.call("figures", { workspace: workspace.slug })).isError).toBe(true);
    await agent.close();
    expect((await tried()).map(({ actorName }) => actorName)).toEqual(["viewer", "member"]);
    for (const id of [workspace.id, randomUUID()]) await answerOf("views.list", inputs["views.list"]?.(id), "viewer");
    expect(await tried()).toHaveLength(2);
  });

  it("does not exist for the user's agents, and one with a lower role is only read", async () => {
    const open = await newWorkspace("demo/open");
    const agent = await AgentClient.as(app, "member", "write");
    await give("member", "none");
    await give("member", "viewer", open);
    const { text } = await agent.call("list_workspaces", {});
    expect([text.includes(workspace.slug), text.includes(open.slug)]).toEqual([false, true]);
    upstream.seen.length = 0;
    const answers: string[] = [];
    for (const name of [workspace.slug, "demo/airline", "roles-nothing", "demo/nothing"]) {
      const answer = await agent.call("figures", { workspace: name });
      expect([answer.isError, answer.text.includes(`${workspace.slug},`)]).toEqual([true, false]);
      answers.push(answer.text.replaceAll(name, "NAME"));
    }
    expect(new Set(answers).size).toBe(1);
    const run = { workspace: open.slug, model: "m", messages: [{ role: "user", content: "Hello" }] };
    expect((await agent.call("run_completion", run)).isError).toBe(true);
    expect(upstream.seen).toEqual([]);
    await agent.close();
  });

  it("keeps its roles from being removed with it by a member", async () => {
    await give("viewer", "none");
    expect((await app.app("workspaces.delete", { id: workspace.id }, "member")).status).toBe(403);
    expect((await app.app("workspaces.delete", { id: workspace.id }, "admin")).status).toBe(200);
    expect(await app.dashboard.database.selectFrom("workspace_role").selectAll().execute()).toEqual([]);
  });
});
