import type { z } from "zod";
import type { invitation, member } from "@/lib/api/contract/app/people";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { countOf } from "@/lib/format/count";

export type Member = z.infer<typeof member>;
export type Invitation = z.infer<typeof invitation>;

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  viewer: "reads everything",
  member: "also writes, makes workspaces and keys",
  admin: "also manages connections and people",
};

/** What changes for a person with their role, as the question before it says. */
export function roleChangeText({ name, role: before }: Pick<Member, "name" | "role">, after: Role): string {
  const what = `${name} is a ${before} and will be ${after === "admin" ? "an" : "a"} ${after}, who ${ROLE_LABELS[after]}.`;
  return after === "viewer" ? `${what} Their API keys are revoked, since a viewer does not write.` : what;
}

/** What is said after a change that revokes a person's keys. Null keys: the embedded service could not be asked. */
export function memberDoneText(done: string, revokedKeyCount: number | null): { text: string; tone: "ok" | "warning" } {
  if (revokedKeyCount === null)
    return { text: `${done}. Their keys could not be revoked: see API keys`, tone: "warning" };
  const keys = revokedKeyCount === 0 ? "" : `, ${countOf(revokedKeyCount, "key")} revoked`;
  return { text: `${done}${keys}`, tone: "ok" };
}
