import { join } from "node:path";
import { sql } from "kysely";
import type { Logger } from "pino";
import { stateAddress } from "@/lib/environment/state-address";
import { isTracingOn } from "@/lib/environment/tracing";
import { version } from "@/package.json";
import { metricsRoute } from "@/service/http/metrics/metrics-route";
import { openMetrics } from "@/service/http/metrics/open-metrics";
import { type ReadyChecks, readyRoute } from "@/service/http/metrics/ready-route";
import { authenticate } from "@/service/kernel/access/authenticate";
import type { Identity } from "@/service/kernel/access/identity";
import { createKeyVerifier } from "@/service/kernel/access/key-verifier";
import { UnfinishedImports } from "@/service/kernel/access/unfinished-imports";
import { WaitingAudit } from "@/service/kernel/access/waiting-audit";
import { FREEZE_PATH, freezeRoute } from "@/service/traces/backup/freeze-route";
import { removeFrozen } from "@/service/traces/backup/freeze-traces";
import { DamageRecords } from "@/service/traces/store/engine/damage-records";
import type { Store } from "@/service/traces/store/engine/store";
import { openBucket } from "@/service/traces/store/files/open-blobs";
import type { UpgradeProgress } from "@/service/traces/store/upgrade/upgrade-call-parts";
import { batchContents } from "@/service/training/batches/batch-contents";
import { checkpointModels } from "@/service/training/chat/checkpoint-provider";
import { readTrainerSettings, type Trainer } from "@/service/training/runner/trainer";
import { readServerSettings } from "@/service/training/server/server-settings";
import { completeSealReplacement } from "./complete-seal-replacement";
import { SpendingLimits } from "./completion/budgets/spending-limits";
import { ProviderSettings } from "./completion/provider-settings";
import { openEvaluation } from "./evaluation/open-evaluation";
import { AuditRequests } from "./http/audit-requests";
import { EXPORT_PATH, exportRoute, IMPORT_PATH, importRoute } from "./http/projects/project-routes";
import { createRouter, type NodeBindings } from "./http/router";
import { traceRequests } from "./http/trace-requests";
import type { ProviderVariables } from "./kernel/providers/provider";
import { ProviderDirectory } from "./kernel/providers/provider-directory";
import { LEASE_MS, Leases } from "./kernel/state/leases";
import { openState } from "./kernel/state/open-state";
import { joinServices, placesOf } from "./kernel/state/same-places";
import { logUnreadable, openStoredSeal } from "./open-stored-seal";
import type { ServiceEnvironment } from "./service-environment";
import { serviceHandlers } from "./service-handlers";
import { lookAtSettings } from "./shared-settings";
import { observeVersions } from "./traces/events/new-versions";
import { logDamage } from "./traces/log-damage";
import { diskChecks, freeEarly, openDiskReserve } from "./traces/open-disk-reserve";
import { openServices } from "./traces/open-services";
import { openTraceTasks } from "./traces/open-trace-tasks";
import { openTraces } from "./traces/open-traces";
import { Redaction } from "./traces/redaction/redaction";
import { contentCheck, fileContents } from "./traces/scrub/check-contents";
import { databaseCheck } from "./traces/scrub/check-databases";
import { openTraining } from "./training/open-training";
import { TrainingLineage } from "./training/training-runs/lineage/training-lineage";
import { openTrainingRuns } from "./training/training-runs/open-training-runs";
import { openWatches } from "./watches/open-watches";

export interface Service {
  /** Handles one request. @param bindings from a server of Node, whose own stream of the body is then read */
  readonly fetch: (request: Request, bindings?: NodeBindings) => Response | Promise<Response>;
  /** Returns who sends a request with these headers. @throws ServiceError without a valid key */
  readonly authenticate: (headers: Headers) => Promise<Identity>;
  /** Waits for writes, stops queries and closes the folder. */
  close(): Promise<void>;
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
  const reserve = await openDiskReserve(environment, log);
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
  const spending = new SpendingLimits({ state, services: traces.services });
  const services = { ...traces.services, lineage, spending };
  const seal = await openStoredSeal(state, dataFolder, environment.HEDDLE_SERVICE_SECRET_KEY);
  if (await completeSealReplacement({ state, seal }, dataFolder, environment.HEDDLE_SERVICE_SECRET_KEY_PREVIOUS)) {
    log.info("the service's key was replaced: keys of providers are encrypted with the new one");
  }
  await logUnreadable({ state, seal }, dataFolder, environment.HEDDLE_SERVICE_SECRET_KEY, log);
  await redaction.open(state, seal, log);
  const settings = await ProviderSettings.open(state, seal, directory);
  // A command may work on a server beside this service, with the state in the folder.
  const isShared = leases.isShared || store.kind === "server";
  const looks = isShared ? lookAtSettings({ settings, redaction, imports }, log) : [];
  services.objects.observer = observeVersions(state);
  const disk = reserve && diskChecks(reserve, log);
  const tasks = await openTraceTasks({ state, services, leases, redaction, log });
  const evaluation = await openEvaluation({ state, services, leases, log });
  const runs = await openTrainingRuns({ state, services, leases, training, evaluation, log });
  const { trainingRuns } = runs;
  const watchParts = openWatches(environment, { state, seal, services, leases, log, runs: trainingRuns, reserve });
  const { watches } = watchParts;
  watches.start();
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
    HEDDLE_METRICS === undefined ? undefined : openMetrics({ services, damage, reserve, training, trainingRuns });
  const router = createRouter({
    services,
    handlers: serviceHandlers(version, {
      ...{ reserve, damage, state, settings, training, redaction },
      ...tasks,
      serviceEntity: environment.HEDDLE_OTLP_SERVICE_ENTITY,
      evaluations: evaluation,
      ...runs,
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
      await Promise.all([disk?.stop(), traces.watch.stop()]);
      await watches.close();
      await runs.close();
      await Promise.all([evaluation.close(), ...looks.map((look) => look.stop())]);
      await Promise.all([training.close(), tasks.close()]);
      await Promise.all([services.calls.close(), services.costs.idle(), services.feedback.idle()]);
      await services.signs?.close();
      await store.close();
      await leases.close();
      await state.destroy();
      bucket?.close();
    },
  };
}
