import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import type { Dialect } from "@/lib/api/contract/operation/dialect";
import { createRouter } from "@/service/http/router";
import type { KeyVerifier } from "@/service/kernel/access/identity";
import { UnfinishedImports } from "@/service/kernel/access/unfinished-imports";
import type { Services } from "@/service/traces/handlers/handler";
import type { Handlers } from "@/service/traces/handlers/handlers";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { BlobStore } from "@/service/traces/store/files/blob-store";
import { FileRecords } from "@/service/traces/store/files/file-records";
import { FolderBlobs } from "@/service/traces/store/files/folder-blobs";
import { ObjectStore } from "@/service/traces/store/objects/object-store";
import { fileTables } from "@/service/traces/store/schema/schema-files";
import { objectTables } from "@/service/traces/store/schema/schema-objects";
import { tableTables } from "@/service/traces/store/schema/schema-tables";
import { TableStore } from "@/service/traces/store/tables/table-store";
import type { Door } from "@/test/contract/target";

const KEY = "hk_0123456789012345678901234567890123456789";
const keys: KeyVerifier = { verify: async () => ({ userId: "key-test", name: "test", projects: null }) };

/** A real store in a temporary folder behind the real router, for the handlers of objects, tables, refs and files. */
export async function openTestRows(handlers: Partial<Handlers>) {
  const folder = mkdtempSync(join(tmpdir(), "heddle-rows-"));
  const store = openEmbeddedStore({ folder: join(folder, "traces") });
  for (const sql of [...objectTables, ...tableTables, ...fileTables]) await store.command(sql);
  const blobs: BlobStore = await FolderBlobs.open(join(folder, "blobs"));
  const services = {
    store,
    objects: new ObjectStore(store),
    tables: new TableStore(store),
    blobs,
    files: new FileRecords(store),
    imports: new UnfinishedImports(),
  };
  const log = pino({ level: "silent" });
  const router = createRouter({
    // The handlers under test use no other service, and tests call no other operation.
    services: services as Services,
    handlers: handlers as Handlers,
    keys,
    localToken: null,
    log,
  });
  const send = async (path: string, body: BodyInit): Promise<Response> =>
    router.request(`http://service${path}`, { method: "POST", headers: { authorization: `Bearer ${KEY}` }, body });

  return {
    ...services,
    folder,
    send,
    /** The response to a body that is sent exactly as given. */
    async text(path: string, body: string): Promise<string> {
      return (await send(path, body)).text();
    },
    door: (dialect: Dialect): Door => ({
      name: dialect,
      dialect,
      send: (operation, request) => send(operation.path, JSON.stringify(request.body)),
      readFailure: (status, body) => {
        const { reason, detail } = body as { reason?: string; detail?: { loc: (string | number)[] }[] };
        return { status, reason: reason ?? null, places: (detail ?? []).map(({ loc }) => loc.join(".")) };
      },
    }),
    async close(): Promise<void> {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type TestRows = Awaited<ReturnType<typeof openTestRows>>;
