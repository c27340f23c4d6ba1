import type { AppDatabase } from "@/lib/database/app-database";
import { recordAudit } from "@/lib/database/audit";
import {
  confirmSecondFactor,
  consumeRecoveryCode,
  consumeStep,
  deleteSecondFactor,
  findPendingSecret,
  replaceRecoveryCodes,
  type SecondFactor,
  storePendingSecret,
} from "@/lib/database/second-factors";
import { secretDigest } from "@/lib/database/secret-digest";
import { findUserByEmail, type User } from "@/lib/database/users";
import { generateRecoveryCodes, normalRecoveryCode } from "./recovery-codes";
import type { Secret } from "./secret";
import { generateTotpSecret, stepOfCode } from "./totp";
import type { Binding, Vault } from "./vault";

/** A code of the app or a recovery code is at most this long, with spaces and dashes. */
export const MAX_CODE_LENGTH = 64;

/** Returns the context that a user's secret is encrypted with. */
export function secondFactorBinding(userId: string): Binding {
  return { connectionId: userId, kind: "second-factor", origin: "heddle:" };
}

/** Creates a secret that waits for its first code, in place of an earlier one, and returns it. */
export async function beginSecondFactor(
  database: AppDatabase,
  vault: Vault,
  userId: string,
  now: Date,
): Promise<Secret> {
  const secret = generateTotpSecret();
  await storePendingSecret(database, userId, vault.seal(secret, secondFactorBinding(userId)), now);
  return secret;
}

/** Stores new recovery codes in place of all earlier ones and returns them. Call it in a transaction. */
export async function createRecoveryCodes(database: AppDatabase, userId: string): Promise<string[]> {
  const codes = generateRecoveryCodes();
  await replaceRecoveryCodes(
    database,
    userId,
    codes.map((code) => secretDigest(normalRecoveryCode(code) ?? code)),
  );
  return codes;
}

/**
 * Makes sign-in ask for codes once the first one is right, and returns recovery codes; undefined for a wrong code or when
 * no secret waits for one. Call it in a transaction.
 */
export async function enableSecondFactor(
  database: AppDatabase,
  vault: Vault,
  userId: string,
  code: string,
  now: Date,
): Promise<string[] | undefined> {
  const sealed = await findPendingSecret(database, userId);
  if (sealed === undefined) return undefined;
  const step = stepOfCode(vault.open(sealed, secondFactorBinding(userId)), digitsOf(code), now);
  if (step === undefined || !(await confirmSecondFactor(database, userId, step, now))) return undefined;
  return await createRecoveryCodes(database, userId);
}

/** Apps show a code in two groups: a space in it is not a mistake. */
const digitsOf = (code: string) => code.replaceAll(/\s/g, "");

/**
 * Checks a code against a second factor and uses it up: neither a code of the app nor a recovery code is accepted twice.
 * Call it in the transaction that opens the session.
 *
 * @returns how the user proved it; undefined for a wrong or used code
 * @throws CredentialDecryptionError when the stored secret cannot be decrypted; recovery codes are accepted nevertheless
 */
export async function consumeCode(
  database: AppDatabase,
  vault: Vault,
  userId: string,
  factor: SecondFactor,
  code: string,
  now: Date,
): Promise<"app" | "recovery" | undefined> {
  const recovery = normalRecoveryCode(code);
  if (recovery !== undefined) {
    return (await consumeRecoveryCode(database, userId, secretDigest(recovery))) ? "recovery" : undefined;
  }
  const step = stepOfCode(vault.open(factor.sealedSecret, secondFactorBinding(userId)), digitsOf(code), now);
  return step !== undefined && (await consumeStep(database, userId, step)) ? "app" : undefined;
}

/** Makes sign-in ask a user for the password only. For a member who lost the app, and for `npm run admin`. */
export async function resetSecondFactor(
  database: AppDatabase,
  user: User,
  now: Date,
  by: { readonly actorId: string | null; readonly requestId: string | null },
): Promise<boolean> {
  if (!(await deleteSecondFactor(database, user.id))) return false;
  const record = { event: "second-factor.reset", target: user.email, isAllowed: true, ...by } as const;
  await recordAudit(database, record, now);
  return true;
}

/** Resets by email address on the machine itself; returns undefined for an unknown one. */
export async function resetSecondFactorOf(
  database: AppDatabase,
  email: string,
  now: Date,
): Promise<boolean | undefined> {
  const user = await findUserByEmail(database, email);
  if (!user) return undefined;
  return await database
    .transaction()
    .execute((transaction) => resetSecondFactor(transaction, user, now, { actorId: null, requestId: null }));
}
