import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { endOtherSessionsOf, endSessionOf, endSessionsOf, listSessionsOf } from "@/lib/database/sessions";
import { type AppHandler, audited, signedIn } from "./app-call";
import { requireMember } from "./members";

/** The sessions of the user who asks: those of others are not listed, not even for an admin. */
export const listSessions: AppHandler<"sessions.list"> = async (_input, call) => {
  const { user, id } = signedIn(call);
  const { database, now, sessionLimits } = call.dashboard;
  const sessions = await listSessionsOf(database, user.id, now(), sessionLimits);
  return { sessions: sessions.map((session) => ({ ...session, isCurrent: session.id === id })) };
};

export const handleEndSession: AppHandler<"sessions.end"> = async ({ id }, call) => {
  const { user } = signedIn(call);
  await audited(call, "session.ended", user.email, async (database) => {
    // The same answer for a session of someone else and for one that does not exist; nothing is recorded then.
    if (await endSessionOf(database, user.id, id)) return;
    throw new RequestFailedError({
      httpStatus: 404,
      kind: "not-found",
      message: "This session has already ended.",
      reason: "session",
    });
  });
  return {};
};

export const endOtherSessions: AppHandler<"sessions.endOthers"> = async (_input, call) => {
  const { user, id } = signedIn(call);
  const endedCount = await audited(call, "session.ended", user.email, (database) =>
    endOtherSessionsOf(database, user.id, id),
  );
  return { endedCount };
};

/** Signs another user out everywhere, or the admin who asks, on this device too. */
export const endMemberSessions: AppHandler<"users.endSessions"> = async ({ id }, call) => {
  const { email } = await requireMember(call.dashboard.database, id);
  const endedCount = await audited(call, "session.ended", email, (database) => endSessionsOf(database, id));
  return { endedCount };
};
