import type { Dialect } from "@/lib/api/contract/operation/dialect";
import type { AuthScheme } from "@/lib/api/contract/operation/operation";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { Secret } from "@/lib/auth/secret";
import { CredentialDecryptionError, type Vault } from "@/lib/auth/vault";
import type { AppDatabase } from "@/lib/database/app-database";
import { findConnection, readSealedCredentials } from "@/lib/database/connections";
import type { Environment } from "@/lib/environment/environment";

/** Id of the embedded service's connection, which always exists. */
export const LOCAL_CONNECTION_ID = "local";

/** A service that may be called, without its credentials. */
export interface ServiceTarget {
  readonly connectionId: string;
  readonly name: string;
  readonly baseUrl: URL;
  readonly dialect: Dialect;
  /** The embedded service: exempt from the address policy, because the launcher set its address. */
  readonly isLocal: boolean;
}

/** The headers that carry a credential, and every text that a response must not show. */
export interface CredentialHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly Secret[];
}

export interface TargetContext {
  readonly environment: Environment;
  readonly database: AppDatabase;
  readonly vault: Vault;
}

export function localTarget(environment: Environment): ServiceTarget {
  const baseUrl = new URL(environment.serviceUrl);
  return { connectionId: LOCAL_CONNECTION_ID, name: "local", baseUrl, dialect: "svc", isLocal: true };
}

/** Returns the service of a connection's id, or undefined: the id may come from an untrusted caller. */
export async function findTarget(
  { environment, database }: TargetContext,
  id: string,
): Promise<ServiceTarget | undefined> {
  if (id === LOCAL_CONNECTION_ID) return localTarget(environment);
  const stored = await findConnection(database, id);
  if (!stored) return undefined;
  const { name, dialect } = stored;
  return { connectionId: id, name, baseUrl: new URL(stored.baseUrl), dialect, isLocal: false };
}

function credentialRefused(message: string, reason: string): RequestFailedError {
  return new RequestFailedError({ httpStatus: 502, kind: "credentials-refused", message, reason });
}

function missing(name: string, what: string): RequestFailedError {
  return credentialRefused(`No ${what} is stored for the connection ${name}.`, "credential-missing");
}

/** Calls the embedded service on behalf of the current user. No credential is stored. */
function localCredential(environment: Environment, userId: string): CredentialHeaders {
  const token = environment.HEDDLE_LOCAL_TOKEN ?? environment.HEDDLE_API_KEY;
  if (token === undefined) {
    throw credentialRefused(
      "The dashboard was started without its launcher and has no key for the embedded service: use npm start.",
      "credential-missing",
    );
  }
  return {
    headers: { authorization: `Bearer ${token}`, "x-heddle-user": userId },
    secrets: [new Secret(token)],
  };
}

function open(vault: Vault, target: ServiceTarget, kind: "basic" | "bearer", record: string): Secret {
  try {
    return vault.open(record, { connectionId: target.connectionId, kind, origin: target.baseUrl.origin });
  } catch (error) {
    if (!(error instanceof CredentialDecryptionError)) throw error;
    throw credentialRefused(
      `The stored credential of ${target.name} can no longer be read. Enter it again in the connection's settings.`,
      "credential-unreadable",
    );
  }
}

function basicPair(username: string | null, password: Secret): string {
  return Buffer.from(`${username ?? ""}:${password.reveal()}`).toString("base64");
}

/** Returns the credential that a request does not use; one that cannot be decrypted cannot leak either. */
function openOther(vault: Vault, target: ServiceTarget, kind: "basic" | "bearer", record: string | null): Secret[] {
  if (!record) return [];
  try {
    return [open(vault, target, kind, record)];
  } catch (error) {
    if (error instanceof RequestFailedError) return [];
    throw error;
  }
}

/** A service has seen both credentials in earlier requests, so both are removed from its responses. */
async function storedCredential(
  { database, vault }: TargetContext,
  target: ServiceTarget,
  auth: "basic" | "bearer",
): Promise<CredentialHeaders> {
  const sealed = await readSealedCredentials(database, target.connectionId);
  if (auth === "bearer") {
    if (!sealed?.bearerToken) throw missing(target.name, "bearer token");
    const token = open(vault, target, "bearer", sealed.bearerToken);
    const others = openOther(vault, target, "basic", sealed.basicPassword);
    const pairs = others.map((password) => new Secret(basicPair(sealed.basicUsername, password)));
    return { headers: { authorization: `Bearer ${token.reveal()}` }, secrets: [token, ...others, ...pairs] };
  }
  if (!sealed?.basicPassword) throw missing(target.name, "user name and password");
  const password = open(vault, target, "basic", sealed.basicPassword);
  const pair = basicPair(sealed.basicUsername, password);
  const others = openOther(vault, target, "bearer", sealed.bearerToken);
  return { headers: { authorization: `Basic ${pair}` }, secrets: [password, new Secret(pair), ...others] };
}

/** The secrets that a service got in other requests, for an operation that is sent without any. */
async function secretsOf(context: TargetContext, target: ServiceTarget, userId: string): Promise<readonly Secret[]> {
  const { database, environment, vault } = context;
  if (target.isLocal) {
    const { HEDDLE_LOCAL_TOKEN: token, HEDDLE_API_KEY: key } = environment;
    return (token ?? key) === undefined ? [] : localCredential(environment, userId).secrets;
  }
  const sealed = await readSealedCredentials(database, target.connectionId);
  const passwords = openOther(vault, target, "basic", sealed?.basicPassword ?? null);
  const pairs = passwords.map((password) => new Secret(basicPair(sealed?.basicUsername ?? null, password)));
  return [...passwords, ...pairs, ...openOther(vault, target, "bearer", sealed?.bearerToken ?? null)];
}

/**
 * Reads the credential that a row of the table requires.
 *
 * @throws RequestFailedError `credentials-refused` when none is stored or the stored one cannot be decrypted.
 */
export async function readCredential(
  context: TargetContext,
  target: ServiceTarget,
  auth: AuthScheme,
  userId: string,
): Promise<CredentialHeaders> {
  if (auth === "none") return { headers: {}, secrets: await secretsOf(context, target, userId) };
  if (target.isLocal) return localCredential(context.environment, userId);
  return await storedCredential(context, target, auth);
}
