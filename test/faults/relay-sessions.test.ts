import { describe, expect, it } from "vitest";
import { createSession, findLiveSession } from "@/lib/database/sessions";
import { createUser } from "@/lib/database/users";
import { AppUnderTest } from "./relay-app-client";

const here = new AppUnderTest();
const NOW = () => here.app.dashboard.now();

const ORIGIN = { device: "Firefox on Linux", address: "192.0.2.1" };

async function sessionOf(role: "viewer" | "member"): Promise<string> {
  return await createSession(here.app.dashboard.database, await here.app.userId(role), NOW(), ORIGIN);
}

const isLive = async (id: string) => (await findLiveSession(here.app.dashboard.database, id, NOW())) !== undefined;

describe("a user's sessions", () => {
  it("are listed with device, address and last use, and those of others are not", async () => {
    const [own, other] = [await sessionOf("viewer"), await sessionOf("member")];
    const { sessions } = await here.ok("sessions.list", {}, "viewer");
    const ids = sessions.map(({ id }) => id);
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(sessions.find(({ id }) => id === own)).toMatchObject({ ...ORIGIN, isCurrent: false });
    expect([ids.includes(own), ids.includes(other)]).toEqual([true, false]);
  });

  it("are ended one by one by their owner only, and the end is in the audit log", async () => {
    const [own, other] = [await sessionOf("viewer"), await sessionOf("member")];
    await here.ok("sessions.end", { id: own }, "viewer");
    expect([await isLive(own), await isLive(other)]).toEqual([false, true]);
    for (const role of ["viewer", "admin"] as const) {
      expect(await here.refused("sessions.end", { id: other }, role)).toMatchObject({ http: 404, kind: "not-found" });
    }
    expect(await isLive(other)).toBe(true);
    const { entries } = await here.ok("audit.list", { event: "session.ended", limit: 1 });
    expect(entries[0]).toMatchObject({ actorName: "viewer", target: "viewer@example.org" });
  });

  it("are all ended by an admin, and by nobody else, and the end is in the audit log", async () => {
    const { database } = here.app.dashboard;
    const person = { name: "Lost", email: "lost@example.org", role: "viewer", passwordHash: "none" } as const;
    const { id } = await createUser(database, person, NOW());
    const [own, other] = [await createSession(database, id, NOW()), await sessionOf("member")];
    expect(await here.refused("users.endSessions", { id }, "member")).toMatchObject({ http: 403 });
    expect((await here.ok("users.endSessions", { id })).endedCount).toBeGreaterThan(0);
    expect([await isLive(own), await isLive(other)]).toEqual([false, true]);
    const { entries } = await here.ok("audit.list", { event: "session.ended", limit: 1 });
    expect(entries[0]).toMatchObject({ actorName: "admin", target: "lost@example.org" });
    expect(await here.refused("users.endSessions", { id: "none" })).toMatchObject({ http: 404 });
  });

  it("end all at once except the one in use", async () => {
    const own = [await sessionOf("viewer"), await sessionOf("viewer")];
    const other = await sessionOf("member");
    const { endedCount } = await here.ok("sessions.endOthers", {}, "viewer");
    expect(endedCount).toBeGreaterThanOrEqual(2);
    expect(await Promise.all([...own, other].map(isLive))).toEqual([false, false, true]);
    const { sessions } = await here.ok("sessions.list", {}, "viewer");
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });
});
