import type { Store } from "@/service/traces/store/engine/store";
import { callTables } from "@/service/traces/store/schema/schema-calls";

/**
 * Creates the tables of calls in an empty engine. The statements that change tables of earlier versions are two thirds of
 * the work and have no effect there (create-tables.test.ts).
 */
export async function createCallTables(engine: Store): Promise<void> {
  for (const sql of callTables(engine.kind)) if (!sql.startsWith("ALTER ")) await engine.command(sql);
}
