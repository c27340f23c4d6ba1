import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { endOtherSessionsOf, endSessionOf, listSessionsOf } from "@/lib/database/sessions";
import { type AppHandler, audited, signedIn } from "./app-call";

/** The sessions of the user who asks: those of others are not listed, not even for an admin. */
export const listSessions: AppHandler<"sessions.list"> = async (_input, call) => {
  const { user, id } = signedIn(call);
  const sessions = await listSessionsOf(call.dashboard.database, user.id, call.dashboard.now());
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
