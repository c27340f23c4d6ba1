import { z } from "zod";
import type { OidcRefusal } from "@/lib/api/contract/app/people";
import type { AppDatabase } from "@/lib/database/app-database";
import { recordAudit } from "@/lib/database/audit";
import { findIdentityOwner, insertIdentity, type OidcIdentity } from "@/lib/database/identities";
import { deleteSecondFactor } from "@/lib/database/second-factors";
import { createSession, endSessionsOf, removeExpiredSessions, type SessionOrigin } from "@/lib/database/sessions";
import {
  createUser,
  findUserByEmail,
  hasAnyUser,
  isUserDisabled,
  NO_PASSWORD,
  normalEmail,
  setPasswordHash,
  type User,
} from "@/lib/database/users";
import { type AppliedRoles, applyClaimedRoles } from "./apply-claimed-roles";
import { type ClaimedRoles, rolesOfClaims } from "./oidc-roles";
import { isAllowed, isIssuer, type OidcSettings } from "./oidc-settings";
import { originText } from "./session-origin";
import type { SignedIn, SignInContext } from "./sign-in";

class SignInRefusedError extends Error {
  override readonly name = "Refused";

  constructor(
    readonly reason: OidcRefusal,
    /** The user, for the audit log. */
    readonly who: string,
  ) {
    super(`Sign-in refused: ${reason}.`);
  }
}

/** The claims of a checked id token that matter here. Some providers write booleans as text. */
const claimsSchema = z.looseObject({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]).optional(),
  name: z.string().trim().min(1).max(120).optional().catch(undefined),
});

type Claims = z.output<typeof claimsSchema>;

/**
 * Returns the address if the provider says that it belongs to this user. An explicit "not verified" counts even for a
 * trusted provider.
 */
function verifiedEmail(claims: Claims, settings: OidcSettings): string {
  if (claims.email === undefined) throw new SignInRefusedError("no-email", claims.sub);
  const email = normalEmail(claims.email);
  if (!(claims.email_verified ?? settings.isEmailTrusted)) throw new SignInRefusedError("unverified", email);
  return email;
}

function requireAllowed(claims: Claims, settings: OidcSettings): void {
  if (settings.allowed.length === 0) return;
  const email = verifiedEmail(claims, settings);
  if (!isAllowed(settings, email)) throw new SignInRefusedError("not-allowed", email);
}

/** Returns the roles of the provider's claims; null where admins give them. */
function requireRoles(claims: Claims, { roleRules, rolesClaim }: OidcSettings): ClaimedRoles | null {
  if (roleRules.length === 0) return null;
  const claimed = rolesOfClaims(roleRules, rolesClaim, claims);
  if (claimed.role === null) throw new SignInRefusedError("no-role", claims.email ?? claims.sub);
  return claimed;
}

/**
 * Links the account of a verified address to this identity. The account may have been created by someone else who only
 * typed that address, so its password, its second factor and its sessions end.
 */
async function linkAccount(database: AppDatabase, user: User, identity: OidcIdentity, now: Date): Promise<User> {
  if (await isUserDisabled(database, user.id)) throw new SignInRefusedError("disabled", user.email);
  await insertIdentity(database, identity, user.id, now);
  await setPasswordHash(database, user.id, NO_PASSWORD);
  await deleteSecondFactor(database, user.id);
  await endSessionsOf(database, user.id);
  const record = { event: "identity.linked", actorId: user.id, target: user.email } as const;
  await recordAudit(database, { ...record, isAllowed: true, requestId: null }, now);
  return user;
}

async function createAccount(
  database: AppDatabase,
  settings: OidcSettings,
  claims: Claims,
  email: string,
  now: Date,
): Promise<User> {
  if (!settings.canCreateAccounts) throw new SignInRefusedError("no-account", email);
  // The first account is an admin's and is created through the set-up link.
  if (!(await hasAnyUser(database))) throw new SignInRefusedError("not-set-up", email);
  const name = claims.name ?? email.slice(0, email.indexOf("@"));
  const user = await createUser(database, { name, email, role: settings.role, passwordHash: NO_PASSWORD }, now);
  await insertIdentity(database, { issuer: claims.iss, subject: claims.sub }, user.id, now);
  const record = { event: "account.created", actorId: user.id, target: user.email } as const;
  await recordAudit(database, { ...record, isAllowed: true, requestId: null }, now);
  return user;
}

async function findOrCreateAccount(
  database: AppDatabase,
  settings: OidcSettings,
  claims: Claims,
  now: Date,
): Promise<User> {
  const identity = { issuer: claims.iss, subject: claims.sub };
  const owner = await findIdentityOwner(database, identity);
  if (owner?.isDisabled) throw new SignInRefusedError("disabled", owner.email);
  if (owner) return owner;
  const email = verifiedEmail(claims, settings);
  const user = await findUserByEmail(database, email);
  if (user) return await linkAccount(database, user, identity, now);
  return await createAccount(database, settings, claims, email, now);
}

async function auditRefusedSignIn(
  { database, now }: SignInContext,
  { who, reason }: SignInRefusedError,
  origin: SessionOrigin | undefined,
): Promise<void> {
  const target = `${who} (${reason})${originText(origin)}`;
  const record = { event: "sign-in.failed", actorId: null, target } as const;
  await recordAudit(database, { ...record, isAllowed: false, requestId: null }, now());
}

/**
 * Opens a session for the user of a checked id token: found by issuer and subject; otherwise, once, by the verified
 * address of an existing account; otherwise as a new account, if that is permitted.
 *
 * @param claims of an id token whose signature, audience, time and nonce were checked
 */
export async function signInByIdentity(
  context: SignInContext,
  settings: OidcSettings,
  claims: unknown,
  origin?: SessionOrigin,
): Promise<(SignedIn & Pick<AppliedRoles, "lost">) | { readonly refused: OidcRefusal }> {
  const { database, now } = context;
  try {
    const read = claimsSchema.safeParse(claims);
    if (!read.success || !isIssuer(settings, read.data.iss)) throw new SignInRefusedError("issuer", "unknown");
    requireAllowed(read.data, settings);
    const claimed = requireRoles(read.data, settings);
    await removeExpiredSessions(database, now(), context.sessionLimits);
    return await database.transaction().execute(async (transaction) => {
      const found = await findOrCreateAccount(transaction, settings, read.data, now());
      const { user, lost } =
        claimed === null ? { user: found, lost: [] } : await applyClaimedRoles(transaction, found, claimed, now());
      const sessionId = await createSession(transaction, user.id, now(), origin);
      const target = `${user.email}${originText(origin)}`;
      const record = { event: "sign-in.succeeded", actorId: user.id, target } as const;
      await recordAudit(transaction, { ...record, isAllowed: true, requestId: null }, now());
      return { user, sessionId, lost };
    });
  } catch (error) {
    if (!(error instanceof SignInRefusedError)) throw error;
    await auditRefusedSignIn(context, error, origin);
    return { refused: error.reason };
  }
}
