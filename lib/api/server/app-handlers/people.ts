import { LinkUnusable, redeemLink } from "@/lib/auth/first-access";
import { findAccountLink } from "@/lib/database/account-links";
import { listAudit } from "@/lib/database/audit";
import { listMembers } from "@/lib/database/users";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import { type AppHandler, inputFailed, signedIn } from "../app-call";
import { RequestFailed } from "../request-failed";

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
  return { kind: link.kind, role: link.role };
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

export const listUsers: AppHandler<"users.list"> = async (_input, { dashboard }) => ({
  members: await listMembers(dashboard.database),
});

export const listAuditEntries: AppHandler<"audit.list"> = async (input, { dashboard }) =>
  await listAudit(dashboard.database, input);
