import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTemporaryDatabase } from "@/lib/database/testing/temporary-database";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import { createInvitation, findAccountLink, markLinkUsed, replaceSetupLink } from "./account-links";
import type { AppDatabase } from "./app-database";
import {
  createSession,
  endSession,
  endSessionsOf,
  findLiveSession,
  listSessionsOf,
  removeExpiredSessions,
} from "./sessions";
import { createUser, findPassword, hasAnyUser, listMembers, setPasswordHash } from "./users";

const HOUR_MS = 60 * 60 * 1000;
const start = new Date("2026-11-20T12:00:00.000Z");
const later = (hours: number) => new Date(start.getTime() + hours * HOUR_MS);

let database: AppDatabase;
let remove: () => Promise<void>;
let count = 0;

beforeAll(async () => {
  ({ database, remove } = await openTemporaryDatabase());
});

afterAll(() => remove());

async function newUser(role: "viewer" | "member" | "admin" = "member") {
  count += 1;
  return await createUser(
    database,
    { name: `Person ${count}`, email: `p${count}@example.org`, role, passwordHash: "h" },
    start,
  );
}

describe("users", () => {
  it("have one account per address, ignoring case and spacing", async () => {
    expect(await hasAnyUser(database)).toBe(false);
    const user = await createUser(
      database,
      { name: "Mia", email: " Mia@Example.org ", role: "admin", passwordHash: "hash" },
      start,
    );
    expect(user.email).toBe("mia@example.org");
    expect((await findPassword(database, "MIA@example.ORG"))?.passwordHash).toBe("hash");
    const again = createUser(
      database,
      { name: "M", email: "mia@example.org", role: "viewer", passwordHash: "x" },
      start,
    );
    await expect(again).rejects.toSatisfy(isUniqueViolation);
    expect(await hasAnyUser(database)).toBe(true);
  });

  it("cannot sign in once disabled", async () => {
    const user = await newUser();
    await database.updateTable("user").set({ is_disabled: 1 }).where("id", "=", user.id).execute();
    expect(await findPassword(database, user.email)).toBeUndefined();
  });

  it("are listed without their password hashes, with the time they were last seen", async () => {
    const user = await newUser();
    await createSession(database, user.id, later(1));
    const members = await listMembers(database);
    expect(members.find((member) => member.id === user.id)).toEqual({
      ...user,
      createdAt: start.toISOString(),
      lastSeenAt: later(1).toISOString(),
      isDisabled: false,
    });
  });

  it("can be given another password", async () => {
    const user = await newUser();
    expect(await setPasswordHash(database, user.id, "new")).toBe(true);
    expect((await findPassword(database, user.email))?.passwordHash).toBe("new");
    expect(await setPasswordHash(database, "missing", "new")).toBe(false);
  });
});

describe("sessions", () => {
  it("return the current user, role included", async () => {
    const user = await newUser("viewer");
    const id = await createSession(database, user.id, start);
    await database.updateTable("user").set({ role: "admin" }).where("id", "=", user.id).execute();
    expect(await findLiveSession(database, id, later(1))).toEqual({
      id,
      user: { ...user, role: "admin", workspaceRoles: [] },
      expiresAt: later(7 * 24).toISOString(),
    });
  });

  it("end after eight hours without use, and stay live while used", async () => {
    const user = await newUser();
    const id = await createSession(database, user.id, start);
    expect(await findLiveSession(database, id, later(7))).toBeDefined();
    expect(await findLiveSession(database, id, later(14))).toBeDefined();
    expect(await findLiveSession(database, id, later(22.5))).toBeUndefined();
  });

  it("end after the hours that are set, without use and at all", async () => {
    const user = await newUser();
    const limits = { idleMs: 3_600_000, absoluteMs: 2 * 3_600_000 };
    const live = (id: string, hours: number) => findLiveSession(database, id, later(hours), limits);
    const unused = await createSession(database, user.id, start);
    expect([await live(unused, 0.9), await live(unused, 2)].map((found) => found !== undefined)).toEqual([true, false]);
    const used = await createSession(database, user.id, start);
    for (const hours of [0.8, 1.6]) expect((await live(used, hours))?.expiresAt).toBe(later(2).toISOString());
    expect(await live(used, 2.1)).toBeUndefined();
  });

  it("end after seven days even if they are used", async () => {
    const user = await newUser();
    const id = await createSession(database, user.id, start);
    for (let hours = 6; hours <= 7 * 24; hours += 6) {
      expect(await findLiveSession(database, id, later(hours))).toBeDefined();
    }
    expect(await findLiveSession(database, id, later(7 * 24 + 0.1))).toBeUndefined();
  });

  it("stay live when the clock steps back by minutes, and then end eight hours after the last use", async () => {
    const user = await newUser();
    const id = await createSession(database, user.id, start);
    expect(await findLiveSession(database, id, later(-0.5))).toBeDefined();
    expect((await listSessionsOf(database, user.id, later(-0.5))).map((session) => session.id)).toEqual([id]);
    // Seen half an hour before the time at which it was opened.
    expect(await findLiveSession(database, id, later(7.6))).toBeUndefined();
    expect(await findLiveSession(database, id, later(7.4))).toBeDefined();
  });

  it("end when the clock steps back by more than they last, instead of lasting until then", async () => {
    const user = await newUser();
    const unused = await createSession(database, user.id, start);
    expect(await findLiveSession(database, unused, later(-8.1))).toBeUndefined();
    expect(await listSessionsOf(database, user.id, later(-8.1))).toEqual([]);
    await removeExpiredSessions(database, later(-8.1));
    expect(await findLiveSession(database, unused, start)).toBeUndefined();
    const used = await createSession(database, user.id, start);
    for (let hours = -6; hours > -7 * 24; hours -= 6) {
      expect(await findLiveSession(database, used, later(hours))).toBeDefined();
    }
    expect(await findLiveSession(database, used, later(-7 * 24 - 0.1))).toBeUndefined();
  });

  it("end at once when they are ended, when the account is disabled, or all together", async () => {
    const user = await newUser();
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => createSession(database, user.id, start)));
    await endSession(database, first ?? "");
    expect(await findLiveSession(database, first ?? "", start)).toBeUndefined();
    expect(await findLiveSession(database, second ?? "", start)).toBeDefined();
    await database.updateTable("user").set({ is_disabled: 1 }).where("id", "=", user.id).execute();
    expect(await findLiveSession(database, second ?? "", start)).toBeUndefined();
    await database.updateTable("user").set({ is_disabled: 0 }).where("id", "=", user.id).execute();
    await endSessionsOf(database, user.id);
    expect(await findLiveSession(database, third ?? "", start)).toBeUndefined();
  });

  it("are deleted once they can no longer be used", async () => {
    const user = await newUser();
    const old = await createSession(database, user.id, start);
    const fresh = await createSession(database, user.id, later(9));
    await removeExpiredSessions(database, later(10));
    const ids = (await database.selectFrom("session").select("id").execute()).map((row) => row.id);
    expect(ids).not.toContain(old);
    expect(ids).toContain(fresh);
  });
});

describe("account links", () => {
  it("are stored only as hashes", async () => {
    const token = await replaceSetupLink(database, start);
    expect(JSON.stringify(await database.selectFrom("account_link").selectAll().execute())).not.toContain(token);
    expect(await findAccountLink(database, token, later(1000))).toMatchObject({ kind: "set-up", role: "admin" });
  });

  it("of an earlier start stop working when a new one is created", async () => {
    const earlier = await replaceSetupLink(database, start);
    await replaceSetupLink(database, start);
    expect(await findAccountLink(database, earlier, start)).toBeUndefined();
  });

  it("work once, even when used twice at the same time", async () => {
    const { token } = await createInvitation(database, "viewer", start);
    const link = await findAccountLink(database, token, start);
    const uses = await Promise.all([1, 2, 3].map(() => markLinkUsed(database, link?.id ?? "", start)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(await findAccountLink(database, token, start)).toBeUndefined();
  });

  it("for invitations expire after a week", async () => {
    const { token } = await createInvitation(database, "member", start);
    expect(await findAccountLink(database, token, later(7 * 24 - 1))).toBeDefined();
    expect(await findAccountLink(database, token, later(7 * 24 + 1))).toBeUndefined();
  });

  it("cannot be guessed", async () => {
    expect(await findAccountLink(database, "' or 1=1 --", start)).toBeUndefined();
  });
});
