import { Secret as OtpSecret, TOTP } from "otpauth";
import { Secret } from "./secret";

/** 160 bits, the length of the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** What every authenticator app supports: others ignore the parameters of the address. */
const PARAMETERS = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** The steps before and after the current one whose codes are accepted: a clock may be 30 s off. */
const WINDOW_STEPS = 1;

const CODE = /^[0-9]{6}$/;

function totpOf(secret: Secret, issuer = "", account = ""): TOTP {
  return new TOTP({ ...PARAMETERS, issuer, label: account, secret: OtpSecret.fromBase32(secret.reveal()) });
}

/** Returns a new random secret in base32, as authenticator apps read it. */
export function generateTotpSecret(): Secret {
  return new Secret(new OtpSecret({ size: SECRET_BYTES }).base32);
}

/**
 * Returns the `otpauth://` address from which an authenticator app adds the account. It contains the secret.
 *
 * @param publicUrl of the dashboard: its host distinguishes several dashboards in the app
 */
export function provisioningAddress(secret: Secret, publicUrl: string, account: string): string {
  return totpOf(secret, `Heddle ${new URL(publicUrl).host}`, account).toString();
}

/** Returns the time step (RFC 6238) that a code of six digits belongs to; undefined for a wrong or an old code. */
export function stepOfCode(secret: Secret, code: string, now: Date): number | undefined {
  // The library compares bytes: six characters of more than one byte each would be an error.
  if (!CODE.test(code)) return undefined;
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
