import type { z } from "zod";
import type { workspaceMember } from "@/lib/api/contract/app/workspace-members";
import { type Role, roles, type WorkspaceRole } from "@/lib/api/contract/operation/app-operation";
import { countOf } from "@/lib/format/count";

export type WorkspaceMember = z.infer<typeof workspaceMember>;

/** The choice of a select: a role in the workspace, or that of the instance. */
export type RoleChoice = WorkspaceRole | "instance";

/** The rights of each role in one workspace. */
const RIGHTS: Readonly<Record<WorkspaceRole, string>> = {
  viewer: "can read this workspace",
  member: "can also write to it",
  admin: "can also set its retention, its links and its members",
  none: "cannot see it: to them it does not exist",
};

/** Returns the current choice of a member. */
export function choiceOf({ ownRole }: Pick<WorkspaceMember, "ownRole">): RoleChoice {
  return ownRole ?? "instance";
}

export function roleOfChoice(choice: RoleChoice): WorkspaceRole | null {
  return choice === "instance" ? null : choice;
}

/** Returns the choices for a member, each with its words. */
export function roleChoices({ role }: Pick<WorkspaceMember, "role">): { value: RoleChoice; label: string }[] {
  return [
    { value: "instance", label: `${role} everywhere` },
    ...roles.map((value) => ({ value, label: value })),
    { value: "none", label: "no access" },
  ];
}

const isWriter = (role: WorkspaceRole) => role === "member" || role === "admin";

/** Returns the effect of a change, for its confirmation. */
export function changeText(
  { name, role, ownRole }: Pick<WorkspaceMember, "name" | "role" | "ownRole">,
  choice: RoleChoice,
): string {
  const after = roleOfChoice(choice) ?? role;
  const who = choice === "instance" ? `${name} gets the role of the instance again and` : name;
  const keys = isWriter(ownRole ?? role) && !isWriter(after) ? " Their API keys that reach it are revoked." : "";
  return `${who} ${RIGHTS[after]}.${keys}`;
}

/** Returns the message after a change. Null keys: the embedded service was unavailable. */
export function changedText(
  { name, role }: Pick<WorkspaceMember, "name" | "role">,
  choice: RoleChoice,
  revokedKeyCount: number | null,
): { text: string; tone: "ok" | "warning" } {
  const after: Role | "none" = roleOfChoice(choice) ?? role;
  const done =
    after === "none" ? `${name} has no access` : `${name} is ${after === "admin" ? "an" : "a"} ${after} here`;
  if (revokedKeyCount === null) {
    return { text: `${done}. Their keys could not be revoked: see API keys`, tone: "warning" };
  }
  const keys = revokedKeyCount === 0 ? "" : `, ${countOf(revokedKeyCount, "key")} revoked`;
  return { text: `${done}${keys}`, tone: "ok" };
}
