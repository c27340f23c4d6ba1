import { describe, expect, it } from "vitest";
import { type Role, roles, type WorkspaceRole, workspaceRoles } from "@/lib/api/contract/operation/app-operation";
import { effectiveRole, type OwnWorkspaceRole, type SessionUser, sessionUserOf } from "@/lib/database/workspace-roles";
import {
  highestRole,
  lowestRole,
  roleInProject,
  roleInWorkspace,
  visibleWorkspaces,
  withRoleAtMost,
} from "./workspace-roles";

const own = (name: string, role: WorkspaceRole): OwnWorkspaceRole => ({
  workspaceId: name,
  connectionId: "local",
  projectId: `team/${name}`,
  role,
});

const user = (role: Role, ...workspaceRoles: OwnWorkspaceRole[]): SessionUser => ({
  id: "u",
  name: "Mia",
  email: "mia@example.org",
  role,
  workspaceRoles,
});

describe("the role of a user in a workspace", () => {
  it.each(roles)("is that of the instance, %s, where none was given", (role) => {
    expect(effectiveRole(role, null)).toBe(role);
  });

  it.each(["viewer", "member"] as const)("is the given one, higher or lower than the %s of the instance", (role) => {
    expect(workspaceRoles.map((given) => effectiveRole(role, given))).toEqual(["viewer", "member", "admin", null]);
  });

  it("is admin for an admin of the instance, whatever was given", () => {
    expect(workspaceRoles.map((given) => effectiveRole("admin", given))).toEqual(Array(4).fill("admin"));
  });

  it("counts in its workspace and its project only", () => {
    const mia = user("viewer", own("a", "member"), own("b", "none"));
    expect(["a", "b", "c"].map((id) => roleInWorkspace(mia, id))).toEqual(["member", null, "viewer"]);
    expect(["a", "b", "c"].map((name) => roleInProject(mia, "local", `team/${name}`))).toEqual([
      "member",
      null,
      "viewer",
    ]);
    expect(roleInProject(mia, "remote", "team/a")).toBe("viewer");
  });

  it("hides the workspaces without access", () => {
    const all = [{ id: "a" }, { id: "b" }, { id: "c" }];
    expect(visibleWorkspaces(user("member", own("b", "none")), all)).toEqual([{ id: "a" }, { id: "c" }]);
    expect(visibleWorkspaces(user("admin", own("b", "none")), all)).toEqual(all);
  });
});

describe("the roles of a user in all workspaces", () => {
  it("have a highest and, on a connection, a lowest one", () => {
    const mia = user("member", own("a", "admin"), own("b", "none"));
    expect([highestRole(mia), lowestRole(mia, "local"), lowestRole(mia, "remote")]).toEqual([
      "admin",
      "viewer",
      "member",
    ]);
    expect(highestRole(user("viewer", own("a", "none")))).toBe("viewer");
  });

  it("are lowered for an agent, and never raised", () => {
    const mia = user("viewer", own("a", "admin"), own("b", "none"), own("c", "viewer"));
    const given = (most: Role) => withRoleAtMost(mia, most).workspaceRoles.map(({ role }) => role);
    expect(given("member")).toEqual(["member", "none", "viewer"]);
    expect(given("viewer")).toEqual(["viewer", "none", "viewer"]);
    expect(withRoleAtMost(mia, "member").role).toBe("viewer");
    expect(withRoleAtMost(user("admin"), "member").role).toBe("member");
  });

  it("are read from joined rows: none for a user without, none for an admin", () => {
    const row = { user_id: "u", name: "Mia", email: "m@example.org", role: "member" } as const;
    const nothing = { own_role: null, own_workspace: null, own_connection: null, own_project: null };
    const given = { own_role: "none", own_workspace: "w", own_connection: "local", own_project: "a/b" } as const;
    expect(sessionUserOf([])).toBeUndefined();
    expect(sessionUserOf([{ ...row, ...nothing }])?.workspaceRoles).toEqual([]);
    expect(sessionUserOf([{ ...row, ...given }])?.workspaceRoles).toEqual([
      { workspaceId: "w", connectionId: "local", projectId: "a/b", role: "none" },
    ]);
    expect(sessionUserOf([{ ...row, role: "admin", ...given }])?.workspaceRoles).toEqual([]);
  });
});
