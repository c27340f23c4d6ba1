import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTemporaryDatabase } from "@/lib/database/testing/temporary-database";
import { type AppDatabase, openAppDatabase } from "./app-database";
import { listAudit, recordAudit } from "./audit";
import { checkAuditChain } from "./audit-chain";
import { removeOldAudit } from "./audit-retention";

const NOW = new Date("2026-11-20T12:00:00.000Z");

let database: AppDatabase;
let folder: string;
let url: string | undefined;
let remove: () => Promise<void>;

beforeEach(async () => {
  ({ database, folder, url, remove } = await openTemporaryDatabase());
});

afterEach(() => remove());

async function record(target: string | null, to = database, at = NOW): Promise<void> {
  await recordAudit(to, { event: "sign-out", actorId: "u1", target, isAllowed: true, requestId: null }, at);
}

const idOf = async (target: string) =>
  (await database.selectFrom("audit").select("id").where("target", "=", target).executeTakeFirstOrThrow()).id;

describe("the chain of the audit log", () => {
  it("holds for an empty log, and for entries with any text", async () => {
    expect(await checkAuditChain(database)).toEqual({ entries: 0, unchained: 0, lastHash: null, problem: null });
    for (const target of [null, "", "a", "half \ud83d", "zero \0", "é\u2028\"'", `${"x".repeat(299)}😀`])
      await record(target);
    expect(await checkAuditChain(database)).toMatchObject({
      entries: 7,
      problem: null,
      lastHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it.each<[string, (database: AppDatabase, id: number) => Promise<unknown>]>([
    ["changed", (of, id) => of.updateTable("audit").set({ actor_id: "u2" }).where("id", "=", id).execute()],
    ["allowed later", (of, id) => of.updateTable("audit").set({ is_allowed: 0 }).where("id", "=", id).execute()],
    ["stripped of its hash", (of, id) => of.updateTable("audit").set({ hash: null }).where("id", "=", id).execute()],
  ])("names an entry that was %s", async (_, tamper) => {
    for (const target of ["1", "2", "3"]) await record(target);
    const id = await idOf("2");
    await tamper(database, id);
    expect((await checkAuditChain(database)).problem).toEqual({
      kind: "changed",
      entryId: String(id),
      at: NOW.toISOString(),
    });
  });

  it("names the entry after one that was removed, also when that was the first", async () => {
    for (const target of ["1", "2", "3"]) await record(target);
    await database.deleteFrom("audit").where("target", "=", "2").execute();
    expect((await checkAuditChain(database)).problem).toMatchObject({ entryId: String(await idOf("3")) });
    await database.deleteFrom("audit").where("target", "=", "1").execute();
    expect((await checkAuditChain(database)).problem).toMatchObject({ entryId: String(await idOf("3")) });
  });

  it("says that the newest entries were removed", async () => {
    for (const target of ["1", "2", "3"]) await record(target);
    await database.deleteFrom("audit").where("target", "=", "3").execute();
    expect(await checkAuditChain(database)).toMatchObject({ entries: 2, problem: { kind: "end-missing" } });
    await database.deleteFrom("audit").execute();
    expect(await checkAuditChain(database)).toMatchObject({ entries: 0, problem: { kind: "end-missing" } });
  });

  it("begins after entries that were removed for their age, and still names one that was removed otherwise", async () => {
    const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);
    for (const day of [0, 1, 2, 3]) await record(String(day), database, days(day));
    expect(await removeOldAudit(database, days(2), days(10))).toBe(2);
    const { entries } = await listAudit(database, { limit: 10 });
    expect(entries.map(({ event, target }) => [event, target])).toEqual([
      ["audit.removed", `2 from before ${days(2).toISOString()}`],
      ["sign-out", "3"],
      ["sign-out", "2"],
    ]);
    expect(await checkAuditChain(database)).toMatchObject({ entries: 3, unchained: 0, problem: null });
    expect(await removeOldAudit(database, days(2), days(11))).toBe(0);
    await database.deleteFrom("audit").where("target", "=", "2").execute();
    expect((await checkAuditChain(database)).problem).toMatchObject({ entryId: String(await idOf("3")) });
    expect(await removeOldAudit(database, days(20), days(20))).toBe(2);
    expect(await checkAuditChain(database)).toMatchObject({ entries: 1, problem: null });
  });

  it("begins where it should after two dashboards removed old entries at the same time, up to other times", async () => {
    const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);
    const other = url === undefined ? database : await openAppDatabase(folder, url);
    try {
      for (const day of [0, 1, 2, 3, 4, 5]) await record(String(day), database, days(day));
      const counts = await Promise.all([
        ...[4, 2, 3].map((day) => removeOldAudit(database, days(day), days(10))),
        ...[2, 4, 1].map((day) => removeOldAudit(other, days(day), days(10))),
      ]);
      expect(counts.reduce((sum, count) => sum + count)).toBe(4);
      const { entries } = await listAudit(database, { limit: 10, event: "audit.removed" });
      expect(entries).toHaveLength(counts.filter((count) => count > 0).length);
      expect(await checkAuditChain(database)).toMatchObject({ problem: null });
    } finally {
      if (other !== database) await other.destroy();
    }
  });

  it("begins after entries from before it, of which none can be added later", async () => {
    const old = { at: NOW.toISOString(), event: "sign-out", actor_id: null, is_allowed: 1, request_id: null } as const;
    const insertOld = (target: string) =>
      database
        .insertInto("audit")
        .values({ ...old, target, hash: null })
        .execute();
    await insertOld("old");
    await record("1");
    expect(await checkAuditChain(database)).toMatchObject({ entries: 1, unchained: 1, problem: null });
    await insertOld("forged");
    expect((await checkAuditChain(database)).problem).toMatchObject({ entryId: String(await idOf("forged")) });
  });

  it("holds when two dashboards write at the same time, and when changes with entries are undone", async () => {
    // One process has one connection to a file: a second one would wait for the first and keep it from going on.
    const other = url === undefined ? database : await openAppDatabase(folder, url);
    try {
      const undone = async (at: AppDatabase, target: string) =>
        await at.transaction().execute(async (transaction) => {
          await record(target, transaction);
          throw new Error("undone");
        });
      await Promise.all(
        [database, other].flatMap((at, which) =>
          Array.from({ length: 40 }, async (_, number) => {
            const target = `${which} ${number}`;
            if (number % 4 === 0) await expect(undone(at, target)).rejects.toThrow("undone");
            else await record(target, at);
          }),
        ),
      );
      expect(await checkAuditChain(database)).toMatchObject({ entries: 60, unchained: 0, problem: null });
      expect((await listAudit(other, { limit: 100 })).entries).toHaveLength(60);
    } finally {
      if (other !== database) await other.destroy();
    }
  });
});
