import { DamageRecords } from "@/service/traces/store/engine/damage-records";

/** Notes in a data folder that a project lacks a file, as the daily check does, before a service opens it. */
export async function noteDamage(dataFolder: string, projectId: string): Promise<void> {
  const records = await DamageRecords.open(dataFolder);
  const missing = [{ project_id: projectId, table: "file_contents", rows: 1, first: null, last: null }];
  await records.replace("content", [{ kind: "content", table: "file_contents", part: "0", bytes: 5, missing }]);
}

/** What is said of it. */
export const NOTED_DAMAGE =
  "1 file could not be read, because the stored data is damaged. Lists, counts, charts and exports lack them.";
