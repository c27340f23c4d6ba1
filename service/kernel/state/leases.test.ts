import { once } from "node:events";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { databaseTimeMs } from "@/lib/postgres/database-time";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { LEASE_MS, Leases } from "./leases";
import { openState, type ServiceState } from "./open-state";
import { openTemporaryState, type TemporaryState } from "./testing/temporary-state";

const log = pino({ level: "silent" });

/** Stores the lease of a killed process, which expires after a time. */
async function leaveBehind(state: ServiceState, subject: string, forMs: number): Promise<void> {
  const [until] = (await state.selectNoFrom(databaseTimeMs(state).as("now")).execute()).map(({ now }) => now + forMs);
  const row = { subject, owner: "killed", taken_ms: 0, renewed_ms: 0, until_ms: until ?? 0 };
  await state.insertInto("lease").values(row).execute();
}

describe("a lease", () => {
  let place: TemporaryState;
  let leases: Leases;

  beforeEach(async () => {
    place = await openTemporaryState();
    leases = await Leases.open(place.state, { log, durationMs: LEASE_MS });
  });

  afterEach(async () => {
    await leases.close();
    await place.remove();
  });

  it("is taken once until it is released", async () => {
    const attempts = await Promise.all([leases.take("a"), leases.take("a"), leases.take("b")]);
    expect(attempts.map((lease) => lease?.subject)).toEqual(["a", undefined, "b"]);
    await attempts[0]?.release();
    expect((await leases.take("a"))?.subject).toBe("a");
  });

  it("of a killed process can be taken once it expires", async () => {
    await leaveBehind(place.state, "alive", LEASE_MS);
    expect(await leases.take("alive")).toBeNull();
    await leaveBehind(place.state, "dead", 300);
    expect((await leases.takeWhenFree("dead", new AbortController().signal))?.subject).toBe("dead");
  });

  it("is no longer waited for when the signal is aborted", async () => {
    await leaveBehind(place.state, "dead", LEASE_MS);
    const leaving = new AbortController();
    const waiting = leases.takeWhenFree("dead", leaving.signal);
    leaving.abort();
    expect(await waiting).toBeNull();
  });
});

describe("leases in a file", () => {
  it("of an earlier service are free at the next start", async () => {
    const place = await openTemporaryState();
    if (place.url === undefined) {
      await leaveBehind(place.state, "dead", LEASE_MS);
      const leases = await Leases.open(place.state, { log, durationMs: LEASE_MS });
      expect(leases.isShared).toBe(false);
      expect((await leases.take("dead"))?.subject).toBe("dead");
      await leases.close();
    }
    await place.remove();
  });
});

describeOnPostgres("leases of several processes", () => {
  let place: TestDatabase;
  let first: ServiceState;
  let second: ServiceState;

  beforeEach(async () => {
    place = await createTestDatabase();
    [first, second] = [await openState("/nonexistent", place.url), await openState("/nonexistent", place.url)];
  });

  afterEach(async () => {
    vi.useRealTimers();
    await first.destroy();
    await second.destroy();
    await place.drop();
  });

  it("are each taken by only one of them", async () => {
    const all = await Promise.all([first, second].map((state) => Leases.open(state, { log, durationMs: LEASE_MS })));
    for (let round = 0; round < 10; round += 1) {
      const taken = await Promise.all([...all, ...all].map((leases) => leases.take(`work ${round}`)));
      expect(taken.filter((lease) => lease !== null)).toHaveLength(1);
    }
    for (const leases of all) await leases.close();
  });

  it("are renewed while the process lives, by the clock of the database", async () => {
    const short = await Leases.open(first, { log, durationMs: 6_000 });
    await short.take("long");
    const row = () => first.selectFrom("lease").selectAll().where("subject", "=", "long").executeTakeFirst();
    const taken = await row();
    await expect.poll(async () => ((await row())?.until_ms ?? 0) > (taken?.until_ms ?? 0)).toBe(true);
    expect((await row())?.taken_ms).toBe(taken?.taken_ms);
    await short.close();
    expect(await row()).toBeUndefined();
  });

  it.each([
    ["back", -86_400_000],
    ["forward", 86_400_000],
  ])(
    "do not depend on a machine's clock: nothing is lost or given away when it steps %s by a day",
    async (_, stepMs) => {
      const [holding, other] = await Promise.all(
        [first, second].map((state) => Leases.open(state, { log, durationMs: LEASE_MS })),
      );
      const lease = await holding?.take("clock");
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + stepMs });
      expect(await other?.take("clock")).toBeNull();
      expect(lease?.lost.aborted).toBe(false);
      await lease?.release();
      expect((await other?.take("clock"))?.subject).toBe("clock");
      await Promise.all([holding?.close(), other?.close()]);
    },
  );

  it("are lost when another process has taken them, and are then neither renewed nor released", async () => {
    const short = await Leases.open(first, { log, durationMs: 1_500 });
    const lease = await short.take("taken");
    const aborted = lease && once(lease.lost, "abort");
    await first.updateTable("lease").set({ owner: "other" }).where("subject", "=", "taken").execute();
    await aborted;
    await lease?.release();
    await short.close();
    const owners = await first.selectFrom("lease").select("owner").execute();
    expect(owners).toEqual([{ owner: "other" }]);
  });

  it("are lost when the database cannot be reached, before another process may take them", async () => {
    const holding = await Leases.open(first, { log, durationMs: 1_500 });
    const waiting = await Leases.open(second, { log, durationMs: 1_500 });
    const lease = await holding.take("work");
    // Its connections end, and it gets no new ones.
    await first.destroy();
    const taken = await waiting.takeWhenFree("work", new AbortController().signal);
    expect(taken?.subject).toBe("work");
    expect(lease?.lost.aborted).toBe(true);
    await holding.close();
    await waiting.close();
  });
});
