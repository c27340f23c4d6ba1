import pino from "pino";
import { afterEach, expect, it } from "vitest";
import { listAudit, recordAudit } from "@/lib/database/audit";
import { openTemporaryDatabase } from "@/lib/database/testing/temporary-database";
import { startAuditRetention } from "./audit-retention";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const log = pino({ level: "silent" });
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** The events of a log with an entry of 40 days ago and one of today, once it is kept. */
async function eventsAfter(days: number | undefined): Promise<string[]> {
  const { database, remove } = await openTemporaryDatabase();
  ends.push(remove);
  for (const age of [40, 0]) {
    const at = new Date(NOW.getTime() - age * 86_400_000);
    await recordAudit(
      database,
      { event: "sign-out", actorId: "u", target: null, isAllowed: true, requestId: null },
      at,
    );
  }
  const end = startAuditRetention({ database, days, now: () => NOW, log });
  await end();
  return (await listAudit(database, { limit: 10 })).entries.map(({ event }) => event);
}

it("keeps the audit log for ever, or for the days that are set", async () => {
  expect(await eventsAfter(undefined)).toEqual(["sign-out", "sign-out"]);
  expect(await eventsAfter(30)).toEqual(["audit.removed", "sign-out"]);
});

it("does not fail the dashboard when old entries cannot be removed", async () => {
  const { database, remove } = await openTemporaryDatabase();
  await remove();
  await startAuditRetention({ database, days: 30, now: () => NOW, log })();
});
