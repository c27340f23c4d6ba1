import { createHash, timingSafeEqual } from "node:crypto";
import { OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";
import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";
import type { AuditEvent } from "@/lib/api/contract/audit/audit-event";
import { generateOauthSecret } from "@/lib/auth/oauth-secret";
import type { AppDatabase } from "@/lib/database/app-database";
import { recordAudit } from "@/lib/database/audit";
import { deleteOauthCode, findOauthCode, markOauthCodeUsed, type OauthCode } from "@/lib/database/oauth-codes";
import { deleteOauthGrant, findOauthGrant, replaceOauthGrant } from "@/lib/database/oauth-grants";
import { deleteOauthToken, findOauthToken, insertOauthTokens, markOauthTokenUsed } from "@/lib/database/oauth-tokens";
import { redirectHost } from "./redirect-uri";

export const CODE_LIFETIME_MS = 60_000;
export const ACCESS_TOKEN_LIFETIME_S = 60 * 60;

/** A client that is not used for this long has to be connected again. */
const REFRESH_TOKEN_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** The only response that contains the tokens themselves. */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly access: AgentAccess;
}

/** The request that an exchange belongs to. */
export interface ExchangeContext {
  readonly database: AppDatabase;
  readonly now: Date;
  readonly requestId: string;
}

export interface CodeExchange {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/** A refusal is a result: an error would roll back what it has to delete. */
export type Outcome =
  | { readonly tokens: IssuedTokens }
  | {
      readonly refusal: string;
      /** `invalid_grant` unless it is named. */
      readonly code?: string;
    };

/** Returns the tokens of an outcome. @throws OAuthError for a refusal */
export function tokensOf(outcome: Outcome): IssuedTokens {
  if ("refusal" in outcome) throw new OAuthError(outcome.code ?? OAuthErrorCode.InvalidGrant, outcome.refusal);
  return outcome.tokens;
}

/** Stores the first or next tokens of a grant, and returns them. */
export async function issueTokens(
  database: AppDatabase,
  { grantId, access }: { readonly grantId: string; readonly access: AgentAccess },
  now: Date,
): Promise<Outcome> {
  const accessToken = generateOauthSecret("access");
  const refreshToken = generateOauthSecret("refresh");
  const inFuture = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const rows = [
    { secret: accessToken, kind: "access", expiresAt: inFuture(ACCESS_TOKEN_LIFETIME_S * 1000) },
    { secret: refreshToken, kind: "refresh", expiresAt: inFuture(REFRESH_TOKEN_LIFETIME_MS) },
  ] as const;
  await insertOauthTokens(database, grantId, rows, now);
  return { tokens: { accessToken, refreshToken, access } };
}

/** Deletes a grant, with a line in the audit log, where it still exists. */
async function endGrant(
  { database, now, requestId }: ExchangeContext,
  grantId: string,
  event: Extract<AuditEvent, "oauth-client.disconnected" | "oauth-client.token-reused">,
): Promise<void> {
  const grant = await findOauthGrant(database, grantId);
  if (!grant) return;
  await deleteOauthGrant(database, grantId);
  const isAllowed = event === "oauth-client.disconnected";
  await recordAudit(database, { event, actorId: grant.ownerId, target: grant.clientName, isAllowed, requestId }, now);
}

function isVerified(verifier: string, challenge: string): boolean {
  const digest = createHash("sha256").update(verifier).digest();
  const expected = Buffer.from(challenge, "base64url");
  return expected.length === digest.length && timingSafeEqual(digest, expected);
}

function codeProblem(code: OauthCode, exchange: CodeExchange, now: Date): string | null {
  if (Date.parse(code.expiresAt) <= now.getTime()) return "The code has expired.";
  if (code.clientId !== exchange.clientId) return "The code was issued to another client.";
  if (code.redirectUri !== exchange.redirectUri) return "The code was issued for another redirect_uri.";
  return isVerified(exchange.verifier, code.challenge) ? null : "The code_verifier does not match the code_challenge.";
}

async function redeemCode(context: ExchangeContext, exchange: CodeExchange): Promise<Outcome> {
  const { database, now } = context;
  const code = await findOauthCode(database, exchange.code);
  if (!code) return { refusal: "The code is unknown." };
  if (code.grantId !== null) {
    await endGrant(context, code.grantId, "oauth-client.token-reused");
    return { refusal: "The code was used before. The tokens that were issued for it no longer work." };
  }
  const problem = codeProblem(code, exchange, now);
  if (problem !== null) {
    // One attempt only: whoever has the code cannot try verifiers.
    await deleteOauthCode(database, exchange.code);
    return { refusal: problem };
  }
  const { clientId, userId, access, workspaceId, redirectUri } = code;
  const place = { redirectHost: redirectHost(redirectUri), expiresAt: now.toISOString() };
  const grantId = await replaceOauthGrant(database, { clientId, userId, access, workspaceId, ...place }, now);
  await markOauthCodeUsed(database, exchange.code, grantId);
  return await issueTokens(database, { grantId, access }, now);
}

/**
 * Exchanges a code for tokens, once. A second attempt ends the connection: the code was seen by someone else.
 *
 * @throws OAuthError `invalid_grant`
 */
export async function exchangeCode(context: ExchangeContext, exchange: CodeExchange): Promise<IssuedTokens> {
  const transaction = context.database.transaction();
  return tokensOf(await transaction.execute((database) => redeemCode({ ...context, database }, exchange)));
}

async function rotate(context: ExchangeContext, refreshToken: string, clientId: string): Promise<Outcome> {
  const { database, now } = context;
  const token = await findOauthToken(database, refreshToken);
  if (token?.kind !== "refresh" || token.clientId !== clientId) {
    return { refusal: "The refresh token is unknown, or the client was disconnected." };
  }
  if (token.usedAt !== null) {
    await endGrant(context, token.grantId, "oauth-client.token-reused");
    return { refusal: "The refresh token was used before. The client is disconnected." };
  }
  if (Date.parse(token.expiresAt) <= now.getTime()) return { refusal: "The refresh token has expired." };
  await markOauthTokenUsed(database, refreshToken, now);
  return await issueTokens(database, token, now);
}

/**
 * Exchanges a refresh token for new tokens, once. A second use ends the connection: one of the two who used the token
 * is not the client.
 *
 * @throws OAuthError `invalid_grant`
 */
export async function refreshTokens(
  context: ExchangeContext,
  refreshToken: string,
  clientId: string,
): Promise<IssuedTokens> {
  const transaction = context.database.transaction();
  return tokensOf(await transaction.execute((database) => rotate({ ...context, database }, refreshToken, clientId)));
}

/**
 * Revokes a token of a client: with its refresh token the whole connection ends. Tokens that are unknown or belong to
 * another client are left alone, which RFC 7009 asks to answer alike.
 */
export async function revokeToken(context: ExchangeContext, secret: string, clientId: string): Promise<void> {
  await context.database.transaction().execute(async (database) => {
    const token = await findOauthToken(database, secret);
    if (token?.clientId !== clientId) return;
    if (token.kind === "access") await deleteOauthToken(database, secret);
    else await endGrant({ ...context, database }, token.grantId, "oauth-client.disconnected");
  });
}
