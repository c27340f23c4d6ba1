import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { qrCodeOf } from "@/lib/auth/qr-code";
import {
  beginSecondFactor,
  createRecoveryCodes,
  enableSecondFactor,
  resetSecondFactor,
} from "@/lib/auth/second-factor";
import { provisioningAddress } from "@/lib/auth/totp";
import { countRecoveryCodes, deleteSecondFactor, findSecondFactor } from "@/lib/database/second-factors";
import { findPassword } from "@/lib/database/users";
import { type AppHandler, audited, inputFailed, signedIn } from "./app-call";
import { confirmPassword } from "./confirm-password";
import { requireMember } from "./members";

function conflict(message: string): RequestFailedError {
  return new RequestFailedError({ httpStatus: 409, kind: "validation", message, reason: "second-factor" });
}

const alreadyOn = () => conflict("Two-factor authentication is already on. Turn it off first.");
const alreadyOff = () => conflict("Two-factor authentication is already off.");

export const readSecondFactor: AppHandler<"secondFactor.read"> = async (_input, call) => {
  const { user } = signedIn(call);
  const { database } = call.dashboard;
  const factor = await findSecondFactor(database, user.id);
  return {
    hasPassword: (await findPassword(database, user.email)) !== undefined,
    enabledAt: factor?.confirmedAt ?? null,
    recoveryCodesLeft: factor ? await countRecoveryCodes(database, user.id) : 0,
  };
};

export const startSecondFactor: AppHandler<"secondFactor.begin"> = async ({ password }, call) => {
  const user = await confirmPassword(call, password);
  const { database, vault, now, environment } = call.dashboard;
  if (await findSecondFactor(database, user.id)) throw alreadyOn();
  const secret = await beginSecondFactor(database, vault, user.id, now());
  const address = provisioningAddress(secret, environment.publicUrl, user.email);
  return { secret: secret.reveal(), address, qrCode: qrCodeOf(address) };
};

export const confirmFirstCode: AppHandler<"secondFactor.enable"> = async ({ code }, call) => {
  const { user } = signedIn(call);
  const recoveryCodes = await audited(call, "second-factor.enabled", user.email, async (database, now) => {
    if (await findSecondFactor(database, user.id)) throw alreadyOn();
    const codes = await enableSecondFactor(database, call.dashboard.vault, user.id, code, now);
    if (codes) return codes;
    throw inputFailed(["code"], "Wrong code. Enter the one that the app shows now.", "code");
  });
  return { recoveryCodes };
};

export const replaceCodes: AppHandler<"secondFactor.newRecoveryCodes"> = async ({ password }, call) => {
  const user = await confirmPassword(call, password);
  const recoveryCodes = await audited(call, "recovery-codes.created", user.email, async (database) => {
    if (!(await findSecondFactor(database, user.id))) throw alreadyOff();
    return await createRecoveryCodes(database, user.id);
  });
  return { recoveryCodes };
};

export const disableSecondFactor: AppHandler<"secondFactor.disable"> = async ({ password }, call) => {
  const user = await confirmPassword(call, password);
  await audited(call, "second-factor.disabled", user.email, async (database) => {
    if (!(await deleteSecondFactor(database, user.id))) throw alreadyOff();
  });
  return {};
};

/** For a member who lost the app and the recovery codes. */
export const resetMember: AppHandler<"users.resetSecondFactor"> = async ({ id }, call) => {
  const { user: actor } = signedIn(call);
  const { database, now } = call.dashboard;
  const by = { actorId: actor.id, requestId: call.requestId };
  const wasOn = await database
    .transaction()
    .execute(async (transaction) => resetSecondFactor(transaction, await requireMember(transaction, id), now(), by));
  if (!wasOn) throw alreadyOff();
  call.trail.note("second-factor.reset");
  return {};
};
