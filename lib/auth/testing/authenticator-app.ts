import { TOTP } from "otpauth";

/** Returns the code that an authenticator app shows for a secret in base32. */
export function codeOf(secret: string, now: Date): string {
  return new TOTP({ secret }).generate({ timestamp: now.getTime() });
}
