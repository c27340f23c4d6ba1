import type { AppDatabase } from "./app-database";

/** The confirmed second factor of a user. */
export interface SecondFactor {
  /** Encrypted record, bound to the user. */
  readonly sealedSecret: string;
  /** ISO 8601: since when sign-in asks for it. */
  readonly confirmedAt: string;
}

/** Returns the second factor that sign-in asks for; undefined for a user without one. */
export async function findSecondFactor(database: AppDatabase, userId: string): Promise<SecondFactor | undefined> {
  const row = await database
    .selectFrom("second_factor")
    .select(["secret", "confirmed_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.confirmed_at ? { sealedSecret: row.secret, confirmedAt: row.confirmed_at } : undefined;
}

/** Returns the encrypted secret that waits for its first code; undefined without one. */
export async function findPendingSecret(database: AppDatabase, userId: string): Promise<string | undefined> {
  const row = await database
    .selectFrom("second_factor")
    .select("secret")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  return row?.secret;
}

/** Stores a secret that waits for its first code, in place of an earlier one. Call it for a user without a second factor. */
export async function storePendingSecret(database: AppDatabase, userId: string, sealedSecret: string, now: Date) {
  const values = { secret: sealedSecret, created_at: now.toISOString(), confirmed_at: null, last_step: 0 };
  await database
    .insertInto("second_factor")
    .values({ user_id: userId, ...values })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet(values).where("second_factor.confirmed_at", "is", null),
    )
    .execute();
}

/** Makes sign-in ask for the pending secret's codes after this step; returns false when none is pending. */
export async function confirmSecondFactor(
  database: AppDatabase,
  userId: string,
  step: number,
  now: Date,
): Promise<boolean> {
  const result = await database
    .updateTable("second_factor")
    .set({ confirmed_at: now.toISOString(), last_step: step })
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Marks a time step as used; returns false when it, or a later one, was used before. */
export async function consumeStep(database: AppDatabase, userId: string, step: number): Promise<boolean> {
  const result = await database
    .updateTable("second_factor")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Deletes a user's second factor and recovery codes; returns false when sign-in did not ask for one. */
export async function deleteSecondFactor(database: AppDatabase, userId: string): Promise<boolean> {
  await database.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
  const deleted = await database
    .deleteFrom("second_factor")
    .where("user_id", "=", userId)
    .returning("confirmed_at")
    .executeTakeFirst();
  return Boolean(deleted?.confirmed_at);
}

/** Replaces all recovery codes of a user. Call it in a transaction. */
export async function replaceRecoveryCodes(
  database: AppDatabase,
  userId: string,
  digests: readonly string[],
): Promise<void> {
  await database.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
  await database
    .insertInto("recovery_code")
    .values(digests.map((digest) => ({ user_id: userId, digest })))
    .execute();
}

/** Uses up a recovery code; returns false when the user has no such code. */
export async function consumeRecoveryCode(database: AppDatabase, userId: string, digest: string): Promise<boolean> {
  const query = database.deleteFrom("recovery_code").where("user_id", "=", userId).where("digest", "=", digest);
  return (await query.executeTakeFirst()).numDeletedRows > 0n;
}

export async function countRecoveryCodes(database: AppDatabase, userId: string): Promise<number> {
  const { count } = await database
    .selectFrom("recovery_code")
    .select((eb) => eb.fn.countAll<number | bigint | string>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the ids of all users whom sign-in asks for a code. */
export async function listUsersWithSecondFactor(database: AppDatabase): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom("second_factor")
    .select("user_id")
    .where("confirmed_at", "is not", null)
    .execute();
  return new Set(rows.map(({ user_id: id }) => id));
}

/** The encrypted secrets of all users, pending ones too. */
export async function listSealedSecrets(
  database: AppDatabase,
): Promise<readonly { readonly userId: string; readonly secret: string }[]> {
  return await database.selectFrom("second_factor").select(["user_id as userId", "secret"]).execute();
}

/** Stores the same secret, encrypted with another key. */
export async function storeSealedSecret(database: AppDatabase, userId: string, secret: string): Promise<void> {
  await database.updateTable("second_factor").set({ secret }).where("user_id", "=", userId).execute();
}
