import type { z } from "zod";
import type { invitation, member } from "@/lib/api/contract/app/people";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { countOf } from "@/lib/format/count";

export type Member = z.infer<typeof member>;
export type Invitation = z.infer<typeof invitation>;

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  viewer: "can read everything",
  member: "can also write, and create workspaces and keys",
  admin: "can also manage connections and members",
};

/** Returns the effect of a role change, for its confirmation. */
export function roleChangeText({ name, role: before }: Pick<Member, "name" | "role">, after: Role): string {
  const what = `${name} will change from ${before} to ${after}, who ${ROLE_LABELS[after]}.`;
  return after === "viewer" ? `${what} Their API keys are revoked, since viewers cannot write.` : what;
}

/** Returns the message after a change that revokes a member's keys. Null keys: the embedded service was unavailable. */
export function memberDoneText(done: string, revokedKeyCount: number | null): { text: string; tone: "ok" | "warning" } {
  if (revokedKeyCount === null)
    return { text: `${done}. Their keys could not be revoked: see API keys`, tone: "warning" };
  const keys = revokedKeyCount === 0 ? "" : `, ${countOf(revokedKeyCount, "key")} revoked`;
  return { text: `${done}${keys}`, tone: "ok" };
}
