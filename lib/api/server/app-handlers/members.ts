import type { Role } from "@/lib/api/contract/operation/app-operation";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { linkTo } from "@/lib/auth/first-access";
import {
  type CreatedLink,
  createInvitation as createLink,
  deleteInvitation,
  listInvitations as listLinks,
  replacePasswordLink,
} from "@/lib/database/account-links";
import type { AppDatabase } from "@/lib/database/app-database";
import { findUser, hasOtherAdmin, namesOfPeople, removeUser, setRole, type User } from "@/lib/database/users";
import { type AppCall, type AppHandler, audited, signedIn } from "./app-call";
import { revokeKeysOf } from "./service-keys";

function noSuchMember(): RequestFailedError {
  const message = "This account no longer exists.";
  return new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "member" });
}

/** @throws RequestFailedError when there is no such user */
export async function requireMember(database: AppDatabase, id: string): Promise<User> {
  const user = await findUser(database, id);
  if (!user) throw noSuchMember();
  return user;
}

/** Without an admin, connections and users could no longer be managed. */
async function requireOtherAdmin(database: AppDatabase, user: User): Promise<void> {
  if (user.role !== "admin" || (await hasOtherAdmin(database, user.id))) return;
  const message = `${user.name} is the last admin. Make another user an admin first.`;
  throw new RequestFailedError({ httpStatus: 409, kind: "validation", message, reason: "last-admin" });
}

/** Reads, checks and changes in one transaction: two admins who remove each other do not both succeed. */
export const setUserRole: AppHandler<"users.setRole"> = async ({ id, role }, call) => {
  const { email, role: before } = await requireMember(call.dashboard.database, id);
  if (before === role) {
    call.trail.noteUnchanged();
    return { revokedKeyCount: 0 };
  }
  await audited(call, "member.role-changed", `${email} ${before} to ${role}`, async (database) => {
    const user = await requireMember(database, id);
    if (role !== "admin") await requireOtherAdmin(database, user);
    await setRole(database, id, role);
  });
  return { revokedKeyCount: role === "viewer" ? await revokeKeysOf(call, id) : 0 };
};

export const removeMember: AppHandler<"users.remove"> = async ({ id }, call) => {
  const { email } = await requireMember(call.dashboard.database, id);
  await audited(call, "member.removed", email, async (database, now) => {
    const user = await requireMember(database, id);
    await requireOtherAdmin(database, user);
    await removeUser(database, user, now);
  });
  return { revokedKeyCount: await revokeKeysOf(call, id) };
};

function toCreatedLink({ dashboard }: AppCall, { id, token, expiresAt }: CreatedLink) {
  return { id, url: linkTo(dashboard.environment.publicUrl, token), expiresAt };
}

export const createPasswordLink: AppHandler<"users.passwordLink"> = async ({ id }, call) => {
  const { email } = await requireMember(call.dashboard.database, id);
  const made = await audited(call, "password-link.created", email, async (database, now) =>
    replacePasswordLink(database, await requireMember(database, id), now, signedIn(call).user.id),
  );
  return toCreatedLink(call, made);
};

export const handleListInvitations: AppHandler<"invitations.list"> = async (_input, { dashboard }) => {
  const names = await namesOfPeople(dashboard.database);
  const open = await listLinks(dashboard.database, dashboard.now());
  return {
    invitations: open.map(({ createdBy, ...invitation }) => ({
      ...invitation,
      createdByName: createdBy === null ? null : (names.get(createdBy) ?? null),
    })),
  };
};

export const handleCreateInvitation: AppHandler<"invitations.create"> = async ({ role }, call) => {
  const made = await audited(call, "invitation.created", role, (database, now) =>
    createLink(database, role, now, signedIn(call).user.id),
  );
  return toCreatedLink(call, made);
};

export const revokeInvitation: AppHandler<"invitations.revoke"> = async ({ id }, call) => {
  await audited(call, "invitation.revoked", id, async (database): Promise<Role> => {
    const role = await deleteInvitation(database, id);
    if (role) return role;
    const message = "This invitation was already used or revoked, or has expired.";
    throw new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "invitation" });
  });
  return {};
};
