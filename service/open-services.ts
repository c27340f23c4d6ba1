import { join } from "node:path";
import { BlobStore } from "./blobs/blob-store";
import type { ProviderDirectory } from "./completions/provider-directory";
import type { Services } from "./http/handler";
import { ValueTexts } from "./operations/value-texts";
import { CallWriter } from "./store/call-writer";
import { FileRecords } from "./store/file-records";
import { LineWriter } from "./store/line-writer";
import { ObjectStore } from "./store/object-store";
import { callTables } from "./store/schema-calls";
import { type CostRow, costColumns, costTables } from "./store/schema-costs";
import { type FeedbackRow, feedbackColumns, feedbackTables } from "./store/schema-feedback";
import { fileTables } from "./store/schema-files";
import { objectTables } from "./store/schema-objects";
import { tableTables } from "./store/schema-tables";
import type { Store } from "./store/store";
import { TableStore } from "./store/table-store";

const TABLES = [...callTables, ...objectTables, ...tableTables, ...fileTables, ...costTables, ...feedbackTables];

/**
 * Makes the tables that are missing, and opens what handlers use. There must be one of these for a store: its writers
 * each believe to be the only one.
 *
 * @param dataFolder holds the folder of blobs
 * @param providers where completions can go
 */
export async function openServices(store: Store, dataFolder: string, providers: ProviderDirectory): Promise<Services> {
  for (const statement of TABLES) await store.command(statement);
  return {
    store,
    calls: new CallWriter(store),
    costs: new LineWriter<CostRow>(store, "costs", costColumns),
    feedback: new LineWriter<FeedbackRow>(store, "feedback", feedbackColumns),
    objects: new ObjectStore(store),
    tables: new TableStore(store),
    files: new FileRecords(store),
    values: new ValueTexts(store),
    providers,
    blobs: await BlobStore.open(join(dataFolder, "blobs")),
  };
}
