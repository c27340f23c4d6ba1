import pino, { type Logger } from "pino";
import type { Limits, Operation } from "@/lib/api/contract/operation/operation";
import { CircuitBreakers } from "@/lib/api/server/upstream/circuit-breakers";
import { UpstreamClient } from "@/lib/api/server/upstream/upstream-call";
import type { AuthContext } from "@/lib/auth/auth-options";
import { ensureFirstAdmin } from "@/lib/auth/first-access";
import { openVault, storeKeyCheck } from "@/lib/auth/key-check";
import { type CreateLimiter, limitersOf } from "@/lib/auth/limiters";
import { deriveKey, forgetPreviousKey } from "@/lib/auth/secret-key";
import { SignInThrottle } from "@/lib/auth/throttle";
import type { Vault } from "@/lib/auth/vault";
import { type AppDatabase, openAppDatabase } from "@/lib/database/app-database";
import { receiverDigest } from "@/lib/environment/audit-receiver";
import { createDataFolder } from "@/lib/environment/create-data-folder";
import { type Environment, readEnvironment } from "@/lib/environment/environment";
import { hearRestarts, type ServiceRestart } from "@/lib/environment/service-restart";
import { AddressPolicy } from "@/lib/outgoing/address-policy";
import { startAuditRetention } from "./audit-retention";
import { reEncryptCredentials } from "./re-encrypt-credentials";

const HOUR_MS = 3_600_000;

/** Everything that a request to the dashboard's API may need; created once per process, or once per test. */
export interface Dashboard extends AuthContext {
  readonly environment: Environment;
  readonly database: AppDatabase;
  readonly vault: Vault;
  readonly policy: AddressPolicy;
  readonly upstream: UpstreamClient;
  /** Which services do not respond. */
  readonly breakers: CircuitBreakers;
  readonly log: Logger;
  /** Creates limits of requests, which dashboards on one database share. */
  readonly createLimiter: CreateLimiter;
  /** Limits of a row; a test may shorten them. */
  readonly limitsOf: (operation: Operation) => Limits;
  /** The restart of the embedded service that is under way; null while it runs. */
  readonly serviceRestart: () => ServiceRestart | null;
  readonly close: () => Promise<void>;
}

/**
 * Completes the replacement of the secret key: all credentials are encrypted with the new one, then the file of the old
 * one is deleted. If it is interrupted at any moment, the next start completes it.
 */
async function completeKeyReplacement(environment: Environment, database: AppDatabase, vault: Vault, log: Logger) {
  const counts = await database.transaction().execute(async (transaction) => {
    const counts = await reEncryptCredentials(transaction, vault);
    await storeKeyCheck(transaction, vault);
    return counts;
  });
  forgetPreviousKey(environment.dataFolder);
  log.info(counts, "the secret key was replaced: stored credentials are encrypted with the new one");
}

/** Opens the vault of a database, completes what an earlier start began, and creates the first admin. */
async function prepareStart(environment: Environment, database: AppDatabase, log: Logger, now: () => Date) {
  const { vault, secretKey, previousKey } = await openVault(database, environment);
  if (previousKey) await completeKeyReplacement(environment, database, vault, log);
  await ensureFirstAdmin(database, environment, now());
  return { vault, secretKey };
}

export interface DashboardOptions {
  readonly log?: Logger;
  readonly policy?: AddressPolicy;
  readonly limitsOf?: (operation: Operation) => Limits;
  readonly now?: () => Date;
  readonly serviceRestart?: () => ServiceRestart | null;
}

/**
 * Opens the database, the key and the client. Creates the first admin when the environment names one.
 *
 * @throws DatabaseError, SecretKeyError, SecretKeyChangedError
 */
export async function openDashboard(environment: Environment, options: DashboardOptions = {}): Promise<Dashboard> {
  createDataFolder(environment.dataFolder);
  const log = options.log ?? pino({ base: null });
  const policy = options.policy ?? new AddressPolicy(environment);
  const now = options.now ?? (() => new Date());
  const database = await openAppDatabase(environment.dataFolder, environment.DATABASE_URL);
  const { vault, secretKey } = await prepareStart(environment, database, log, now).catch(async (error: unknown) => {
    // The next request tries again: connections of each attempt would add up.
    await database.destroy();
    throw error;
  });
  const upstream = new UpstreamClient(policy);
  const { HEDDLE_AUDIT_DAYS: days, HEDDLE_AUDIT_FORWARD: forward } = environment;
  const receiver = forward === undefined ? undefined : receiverDigest(forward);
  const endRetention = startAuditRetention({ database, days, receiver, now, log });
  const createLimiter = limitersOf(database);
  return {
    environment,
    database,
    vault,
    policy,
    upstream,
    breakers: new CircuitBreakers(),
    log,
    limitsOf: options.limitsOf ?? ((operation) => operation.limits),
    now,
    serviceRestart: options.serviceRestart ?? (() => null),
    createLimiter,
    throttle: new SignInThrottle(createLimiter),
    sessionLimits: {
      idleMs: environment.HEDDLE_SESSION_IDLE_HOURS * HOUR_MS,
      absoluteMs: environment.HEDDLE_SESSION_HOURS * HOUR_MS,
    },
    sessionSecret: deriveKey(secretKey, "sessions").toString("base64"),
    close: async () => {
      await upstream.close();
      await endRetention();
      await database.destroy();
    },
  };
}

/** Route bundles may each have a copy of this module, so the process's dashboard is stored globally. */
const RUNNING = Symbol.for("heddle.dashboard");
const RESTARTS = Symbol.for("heddle.service-restarts");

/**
 * Returns the dashboard of this process, opened at the first request. A failed opening is retried at the next request.
 */
export function runningDashboard(): Promise<Dashboard> {
  const holder = globalThis as { [RUNNING]?: Promise<Dashboard> | undefined; [RESTARTS]?: Dashboard["serviceRestart"] };
  const serviceRestart = holder[RESTARTS] ?? hearRestarts(process);
  holder[RESTARTS] = serviceRestart;
  holder[RUNNING] ??= openDashboard(readEnvironment(), { serviceRestart }).catch((error: unknown) => {
    holder[RUNNING] = undefined;
    throw error;
  });
  return holder[RUNNING];
}
