import type { AppDatabase } from "./app-database";
import type { User } from "./users";

/** A user as a sign-in provider identifies them: a subject is never given to another user, an address may be. */
export interface OidcIdentity {
  readonly issuer: string;
  readonly subject: string;
}

export interface IdentityOwner extends User {
  readonly isDisabled: boolean;
}

/** Returns the user of an identity; undefined for one that never signed in here. */
export async function findIdentityOwner(
  database: AppDatabase,
  { issuer, subject }: OidcIdentity,
): Promise<IdentityOwner | undefined> {
  const row = await database
    .selectFrom("identity")
    .innerJoin("user", "user.id", "identity.user_id")
    .select(["user.id", "user.name", "user.email", "user.role", "user.is_disabled"])
    .where("identity.issuer", "=", issuer)
    .where("identity.subject", "=", subject)
    .executeTakeFirst();
  if (!row) return undefined;
  const { is_disabled, ...user } = row;
  return { ...user, isDisabled: is_disabled === 1 };
}

/** @throws a unique violation when the identity already belongs to a user. */
export async function insertIdentity(
  database: AppDatabase,
  { issuer, subject }: OidcIdentity,
  userId: string,
  now: Date,
): Promise<void> {
  await database
    .insertInto("identity")
    .values({ issuer, subject, user_id: userId, created_at: now.toISOString() })
    .execute();
}
