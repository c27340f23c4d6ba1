import { randomUUID } from "node:crypto";
import { errorMessage } from "@/lib/guard/error-message";
import { openServerStore } from "@/service/traces/store/engine/server-store";
import type { Store } from "@/service/traces/store/engine/store";
import { callTables } from "@/service/traces/store/schema/schema-calls";
import { costTables } from "@/service/traces/store/schema/schema-costs";
import { feedbackTables } from "@/service/traces/store/schema/schema-feedback";
import { fileTables } from "@/service/traces/store/schema/schema-files";
import { objectTables } from "@/service/traces/store/schema/schema-objects";
import { tableTables } from "@/service/traces/store/schema/schema-tables";
import { type ServerCheck, serverChecks } from "./server-checks";

export interface ServerReport {
  /** Called with the version of the server before the first check. */
  readonly onVersion: (version: string) => void;
  /** @param problem null when the server passed the check */
  readonly onCheck: (check: ServerCheck, problem: string | null) => void;
}

const TABLES = [
  ...[...callTables("server"), ...objectTables, ...tableTables],
  ...[...fileTables, ...costTables, ...feedbackTables],
];

/** Returns the address of another database of the same server. */
function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/**
 * Checks whether a ClickHouse server does what services rely on, in a database of its own, which is removed in the end.
 * Other databases are not touched.
 *
 * @param url as in `CLICKHOUSE_URL`: it may contain a password
 * @returns how many checks the server did not pass
 * @throws StoreError when the server cannot be reached, or does not let this user create a database
 */
export async function checkServer(url: string, { onVersion, onCheck }: ServerReport): Promise<number> {
  const database = `heddle_check_${randomUUID().replaceAll("-", "")}`;
  const server = openServerStore(url);
  const opened: Store[] = [];
  let failed = 0;
  try {
    const [row] = await server.read<{ version: string }>({ sql: "SELECT version() AS version" });
    onVersion(row?.version ?? "unknown");
    await server.command(`CREATE DATABASE ${database}`);
    try {
      const connect = () => {
        const store = openServerStore(addressOf(url, database));
        opened.push(store);
        return store;
      };
      // Every start of a service runs them again.
      const creating = connect();
      for (const sql of [...TABLES, ...TABLES]) await creating.command(sql);
      for (const check of serverChecks) {
        const problem = await check.run({ connect }).then(
          () => null,
          (error: unknown) => errorMessage(error),
        );
        if (problem !== null) failed += 1;
        onCheck(check, problem);
      }
    } finally {
      for (const store of opened) await store.close();
      await server.command(`DROP DATABASE ${database} SYNC`);
    }
  } finally {
    await server.close();
  }
  return failed;
}
