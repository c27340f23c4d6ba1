import { join } from "node:path";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Environment } from "@/lib/environment/environment";
import { stateAddress } from "@/lib/environment/state-address";
import { isTracingOn } from "@/lib/environment/tracing";
import { version } from "@/package.json";
import { authenticate } from "@/service/access/authenticate";
import type { Identity } from "@/service/access/identity";
import { createKeyVerifier } from "@/service/access/key-verifier";
import { UnfinishedImports } from "@/service/access/unfinished-imports";
import { WaitingAudit } from "@/service/access/waiting-audit";
import { AnnotationQueues } from "@/service/annotation-queues/annotation-queues";
import { FREEZE_PATH, freezeRoute } from "@/service/backup/freeze-route";
import { removeFrozen } from "@/service/backup/freeze-traces";
import { metricsRoute } from "@/service/metrics/metrics-route";
import { type ReadyChecks, readyRoute } from "@/service/metrics/ready-route";
import { ServiceMetrics } from "@/service/metrics/service-metrics";
import { DamageRecords } from "@/service/store/engine/damage-records";
import { damagedPartText, readDamagedParts } from "@/service/store/engine/damaged-parts";
import { DiskReserve } from "@/service/store/engine/disk-reserve";
import { ACCEPTED_CALLS_FOLDER, readAsideLogs } from "@/service/store/engine/record-log";
import type { Store } from "@/service/store/engine/store";
import { openBucket } from "@/service/store/files/open-blobs";
import type { CallRollups } from "@/service/store/rollups/call-rollups";
import { MissingRoots } from "@/service/store/tops/missing-roots";
import type { UpgradeProgress } from "@/service/store/upgrade/upgrade-call-parts";
import { checkpointModels } from "@/service/training/chat/checkpoint-provider";
import { countJobs } from "@/service/training/jobs/count-jobs";
import { readTrainerSettings, type Trainer, type TrainerVariables } from "@/service/training/runner/trainer";
import { readServerSettings, type ServerVariables } from "@/service/training/server/server-settings";
import { CheckpointEvaluations } from "./checkpoint-evaluations/checkpoint-evaluations";
import { completeSealReplacement } from "./complete-seal-replacement";
import type { ProviderVariables } from "./completions/provider";
import { ProviderDirectory } from "./completions/provider-directory";
import { ProviderSettings } from "./completions/provider-settings";
import { RepeatedStep } from "./concurrency/repeated-step";
import { EvaluationRuns } from "./evaluation-runs/runner/evaluation-runs";
import { AuditRequests } from "./http/audit-requests";
import { createRouter, type NodeBindings } from "./http/router";
import { traceRequests } from "./http/trace-requests";
import { Issues } from "./issues/issues";
import { Monitors } from "./monitors/monitors";
import { openServices } from "./open-services";
import { openTraces, type TracesEnvironment } from "./open-traces";
import { openWatches } from "./open-watches";
import { SpanMessages } from "./otel/messages/span-messages";
import { SpanTurns } from "./otel/turns/span-turns";
import { EXPORT_PATH, exportRoute, IMPORT_PATH, importRoute } from "./projects/project-routes";
import { Redaction } from "./redaction/redaction";
import { Retention } from "./retention/retention";
import { batchContents, contentCheck, fileContents } from "./scrub/check-contents";
import { databaseCheck } from "./scrub/check-databases";
import { serviceHandlers } from "./service-handlers";
import { LEASE_MS, Leases } from "./state/leases";
import { openState } from "./state/open-state";
import { joinServices, placesOf } from "./state/same-places";
import { openSeal } from "./state/seal";
import { openTraining } from "./training/open-training";
import { TrainingLineage } from "./training-runs/lineage/training-lineage";
import { TrainingRuns } from "./training-runs/runner/training-runs";

export interface Service {
  /** Handles one request. @param bindings from a server of Node, whose own stream of the body is then read */
  readonly fetch: (request: Request, bindings?: NodeBindings) => Response | Promise<Response>;
  /** Returns who sends a request with these headers. @throws ServiceError without a valid key */
  readonly authenticate: (headers: Headers) => Promise<Identity>;
  /** Waits for writes, stops queries and closes the folder. */
  close(): Promise<void>;
}

export type ServiceEnvironment = TracesEnvironment &
  Partial<
    Pick<
      Environment,
      | "DATABASE_URL"
      | "HEDDLE_API_KEY"
      | "HEDDLE_BLOBS"
      | "HEDDLE_CONNECTION_ALLOW"
      | "HEDDLE_CONNECTION_POLICY"
      | "HEDDLE_LEASE_SECONDS"
      | "HEDDLE_LOCAL_TOKEN"
      | "HEDDLE_METRICS"
      | "HEDDLE_OTLP_SERVICE_ENTITY"
      | "HEDDLE_SERVICE_SECRET_KEY"
      | "HEDDLE_SERVICE_SECRET_KEY_PREVIOUS"
      | "HEDDLE_SERVICE_STATE"
      | "HEDDLE_SMTP_FROM"
      | "HEDDLE_SMTP_URL"
      | "HEDDLE_URL"
      | "PORT"
      | "publicUrl"
    > &
      TrainerVariables &
      ServerVariables
  >;

/** Time within which what is set at one service is known to all that share the database. */
const LOOK_MS = 1_000;

interface SharedSettings {
  readonly settings: ProviderSettings;
  readonly redaction: Redaction;
  readonly imports: UnfinishedImports;
}

function lookAtSettings({ settings, redaction, imports }: SharedSettings, log: Logger): RepeatedStep[] {
  const looks = {
    providers: () => settings.refresh(),
    "redaction rules": () => redaction.refresh(),
    imports: () => imports.refresh(),
  };
  return Object.entries(looks).map(([name, refresh]) => {
    const onFailure = (error: unknown) => log.warn({ err: error }, `changes of ${name} could not be read`);
    return new RepeatedStep(refresh, LOOK_MS, onFailure);
  });
}

/** Rows that cannot be read must be reported. */
async function logDamage(store: Store, dataFolder: string, log: Logger): Promise<void> {
  for (const { name, records, bytes } of await readAsideLogs(join(dataFolder, ACCEPTED_CALLS_FOLDER))) {
    const file = join(dataFolder, ACCEPTED_CALLS_FOLDER, name);
    const lost = `${records} or more requests (${bytes} bytes) with accepted calls could not be read, because the log was damaged`;
    log.error({ file, records, bytes }, `${lost}. Delete ${file} to end the mark on all answers.`);
  }
  try {
    for (const damage of await readDamagedParts(store)) log.error(damage, damagedPartText(damage));
  } catch (error) {
    // A server may deny access to its system tables.
    log.warn({ err: error }, "could not check whether stored data is damaged");
  }
}

/** How often the disk is looked at: a full one is reported, and a freed one accepts writes again. */
const DISK_CHECK_MS = 2_000;

/** The engine keeps parts that it has rewritten for some minutes, and deletions would free nothing until then. */
function freeEarly(store: Store, reserve: DiskReserve, log: Logger): void {
  reserve.onChange((isFull) => {
    const change = isFull ? "MODIFY SETTING old_parts_lifetime = 5" : "RESET SETTING old_parts_lifetime";
    store
      .command(`ALTER TABLE call_rows ${change}`)
      .catch((err: unknown) => log.warn({ err }, "the engine does not free space earlier"));
  });
}

/** A server's disk is another machine's. */
async function openReserve(
  { dataFolder, CLICKHOUSE_URL }: ServiceEnvironment,
  log: Logger,
): Promise<DiskReserve | null> {
  if (CLICKHOUSE_URL !== undefined) return null;
  const reserve = await DiskReserve.open(dataFolder);
  reserve.onChange((isFull) => {
    if (isFull) log.error({ dataFolder }, "the disk is full: writes are refused, and its reserve was released");
    else log.info({ dataFolder }, "the disk has space again: writes are accepted");
  });
  return reserve;
}

/** Progress is reported while rollups are behind, as those of a data folder of an earlier version are. */
function startRollups(rollups: CallRollups, log: Logger): void {
  rollups.start({
    onBehind: (watermark, committed) =>
      log.info({ watermark, committed, isProgress: true }, `adding calls up: commit ${watermark} of ${committed}`),
    onFailure: (error) => log.warn({ err: error }, "calls could not be added up"),
  });
}

/**
 * Opens the service on a data folder, which must exist.
 *
 * @param providerVariables keys and addresses of completion providers, by their usual environment names
 * @throws StoreLocked when another process uses the folder, StoreShared when another service uses the ClickHouse
 * database and cannot share it, StoreError when the engine cannot open it, DatabaseUnusable when the state cannot be
 * opened, SealKeyUnusable when its key file cannot be used.
 */
export async function openService(
  environment: ServiceEnvironment,
  log: Logger,
  providerVariables: ProviderVariables = {},
): Promise<Service> {
  const { dataFolder } = environment;
  const bucket = await openBucket(environment.HEDDLE_BLOBS);
  const directory = new ProviderDirectory(providerVariables);
  const redaction = new Redaction();
  const imports = new UnfinishedImports();
  const onUpgrade: UpgradeProgress = (copied, total) =>
    log.info({ copied, total, isProgress: true }, `upgrading the stored calls: ${copied} of ${total}`);
  // Before the engine, which cannot start without any space.
  const reserve = await openReserve(environment, log);
  const openOn = async (engine: Store) => {
    // Left by a backup that was cut off.
    await removeFrozen(join(dataFolder, "traces"));
    return await openServices(engine, dataFolder, directory, onUpgrade, {
      ...{ bucket, redaction, imports },
      ...(reserve && { reserve }),
    });
  };
  const damage = await DamageRecords.open(dataFolder);
  const traces = await openTraces(environment, openOn, log, damage);
  const { store } = traces;
  if (reserve) freeEarly(store, reserve, log);
  await logDamage(store, dataFolder, log);
  const stateUrl = stateAddress(environment);
  const state = await openState(dataFolder, stateUrl);
  await imports.open(state);
  const leaseMs = environment.HEDDLE_LEASE_SECONDS === undefined ? LEASE_MS : environment.HEDDLE_LEASE_SECONDS * 1_000;
  const leases = await Leases.open(state, { log, durationMs: leaseMs });
  if (leases.isShared) await joinServices(state, leases, placesOf(environment));
  const trainerWith = (builtIn: Trainer) => readTrainerSettings(environment, builtIn);
  const training = await openTraining(dataFolder, trainerWith, log, bucket, {
    url: stateUrl,
    leaseMs,
    server: readServerSettings(environment),
  });
  directory.serve(checkpointModels(training));
  const lineage = new TrainingLineage({ state, training, services: traces.services });
  const services = { ...traces.services, lineage };
  const seal = openSeal(dataFolder, environment.HEDDLE_SERVICE_SECRET_KEY);
  if (await completeSealReplacement({ state, seal }, dataFolder, environment.HEDDLE_SERVICE_SECRET_KEY_PREVIOUS)) {
    log.info("the service's key was replaced: keys of providers are encrypted with the new one");
  }
  await redaction.open(state, seal, log);
  const settings = await ProviderSettings.open(state, seal, directory);
  // A command may work on a server beside this service, with the state in the folder.
  const isShared = leases.isShared || store.kind === "server";
  const looks = isShared ? lookAtSettings({ settings, redaction, imports }, log) : [];
  const diskChecks =
    reserve &&
    new RepeatedStep(
      () => reserve.check(),
      DISK_CHECK_MS,
      (err) => log.warn({ err }, "the space of the disk could not be checked"),
    );
  const retention = new Retention(state, services, log, { leases });
  retention.start();
  startRollups(services.rollups, log);
  const ownReads = { store: services.taskStore, calls: services.calls, redaction };
  const spanMessages = await SpanMessages.open(state, ownReads, log);
  const spanTurns = new SpanTurns(ownReads);
  spanTurns.start();
  const missingRoots = new MissingRoots(ownReads);
  missingRoots.start((err) => log.warn({ err }, "traces without a root could not be looked at"));
  const evaluationRuns = new EvaluationRuns(state, services, log, leases);
  await evaluationRuns.start();
  const checkpointEvaluations = new CheckpointEvaluations({ state, leases, training, runs: evaluationRuns, log });
  await checkpointEvaluations.start();
  const evaluations = checkpointEvaluations;
  const queues = new AnnotationQueues(state);
  const trainingRuns = new TrainingRuns({ state, leases, services, training, evaluations, queues, log });
  await trainingRuns.start();
  const monitors = new Monitors(state, services, log, leases);
  await monitors.start();
  const watchParts = openWatches(environment, { state, seal, services, leases, log, runs: trainingRuns });
  const { watches } = watchParts;
  watches.start();
  const issues = new Issues({ state, services, leases, log });
  issues.start();
  await traces.watch.schedule([
    databaseCheck(dataFolder),
    // A bucket's contents are compared when they are read.
    ...(bucket === null
      ? [contentCheck([fileContents(services.blobs, store), batchContents(training.blobs, training.state)])]
      : []),
  ]);
  const keys = createKeyVerifier({
    state,
    dataFolder,
    environmentKey: environment.HEDDLE_API_KEY,
    onLastUsedWriteFailed: (error) => log.warn({ err: error }, "a key could not be marked as used"),
  });
  const localToken = environment.HEDDLE_LOCAL_TOKEN ?? null;
  const { HEDDLE_METRICS } = environment;
  const metrics =
    HEDDLE_METRICS === undefined
      ? undefined
      : new ServiceMetrics({
          version,
          store,
          missing: () => damage.all,
          ...(reserve && { disk: () => reserve.space() }),
          waitingBytes: () => services.calls.waitingBytes,
          countJobs: () => countJobs(training.state),
          countTrainingRuns: () => trainingRuns.records.countByState(),
        });
  const router = createRouter({
    services,
    handlers: serviceHandlers(version, {
      dataFolder,
      reserve,
      damage,
      state,
      settings,
      training,
      redaction,
      retention,
      spanMessages,
      spanTurns,
      serviceEntity: environment.HEDDLE_OTLP_SERVICE_ENTITY,
      evaluations: {
        runs: evaluationRuns,
        checkpoints: checkpointEvaluations,
        monitors,
        queues,
      },
      trainingRuns,
      issues,
      watches: watchParts,
    }),
    keys,
    localToken,
    dashboardUrl: environment.HEDDLE_URL ?? null,
    log,
    reserve,
    damage,
    audit: new AuditRequests(new WaitingAudit(state), log),
    ...(metrics ? { metrics } : {}),
    ...(isTracingOn(providerVariables) ? { tracing: await traceRequests() } : {}),
  });
  const checks: ReadyChecks = {
    traces: (signal) => store.read({ sql: "SELECT 1", signal }),
    state: () => sql`select 1`.execute(state),
    training: () => sql`select 1`.execute(training.state),
    ...(bucket ? { blobs: (signal) => bucket.check(signal) } : {}),
  };
  router.get(
    "/ready",
    readyRoute(checks, (check, reason) => log.warn({ check, reason }, "not ready")),
  );
  if (metrics && HEDDLE_METRICS !== undefined) router.get("/metrics", metricsRoute(metrics, HEDDLE_METRICS));
  router.post(
    FREEZE_PATH,
    freezeRoute(store, dataFolder, () => services.calls.storedForReader()),
  );
  const parts = { services, state, training, redaction, damage };
  router.post(EXPORT_PATH, exportRoute(parts, dataFolder, log));
  router.post(
    IMPORT_PATH,
    importRoute(parts, dataFolder, () => reserve?.requireRoom()),
  );
  return {
    fetch: (request, bindings) => router.fetch(request, bindings),
    authenticate: (headers) => authenticate(headers, { keys, localToken }),
    async close() {
      // Runs and monitors write calls and use checkpoints, so that they end first.
      await Promise.all([diskChecks?.stop(), traces.watch.stop()]);
      await Promise.all([watches.close(), issues.close()]);
      await trainingRuns.close();
      await checkpointEvaluations.close();
      await Promise.all([evaluationRuns.close(), monitors.close(), ...looks.map((look) => look.stop())]);
      await Promise.all([training.close(), retention.close(), services.rollups.close()]);
      await Promise.all([spanMessages.close(), spanTurns.close(), missingRoots.close()]);
      await Promise.all([services.calls.close(), services.costs.idle(), services.feedback.idle()]);
      await services.signs?.close();
      await store.close();
      await leases.close();
      await state.destroy();
      bucket?.close();
    },
  };
}
