import { join } from "node:path";
import type { Services } from "@/service/handlers/handler";
import { CallWriter } from "@/service/store/calls/call-writer";
import { BatchedRowWriter } from "@/service/store/engine/batched-row-writer";
import type { Store } from "@/service/store/engine/store";
import { BlobStore } from "@/service/store/files/blob-store";
import { FileRecords } from "@/service/store/files/file-records";
import { ObjectStore } from "@/service/store/objects/object-store";
import { callTables } from "@/service/store/schema/schema-calls";
import { costColumns, costTables, type StoredCost } from "@/service/store/schema/schema-costs";
import { feedbackColumns, feedbackTables, type StoredFeedback } from "@/service/store/schema/schema-feedback";
import { fileTables } from "@/service/store/schema/schema-files";
import { objectTables } from "@/service/store/schema/schema-objects";
import { tableTables } from "@/service/store/schema/schema-tables";
import { TableStore } from "@/service/store/tables/table-store";
import { ValueTexts } from "@/service/values/value-texts";
import type { ProviderDirectory } from "./completions/provider-directory";

const TABLES = [...callTables, ...objectTables, ...tableTables, ...fileTables, ...costTables, ...feedbackTables];

/**
 * Creates missing tables, and opens the services that handlers use. There must be one instance per store, because each
 * writer assumes that it is the only one.
 *
 * @param dataFolder contains the folder of blobs
 * @param providers the providers of completions
 */
export async function openServices(store: Store, dataFolder: string, providers: ProviderDirectory): Promise<Services> {
  for (const statement of TABLES) await store.command(statement);
  return {
    store,
    calls: new CallWriter(store),
    costs: new BatchedRowWriter<StoredCost>(store, "costs", costColumns),
    feedback: new BatchedRowWriter<StoredFeedback>(store, "feedback", feedbackColumns),
    objects: new ObjectStore(store),
    tables: new TableStore(store),
    files: new FileRecords(store),
    values: new ValueTexts(store),
    providers,
    blobs: await BlobStore.open(join(dataFolder, "blobs")),
  };
}
