import { openAppDatabase } from "@/lib/database/app-database";
import { recordAudit } from "@/lib/database/audit";

/** Writes changes to the dashboard's database in a folder, and prints the number of each that was acknowledged, until one fails. */
const [, , folder = "", first = "1"] = process.argv;
const database = await openAppDatabase(folder);
for (let number = Number(first); ; number += 1) {
  const change = { event: "sign-out", actorId: null, target: `change ${number}` } as const;
  await recordAudit(database, { ...change, isAllowed: true, requestId: null }, new Date());
  process.stdout.write(`${number}\n`);
}
