import { describe, expect, it } from "vitest";
import { readAgentSession } from "@/lib/auth/agent-key";
import { AppUnderTest } from "./relay-app-client";

const here = new AppUnderTest();
const DAY_MS = 24 * 60 * 60 * 1000;

const sessionOf = (key: string, now = here.app.dashboard.now()) =>
  readAgentSession(here.app.dashboard.database, `Bearer ${key}`, now);

describe("a key for agents", () => {
  it("is shown once, stored as a hash, and acts as its owner", async () => {
    const made = await here.ok("agentKeys.create", { name: "laptop" }, "member");
    expect(made).toMatchObject({ name: "laptop", access: "read", ownerName: "member", workspaceId: null });
    const listed = await here.ok("agentKeys.list", {}, "member");
    expect(listed.keys).toMatchObject([{ id: made.id, isRevocable: true, lastUsedAt: null }]);
    expect(JSON.stringify(listed)).not.toContain(made.key);
    const rows = await here.app.dashboard.database.selectFrom("agent_key").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(made.key);
    expect(here.app.logLines.join("")).not.toContain(made.key);
    expect(await sessionOf(made.key)).toMatchObject({ session: { user: { role: "viewer", name: "member" } } });
    const { entries } = await here.ok("audit.list", { limit: 1 }, "admin");
    expect(entries[0]).toMatchObject({ event: "agent-key.created", actorName: "member", target: "laptop (read)" });
    const used = await here.ok("agentKeys.list", {}, "member");
    expect(used.keys[0]?.lastUsedAt).not.toBeNull();
  });

  it("never gives more than its owner's role has now, and never the rights of an admin", async () => {
    const ofMember = await here.ok("agentKeys.create", { name: "writes", access: "write" }, "member");
    const ofAdmin = await here.ok("agentKeys.create", { name: "writes", access: "write" }, "admin");
    expect((await sessionOf(ofMember.key))?.session.user.role).toBe("member");
    expect((await sessionOf(ofAdmin.key))?.session.user.role).toBe("member");
    const id = await here.app.userId("member");
    await here.ok("users.setRole", { id, role: "viewer" });
    expect((await sessionOf(ofMember.key))?.session.user.role).toBe("viewer");
    await here.ok("users.setRole", { id, role: "member" });
    expect(await here.refused("agentKeys.create", { name: "x", access: "write" }, "viewer")).toMatchObject({
      http: 403,
      reason: "role",
    });
    const readOnly = await here.ok("agentKeys.create", { name: "reads" }, "viewer");
    expect((await sessionOf(readOnly.key))?.session.user.role).toBe("viewer");
  });

  it("stops working when it is revoked, has expired, or its owner is removed", async () => {
    const revoked = await here.ok("agentKeys.create", { name: "revoked" }, "member");
    await here.ok("agentKeys.revoke", { id: revoked.id }, "member");
    expect(await sessionOf(revoked.key)).toBeUndefined();
    const brief = await here.ok("agentKeys.create", { name: "brief", lifetimeDays: 7 }, "member");
    expect(await sessionOf(brief.key)).toBeDefined();
    const late = new Date(here.app.dashboard.now().getTime() + 7 * DAY_MS);
    expect(await sessionOf(brief.key, late)).toBeUndefined();
    const lasting = await here.ok("agentKeys.create", { name: "lasting", lifetimeDays: null }, "viewer");
    expect(lasting.expiresAt).toBeNull();
    expect(await sessionOf(lasting.key, new Date(late.getTime() + 4000 * DAY_MS))).toBeDefined();
    await here.ok("users.remove", { id: await here.app.userId("viewer") });
    expect(await sessionOf(lasting.key)).toBeUndefined();
  });

  it("is listed and revoked by its owner or an admin only", async () => {
    const { id } = await here.ok("agentKeys.create", { name: "of the admin" }, "admin");
    const { keys } = await here.ok("agentKeys.list", {}, "member");
    expect(keys.map((key) => key.id)).not.toContain(id);
    expect(await here.refused("agentKeys.revoke", { id }, "member")).toMatchObject({ http: 404, reason: "key" });
    expect(await here.refused("agentKeys.revoke", { id: "none" })).toMatchObject({ http: 404, reason: "key" });
    const own = await here.ok("agentKeys.create", { name: "of the member" }, "member");
    const { key } = await here.ok("agentKeys.revoke", { id: own.id }, "admin");
    expect(key).toMatchObject({ ownerName: "member", isRevocable: false });
    const again = await here.ok("agentKeys.revoke", { id: own.id }, "admin");
    expect(again.key.revokedAt).toBe(key.revokedAt);
  });

  it("may be limited to a workspace, and is deleted with it", async () => {
    const { workspace } = await here.ok("workspaces.create", { connectionId: "local", projectId: "limited/p" });
    const made = await here.ok("agentKeys.create", { name: "one", workspaceId: workspace.id }, "member");
    expect(made.workspaceSlug).toBe(workspace.slug);
    expect(await sessionOf(made.key)).toMatchObject({ workspaceId: workspace.id });
    await here.ok("workspaces.delete", { id: workspace.id });
    expect(await sessionOf(made.key)).toBeUndefined();
    expect(await here.refused("agentKeys.create", { name: "x", workspaceId: "none" }, "member")).toMatchObject({
      http: 422,
      locs: ["body.workspaceId"],
    });
  });

  it("is refused in any other form than a Bearer header with a whole key", async () => {
    const { key } = await here.ok("agentKeys.create", { name: "form" }, "admin");
    const { database } = here.app.dashboard;
    const headers = [null, "", key, `Basic ${key}`, `Bearer ${key}x`, `Bearer ${key.slice(0, -1)}`, `Bearer  `];
    for (const header of headers) expect(await readAgentSession(database, header, new Date())).toBeUndefined();
  });

  it("is limited in number for each user", async () => {
    const names = Array.from({ length: 60 }, (_, index) => `key ${index}`);
    let refused = 0;
    for (const name of names) {
      const response = await here.app.app("agentKeys.create", { name }, "admin");
      if (response.status === 422) refused += 1;
    }
    expect(refused).toBeGreaterThanOrEqual(10);
    expect(await here.refused("agentKeys.create", { name: "more" })).toMatchObject({ http: 422 });
  });
});
