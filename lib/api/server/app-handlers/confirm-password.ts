import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { verifyPassword } from "@/lib/auth/password";
import { RateLimitedError } from "@/lib/auth/rate-limit";
import { findPassword, type User } from "@/lib/database/users";
import { type AppCall, inputFailed, signedIn } from "./app-call";

function tooManyAttempts(error: RateLimitedError): RequestFailedError {
  const { retryAfterSeconds } = error;
  const message = `Too many attempts. Try again in ${Math.max(1, Math.ceil(retryAfterSeconds / 60))} min.`;
  const facts = { httpStatus: 429, kind: "forbidden", message, reason: "throttled", retryAfterSeconds } as const;
  return new RequestFailedError(facts, { cause: error });
}

/**
 * Checks the current user's password again: whoever found an open session cannot change how its user signs in.
 *
 * @throws RequestFailedError for a wrong password, and after too many
 */
export async function confirmPassword(call: AppCall, password: string): Promise<User> {
  const { user } = signedIn(call);
  const { database, throttle } = call.dashboard;
  try {
    await throttle.countConfirmation(user.id);
  } catch (error) {
    throw error instanceof RateLimitedError ? tooManyAttempts(error) : error;
  }
  const stored = await findPassword(database, user.email);
  if (!(await verifyPassword(password, stored?.passwordHash))) {
    throw inputFailed(["password"], "Incorrect password", "password");
  }
  await throttle.acceptConfirmation(user.id);
  return user;
}
