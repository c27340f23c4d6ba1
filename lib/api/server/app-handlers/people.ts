import { RequestFailed } from "@/lib/api/server/answer/request-failed-error";
import { LinkUnusable, redeemLink, redeemPasswordLink } from "@/lib/auth/first-access";
import { findAccountLink } from "@/lib/database/account-links";
import { auditChoices, listAudit } from "@/lib/database/audit";
import { findUser, listMembers } from "@/lib/database/users";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import { type AppHandler, inputFailed, signedIn } from "./app-call";

export const currentSession: AppHandler<"session.current"> = async (_input, call) => {
  const { user, expiresAt } = signedIn(call);
  return { person: user, expiresAt };
};

function linkUnusable(cause?: unknown): RequestFailed {
  const { message } = new LinkUnusable();
  return new RequestFailed({ httpStatus: 404, kind: "not-found", message, reason: "link" }, { cause });
}

export const checkLink: AppHandler<"setup.check"> = async ({ token }, { dashboard }) => {
  const link = await findAccountLink(dashboard.database, token, dashboard.now());
  if (!link) throw linkUnusable();
  const user = link.userId === null ? undefined : await findUser(dashboard.database, link.userId);
  return { kind: link.kind, role: link.role, email: user?.email ?? null };
};

export const completeSetup: AppHandler<"setup.complete"> = async (input, { dashboard, requestId }) => {
  try {
    const user = await redeemLink(dashboard.database, input, dashboard.now(), requestId);
    return { email: user.email };
  } catch (error) {
    if (error instanceof LinkUnusable) throw linkUnusable(error);
    if (isUniqueViolation(error)) throw inputFailed(["email"], "There is an account with this address", "taken");
    throw error;
  }
};

export const completePassword: AppHandler<"setup.password"> = async (input, { dashboard, requestId }) => {
  try {
    const { email } = await redeemPasswordLink(dashboard.database, input, dashboard.now(), requestId);
    return { email };
  } catch (error) {
    if (error instanceof LinkUnusable) throw linkUnusable(error);
    throw error;
  }
};

export const listUsers: AppHandler<"users.list"> = async (_input, { dashboard }) => ({
  members: await listMembers(dashboard.database),
});

export const listAuditEntries: AppHandler<"audit.list"> = async (input, { dashboard }) =>
  await listAudit(dashboard.database, input);

export const listAuditChoices: AppHandler<"audit.choices"> = async (_input, { dashboard }) =>
  await auditChoices(dashboard.database);
