import { join } from "node:path";
import { UnfinishedImports } from "@/service/kernel/access/unfinished-imports";
import { StoreShared } from "@/service/kernel/errors/store-errors";
import type { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import type { Services } from "@/service/traces/handlers/handler";
import { NO_LINEAGE } from "@/service/traces/handlers/model-lineage";
import { NO_BUDGETS } from "@/service/traces/handlers/spending-gate";
import type { CallPart } from "@/service/traces/store/calls/call-parts";
import { type OpenedCalls, openCalls } from "@/service/traces/store/calls/open-calls";
import { ServiceSigns } from "@/service/traces/store/commits/service-signs";
import { NO_OTHERS, sharedTurns } from "@/service/traces/store/commits/write-turns";
import { BatchedRowWriter } from "@/service/traces/store/engine/batched-row-writer";
import type { DiskReserve } from "@/service/traces/store/engine/disk-reserve";
import { ACCEPTED_CALLS_FOLDER, RecordLog } from "@/service/traces/store/engine/record-log";
import type { Store } from "@/service/traces/store/engine/store";
import type { Bucket } from "@/service/traces/store/files/bucket";
import { FileRecords } from "@/service/traces/store/files/file-records";
import { openBlobs } from "@/service/traces/store/files/open-blobs";
import { ObjectStore } from "@/service/traces/store/objects/object-store";
import { PriceWriter } from "@/service/traces/store/prices/price-writer";
import { CallRemovals } from "@/service/traces/store/retention/call-removals";
import { CallRollups, type RollupOptions } from "@/service/traces/store/rollups/call-rollups";
import { createTables } from "@/service/traces/store/schema/create-tables";
import { callTables } from "@/service/traces/store/schema/schema-calls";
import { costTables } from "@/service/traces/store/schema/schema-costs";
import { feedbackColumns, feedbackTables, type StoredFeedback } from "@/service/traces/store/schema/schema-feedback";
import { fileTables } from "@/service/traces/store/schema/schema-files";
import { objectTables } from "@/service/traces/store/schema/schema-objects";
import { tableTables } from "@/service/traces/store/schema/schema-tables";
import { TableStore } from "@/service/traces/store/tables/table-store";
import { addMissingIndexes, storeMissingColumns } from "@/service/traces/store/upgrade/store-missing-columns";
import { storeMissingTops } from "@/service/traces/store/upgrade/store-missing-tops";
import { type UpgradeProgress, upgradeCallParts } from "@/service/traces/store/upgrade/upgrade-call-parts";
import { ValueTexts } from "@/service/traces/values/value-texts";
import type { Redaction } from "./redaction/redaction";

interface OpenOptions {
  readonly rollupOptions?: RollupOptions;
  /** Stores files; null for the data folder. */
  readonly bucket?: Bucket | null;
  /** Changes what is stored; null for nothing. */
  readonly redaction?: Redaction | null;
  readonly imports?: UnfinishedImports;
  /** Space for what is acknowledged when the disk is full. */
  readonly reserve?: DiskReserve;
}

const otherTables = [...objectTables, ...tableTables, ...fileTables, ...costTables, ...feedbackTables];

/**
 * Creates missing tables, and opens the services that handlers use. There must be one instance per store in a process.
 * Several processes may share a ClickHouse server; a folder belongs to one.
 *
 * @param dataFolder contains the folder of blobs
 * @param providers the providers of completions
 * @throws StoreShared when another service uses the server and cannot share it
 * @param onUpgrade called while the calls of an older version are copied
 */
export async function openServices(
  engine: Store,
  dataFolder: string,
  providers: ProviderDirectory,
  onUpgrade: UpgradeProgress = () => undefined,
  { rollupOptions = {}, bucket = null, redaction = null, imports = new UnfinishedImports(), reserve }: OpenOptions = {},
): Promise<Services> {
  const signs = engine.kind === "server" ? await ServiceSigns.open(engine, bucket?.place ?? "") : null;
  await createTables(engine, [...callTables(engine.kind), ...otherTables]);
  await upgradeCallParts(engine, onUpgrade, undefined, async () => {
    if (await signs?.hasEarlier()) throw new StoreShared("Another service upgrades the stored calls. Try again later.");
  });
  await addMissingIndexes(engine);
  await storeMissingColumns(engine);
  await storeMissingTops(engine);
  // A server is another machine's disk: what it has not stored is not acknowledged.
  const log = engine.kind === "embedded" ? await RecordLog.open(join(dataFolder, ACCEPTED_CALLS_FOLDER)) : null;
  try {
    const redact = redaction === null ? {} : { redact: (parts: readonly CallPart[]) => redaction.parts(parts) };
    const onDisk = { ...(log === null ? {} : { log }), ...(reserve && { reserve }) };
    return await openOnCalls(engine, await openCalls(engine, { ...onDisk, ...redact }), {
      dataFolder,
      providers,
      rollupOptions,
      bucket,
      redaction,
      imports,
      signs,
    });
  } catch (error) {
    await log?.leave();
    throw error;
  }
}

interface ServiceOptions {
  readonly dataFolder: string;
  readonly providers: ProviderDirectory;
  readonly rollupOptions: RollupOptions;
  readonly bucket: Bucket | null;
  readonly redaction: Redaction | null;
  readonly imports: UnfinishedImports;
  readonly signs: ServiceSigns | null;
}

async function openOnCalls(engine: Store, calls: OpenedCalls, options: ServiceOptions): Promise<Services> {
  const { dataFolder, providers, rollupOptions, bucket, redaction, imports, signs } = options;
  const { writer, store, taskStore } = calls;
  const turns = writer.isShared
    ? sharedTurns((step) => writer.exclusively(async (turn) => ({ result: await step(turn), note: null })))
    : NO_OTHERS;
  return {
    store,
    signs,
    calls: writer,
    taskStore,
    removals: await CallRemovals.open(engine, calls),
    rollups: await CallRollups.open(engine, calls, rollupOptions),
    costs: new PriceWriter(store),
    feedback: new BatchedRowWriter<StoredFeedback>(store, "feedback", feedbackColumns, (rows) =>
      redaction === null ? rows : redaction.feedback(rows),
    ),
    objects: new ObjectStore(store, turns),
    tables: new TableStore(store, turns),
    files: new FileRecords(store),
    values: new ValueTexts(store),
    providers,
    imports,
    lineage: NO_LINEAGE,
    spending: NO_BUDGETS,
    blobs: await openBlobs(bucket, "files/", join(dataFolder, "blobs")),
  };
}
