import { CommonPasswordError } from "@/lib/auth/common-password";
import { hashNewPassword } from "@/lib/auth/password";
import { endOtherSessionsOf } from "@/lib/database/sessions";
import { setPasswordHash } from "@/lib/database/users";
import { type AppHandler, audited, inputFailed, signedIn } from "./app-call";
import { confirmPassword } from "./confirm-password";

/** Whoever knew the old password is signed out, except the user at this browser. */
export const changePassword: AppHandler<"password.change"> = async ({ password, newPassword }, call) => {
  const user = await confirmPassword(call, password);
  if (newPassword === password) {
    throw inputFailed(["newPassword"], "This is your current password. Choose another one.", "same");
  }
  const passwordHash = await hashUnlessCommon(newPassword, [user.name, user.email]);
  const { id: sessionId } = signedIn(call);
  const endedCount = await audited(call, "password.changed", user.email, async (database) => {
    await setPasswordHash(database, user.id, passwordHash);
    return await endOtherSessionsOf(database, user.id, sessionId);
  });
  return { endedCount };
};

/** @throws RequestFailedError that names the field of the new password */
async function hashUnlessCommon(newPassword: string, account: readonly string[]): Promise<string> {
  try {
    return await hashNewPassword(newPassword, account);
  } catch (error) {
    if (error instanceof CommonPasswordError) throw inputFailed(["newPassword"], error.message, "common");
    throw error;
  }
}
