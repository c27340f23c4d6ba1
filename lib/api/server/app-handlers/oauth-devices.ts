import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { perDashboard } from "@/lib/api/server/dashboard/per-dashboard";
import { normalUserCode, shownUserCode } from "@/lib/auth/oauth/device-codes";
import { RateLimitedError, takeRequest } from "@/lib/auth/rate-limit";
import type { AppDatabase } from "@/lib/database/app-database";
import { decideOauthDevice, findWaitingDevice, type WaitingDevice } from "@/lib/database/oauth-devices";
import { type AppCall, type AppHandler, audited, inputFailed, signedIn } from "./app-call";
import { requireAccess, requireRoomForClient, requireWorkspaceOfClient } from "./oauth-clients";

/** Codes that a user may try: of 25 billion, a few hundred are valid at a time. */
const CODES_PER_USER = { points: 30, duration: 10 * 60 } as const;

const codeLimiter = perDashboard(({ createLimiter }) => createLimiter("oauth device code", CODES_PER_USER));

const unknownCode = () =>
  inputFailed(["userCode"], "No program waits under this code. Codes are valid for 10 minutes and work once.", "code");

/** Counts an attempt before the code is looked up. @throws RequestFailedError */
async function countCode(call: AppCall): Promise<void> {
  try {
    await takeRequest(codeLimiter(call.dashboard), signedIn(call).user.id);
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error;
    const { retryAfterSeconds } = error;
    const message = `Too many codes. Try again in ${Math.max(1, Math.ceil(retryAfterSeconds / 60))} min.`;
    const facts = { httpStatus: 429, kind: "forbidden", message, reason: "throttled", retryAfterSeconds } as const;
    throw new RequestFailedError(facts, { cause: error });
  }
}

interface Waiting {
  readonly userCode: string;
  readonly device: WaitingDevice;
}

/** Returns the program that waits under a typed code. @throws RequestFailedError */
async function requireWaiting(call: AppCall, typed: string): Promise<Waiting> {
  await countCode(call);
  const userCode = normalUserCode(typed);
  if (userCode === null) throw inputFailed(["userCode"], "A code has eight letters, such as BCDF-GHJK", "code");
  const { database, now } = call.dashboard;
  const device = await findWaitingDevice(database, userCode, now());
  if (!device) throw unknownCode();
  return { userCode, device };
}

export const findDevice: AppHandler<"oauthClients.findDevice"> = async ({ userCode: typed }, call) => {
  const { userCode, device } = await requireWaiting(call, typed);
  const { clientName, address, createdAt, asked } = device;
  return { clientName, address, askedAt: createdAt, access: asked, userCode: shownUserCode(userCode) };
};

/** Decides once: of two decisions that arrive together the second one finds nothing that waits. */
async function decide(
  database: AppDatabase,
  userCode: string,
  decision: Parameters<typeof decideOauthDevice>[2],
  now: Date,
): Promise<void> {
  if (!(await decideOauthDevice(database, userCode, decision, now))) throw unknownCode();
}

export const allowDevice: AppHandler<"oauthClients.allowDevice"> = async (input, call) => {
  const { access, workspaceId } = input;
  const { id: userId } = signedIn(call).user;
  const { userCode, device } = await requireWaiting(call, input.userCode);
  const { clientId, clientName, asked } = device;
  requireAccess(call, access, asked);
  await audited(call, "oauth-client.allowed", `${clientName} (${access})`, async (database, now) => {
    await requireWorkspaceOfClient(database, workspaceId);
    await requireRoomForClient(database, { userId, clientId }, now);
    await decide(database, userCode, { state: "allowed", userId, access, workspaceId }, now);
  });
  return { clientName };
};

export const denyDevice: AppHandler<"oauthClients.denyDevice"> = async ({ userCode: typed }, call) => {
  const { id: userId } = signedIn(call).user;
  const { userCode, device } = await requireWaiting(call, typed);
  const { clientName } = device;
  await audited(call, "oauth-client.denied", clientName, (database, now) =>
    decide(database, userCode, { state: "denied", userId, access: null, workspaceId: null }, now),
  );
  return { clientName };
};
