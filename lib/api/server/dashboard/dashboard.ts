import { mkdirSync } from "node:fs";
import pino, { type Logger } from "pino";
import type { Limits, Operation } from "@/lib/api/contract/operation/operation";
import { AddressPolicy } from "@/lib/api/server/upstream/address-policy";
import { UpstreamClient } from "@/lib/api/server/upstream/upstream-call";
import type { AuthContext } from "@/lib/auth/auth-options";
import { ensureFirstAdmin } from "@/lib/auth/first-access";
import { type CreateLimiter, limitersOf } from "@/lib/auth/limiters";
import { Secret } from "@/lib/auth/secret";
import { deriveKey, forgetPreviousKey, loadPreviousKey, loadSecretKey } from "@/lib/auth/secret-key";
import { SignInThrottle } from "@/lib/auth/throttle";
import { CredentialDecryptionError, Vault } from "@/lib/auth/vault";
import { type AppDatabase, openAppDatabase } from "@/lib/database/app-database";
import { readSetting, writeSetting } from "@/lib/database/settings";
import { type Environment, readEnvironment } from "@/lib/environment/environment";
import { sealAnew } from "./seal-anew";

/** Everything that a request to the dashboard's API may need; created once per process, or once per test. */
export interface Dashboard extends AuthContext {
  readonly environment: Environment;
  readonly database: AppDatabase;
  readonly vault: Vault;
  readonly policy: AddressPolicy;
  readonly upstream: UpstreamClient;
  readonly log: Logger;
  /** Creates limits of requests, which dashboards on one database share. */
  readonly createLimiter: CreateLimiter;
  /** Limits of a row; a test may shorten them. */
  readonly limitsOf: (operation: Operation) => Limits;
  readonly close: () => Promise<void>;
}

/** The secret key differs from the one that encrypted the stored credentials. */
export class SecretKeyChangedError extends Error {
  override readonly name = "SecretKeyChanged";
}

const CHECK_BINDING = { connectionId: "vault-check", kind: "basic", origin: "heddle:" } as const;

/** Detects a wrong key at startup instead of at its first use, when its cause would be hard to find. */
async function checkKey(database: AppDatabase, vault: Vault): Promise<void> {
  const record = await database.transaction().execute(async (transaction) => {
    const stored = await readSetting(transaction, "vault-check");
    if (stored === undefined) {
      await writeSetting(transaction, "vault-check", vault.seal(new Secret("heddle"), CHECK_BINDING));
    }
    return stored;
  });
  if (record === undefined) return;
  try {
    vault.open(record, CHECK_BINDING);
  } catch (error) {
    if (!(error instanceof CredentialDecryptionError)) throw error;
    const message =
      "HEDDLE_SECRET_KEY (or secret.key in HEDDLE_DATA) is not the key that the stored credentials were encrypted with. " +
      "Restore the old key, or delete the data folder and with it the connections' credentials.";
    throw new SecretKeyChangedError(message, { cause: error });
  }
}

/**
 * Completes the replacement of the secret key: all credentials are sealed with the new one, then the file of the old one
 * is deleted. Ended at any moment, it is completed by the next start.
 */
async function completeKeyReplacement(environment: Environment, database: AppDatabase, vault: Vault, log: Logger) {
  const counts = await database.transaction().execute(async (transaction) => {
    const sealedAnew = await sealAnew(transaction, vault);
    await writeSetting(transaction, "vault-check", vault.seal(new Secret("heddle"), CHECK_BINDING));
    return sealedAnew;
  });
  forgetPreviousKey(environment.dataFolder);
  log.info(counts, "the secret key was replaced: stored credentials are encrypted with the new one");
}

export interface DashboardOptions {
  readonly log?: Logger;
  readonly policy?: AddressPolicy;
  readonly limitsOf?: (operation: Operation) => Limits;
  readonly now?: () => Date;
}

/**
 * Opens the database, the key and the client. Creates the first admin when the environment names one.
 *
 * @throws DatabaseError, SecretKeyError, SecretKeyChangedError
 */
export async function openDashboard(environment: Environment, options: DashboardOptions = {}): Promise<Dashboard> {
  mkdirSync(environment.dataFolder, { recursive: true, mode: 0o700 });
  const secretKey = loadSecretKey(environment);
  const previousKey = loadPreviousKey(environment);
  const vault = new Vault(deriveKey(secretKey, "credentials"), previousKey && deriveKey(previousKey, "credentials"));
  const log = options.log ?? pino({ base: null });
  const policy = options.policy ?? new AddressPolicy(environment);
  const now = options.now ?? (() => new Date());
  const database = await openAppDatabase(environment.dataFolder, environment.DATABASE_URL);
  await checkKey(database, vault);
  if (previousKey) await completeKeyReplacement(environment, database, vault, log);
  await ensureFirstAdmin(database, environment, now());
  const upstream = new UpstreamClient(policy);
  const createLimiter = limitersOf(database);
  return {
    environment,
    database,
    vault,
    policy,
    upstream,
    log,
    limitsOf: options.limitsOf ?? ((operation) => operation.limits),
    now,
    createLimiter,
    throttle: new SignInThrottle(createLimiter),
    sessionSecret: deriveKey(secretKey, "sessions").toString("base64"),
    close: async () => {
      await upstream.close();
      await database.destroy();
    },
  };
}

/** Route bundles may each have a copy of this module, so the process's dashboard is stored globally. */
const RUNNING = Symbol.for("heddle.dashboard");

/**
 * Returns the dashboard of this process, opened at the first request. A failed opening is retried at the next request.
 */
export function runningDashboard(): Promise<Dashboard> {
  const holder = globalThis as { [RUNNING]?: Promise<Dashboard> | undefined };
  holder[RUNNING] ??= openDashboard(readEnvironment()).catch((error: unknown) => {
    holder[RUNNING] = undefined;
    throw error;
  });
  return holder[RUNNING];
}
