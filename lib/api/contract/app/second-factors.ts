import { z } from "zod";
import { MAX_PASSWORD_LENGTH } from "./people";

/** The current user's own password, asked again for a change of how they sign in. */
export const passwordConfirmation = z.strictObject({
  password: z.string().min(1, { error: "Enter your password" }).max(MAX_PASSWORD_LENGTH),
});

/** The code that an authenticator app shows: six digits, maybe with a space. */
export const firstCode = z.strictObject({
  code: z
    .string()
    .trim()
    .regex(/^\d{3} ?\d{3}$/, { error: "Enter the six digits" }),
});

/** How the current user signs in. */
export const secondFactor = z.object({
  /** False for a user who signs in with a provider only: it is not asked for a second factor here. */
  hasPassword: z.boolean(),
  /** ISO 8601: since when sign-in asks for a code; null while it does not. */
  enabledAt: z.string().nullable(),
  recoveryCodesLeft: z.number().int(),
});

/** A new secret for an authenticator app; only this response contains it. */
export const newSecondFactor = z.object({
  /** In base32, to be typed into the app. */
  secret: z.string(),
  /** The `otpauth://` address in the QR code. */
  address: z.string(),
  /** The dark modules as a path, in a square of `size` units. */
  qrCode: z.object({ size: z.number().int(), path: z.string() }),
});

/** New recovery codes; only this response contains them. */
export const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
