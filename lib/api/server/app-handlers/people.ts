import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { CommonPasswordError } from "@/lib/auth/common-password";
import { LinkInvalidError, redeemLink, redeemPasswordLink } from "@/lib/auth/first-access";
import { hasRole } from "@/lib/auth/roles";
import { findAccountLink } from "@/lib/database/account-links";
import { findAuditFilterOptions, listAudit } from "@/lib/database/audit";
import { checkAuditChain } from "@/lib/database/audit-chain";
import { listUsersWithSecondFactor } from "@/lib/database/second-factors";
import { findUser, listMembers } from "@/lib/database/users";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import { type AppHandler, inputFailed, signedIn } from "./app-call";
import { takeServiceAudit } from "./service-audit";

export const handleCurrentSession: AppHandler<"session.current"> = async (_input, call) => {
  const { user, expiresAt } = signedIn(call);
  return { person: user, expiresAt };
};

function linkInvalid(cause?: unknown): RequestFailedError {
  const { message } = new LinkInvalidError();
  return new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "link" }, { cause });
}

export const checkLink: AppHandler<"setup.check"> = async ({ token }, { dashboard }) => {
  const link = await findAccountLink(dashboard.database, token, dashboard.now());
  if (!link) throw linkInvalid();
  const user = link.userId === null ? undefined : await findUser(dashboard.database, link.userId);
  return { kind: link.kind, role: link.role, email: user?.email ?? null };
};

export const completeSetup: AppHandler<"setup.complete"> = async (input, { dashboard, requestId, trail }) => {
  try {
    const user = await redeemLink(dashboard.database, input, dashboard.now(), requestId);
    trail.note("account.created");
    return { email: user.email };
  } catch (error) {
    if (error instanceof LinkInvalidError) throw linkInvalid(error);
    if (error instanceof CommonPasswordError) throw inputFailed(["password"], error.message, "common");
    if (isUniqueViolation(error)) throw inputFailed(["email"], "An account with this address already exists", "taken");
    throw error;
  }
};

export const completePassword: AppHandler<"setup.password"> = async (input, { dashboard, requestId, trail }) => {
  try {
    const { email } = await redeemPasswordLink(dashboard.database, input, dashboard.now(), requestId);
    trail.note("password.reset");
    return { email };
  } catch (error) {
    if (error instanceof LinkInvalidError) throw linkInvalid(error);
    if (error instanceof CommonPasswordError) throw inputFailed(["password"], error.message, "common");
    throw error;
  }
};

/** Only admins learn who signs in with a password alone. */
export const listUsers: AppHandler<"users.list"> = async (_input, call) => {
  const { database } = call.dashboard;
  const members = await listMembers(database);
  if (!hasRole(signedIn(call).user.role, "admin")) return { members };
  const ids = await listUsersWithSecondFactor(database);
  return { members: members.map((member) => ({ ...member, hasSecondFactor: ids.has(member.id) })) };
};

/** Older pages are as they were when the first one was read. */
export const listAuditEntries: AppHandler<"audit.list"> = async (input, { dashboard, requestId }) => {
  const hasKeys = input.after !== undefined || (await takeServiceAudit(dashboard, requestId));
  return { ...(await listAudit(dashboard.database, input)), lacksKeys: !hasKeys };
};

export const listAuditFilterOptions: AppHandler<"audit.choices"> = async (_input, { dashboard }) =>
  await findAuditFilterOptions(dashboard.database);

export const checkAuditLog: AppHandler<"audit.check"> = async (_input, { dashboard }) =>
  await checkAuditChain(dashboard.database);
