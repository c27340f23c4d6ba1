import { describe, expect, it } from "vitest";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { signIn } from "@/lib/auth/sign-in";
import { createSession, findLiveSession } from "@/lib/database/sessions";
import { createUser } from "@/lib/database/users";
import { AppUnderTest } from "./relay-app-client";

const here = new AppUnderTest();
let count = 0;

async function newPerson(role: Role = "member") {
  count += 1;
  const { database } = here.app.dashboard;
  const person = { name: `Person ${count}`, email: `person-${count}@example.org`, role, passwordHash: "none" };
  const user = await createUser(database, person, new Date());
  return { ...user, sessionId: await createSession(database, user.id, new Date()) };
}

async function isSignedIn({ sessionId }: { sessionId: string }): Promise<boolean> {
  return (await findLiveSession(here.app.dashboard.database, sessionId, new Date())) !== undefined;
}

const tokenOf = (url: string) => new URL(url).hash.replace("#token=", "");

describe("roles", () => {
  it("apply from the next request on, and the change is in the audit log", async () => {
    const person = await newPerson("member");
    await here.ok("users.setRole", { id: person.id, role: "viewer" });
    const live = await findLiveSession(here.app.dashboard.database, person.sessionId, new Date());
    expect(live?.user.role).toBe("viewer");
    const { entries } = await here.ok("audit.list", { event: "member.role-changed", limit: 1 });
    expect(entries[0]).toMatchObject({ actorName: "admin", target: `${person.email} member to viewer` });
  });

  it("keep one admin: the last one cannot be demoted or removed", async () => {
    const id = await here.app.userId("admin");
    for (const [operation, input] of [
      ["users.setRole", { id, role: "member" }],
      ["users.remove", { id }],
    ] as const) {
      expect(await here.refused(operation, input)).toMatchObject({ http: 409, reason: "last-admin" });
    }
    expect((await here.ok("session.current")).person.role).toBe("admin");
    const other = await newPerson("admin");
    await here.ok("users.remove", { id: other.id });
  });

  it("of a disabled admin do not count", async () => {
    const { database } = here.app.dashboard;
    const other = await newPerson("admin");
    await database.updateTable("user").set({ is_disabled: 1 }).where("id", "=", other.id).execute();
    const input = { id: await here.app.userId("admin"), role: "member" };
    expect(await here.refused("users.setRole", input)).toMatchObject({ reason: "last-admin" });
  });
});

describe("a removed member", () => {
  it("is signed out everywhere and no longer listed; the audit log still names them", async () => {
    const person = await newPerson();
    await createSession(here.app.dashboard.database, person.id, new Date());
    expect(await isSignedIn(person)).toBe(true);
    // The embedded service does not run here: the result says that its keys could not be loaded.
    expect(await here.ok("users.remove", { id: person.id })).toEqual({ revokedKeyCount: null });
    expect(await isSignedIn(person)).toBe(false);
    const { members } = await here.ok("users.list");
    expect(members.map(({ email }) => email)).not.toContain(person.email);
    const { entries } = await here.ok("audit.list", { event: "member.removed", limit: 1 });
    expect(entries[0]).toMatchObject({ target: person.email });
    expect(await here.refused("users.remove", { id: person.id })).toMatchObject({ http: 404, reason: "member" });
  });
});

describe("invitations", () => {
  it("are listed until they are used, with their creator; the link is shown once", async () => {
    const made = await here.ok("invitations.create", { role: "viewer" });
    expect(made.url).toMatch(/^http:\/\/localhost:7700\/set-up#token=/);
    const token = tokenOf(made.url);
    const open = await here.ok("invitations.list");
    expect(open.invitations[0]).toMatchObject({ id: made.id, role: "viewer", createdByName: "admin" });
    expect(JSON.stringify(open)).not.toContain(token);
    await here.ok("setup.complete", { token, name: "Omar", email: "omar@example.org", password: "a long enough one" });
    expect((await here.ok("invitations.list")).invitations.map(({ id }) => id)).not.toContain(made.id);
  });

  it("cannot be used once revoked", async () => {
    const { id, url } = await here.ok("invitations.create", { role: "admin" });
    await here.ok("invitations.revoke", { id });
    expect(await here.refused("setup.check", { token: tokenOf(url) }, null)).toMatchObject({ http: 404 });
    expect(await here.refused("invitations.revoke", { id })).toMatchObject({ http: 404, reason: "invitation" });
  });
});

describe("a link for a password", () => {
  const password = "a new and long password";

  it("sets it once, ends the user's sessions, and invalidates the earlier link", async () => {
    const person = await newPerson();
    const earlier = tokenOf((await here.ok("users.passwordLink", { id: person.id })).url);
    const token = tokenOf((await here.ok("users.passwordLink", { id: person.id })).url);
    expect(await here.refused("setup.password", { token: earlier, password }, null)).toMatchObject({ reason: "link" });
    expect(await here.ok("setup.check", { token })).toEqual({ kind: "password", role: "member", email: person.email });
    expect(await here.refused("setup.password", { token, password: "short" }, null)).toMatchObject({
      locs: ["body.password"],
    });
    const common = { token, password: person.email };
    expect(await here.refused("setup.password", common, null)).toMatchObject({ http: 422, locs: ["body.password"] });
    expect(await here.ok("setup.password", { token, password })).toEqual({ email: person.email });
    expect(await isSignedIn(person)).toBe(false);
    const attempt = { email: person.email, password, address: "any" };
    expect((await signIn(here.app.dashboard, attempt))?.user.id).toBe(person.id);
    expect(await here.refused("setup.password", { token, password }, null)).toMatchObject({ reason: "link" });
  });

  it("creates no account, and a link for an account sets no password", async () => {
    const person = await newPerson();
    const token = tokenOf((await here.ok("users.passwordLink", { id: person.id })).url);
    const account = { token, name: "Eve", email: "eve@example.org", password };
    expect(await here.refused("setup.complete", account, null)).toMatchObject({ http: 404, reason: "link" });
    const invited = tokenOf((await here.ok("invitations.create", { role: "viewer" })).url);
    expect(await here.refused("setup.password", { token: invited, password }, null)).toMatchObject({ reason: "link" });
  });
});

describe("the audit log", () => {
  it("is filtered by user, event, outcome and time, and paged without a gap", async () => {
    const person = await newPerson();
    const actorId = await here.app.userId("admin");
    await here.ok("users.remove", { id: person.id });
    await here.app.app("users.remove", { id: person.id }, "viewer");
    const all = await here.ok("audit.list", { limit: 500 });
    const only = async (filter: object) => (await here.ok("audit.list", { limit: 500, ...filter })).entries;
    expect(await only({ actorId })).toEqual(all.entries.filter((entry) => entry.actorId === actorId));
    expect(await only({ event: "member.removed" })).toEqual(
      all.entries.filter(({ event }) => event === "member.removed"),
    );
    expect(await only({ isAllowed: false })).toEqual(all.entries.filter(({ isAllowed }) => !isAllowed));
    const middle = all.entries[3]?.at ?? "";
    expect(await only({ since: middle })).toEqual(all.entries.filter(({ at }) => at >= middle));
    expect(await only({ until: middle })).toEqual(all.entries.filter(({ at }) => at < middle));
    const paged: unknown[] = [];
    for (let after: string | undefined, hasMore = true; hasMore; ) {
      const page = await here.ok("audit.list", { limit: 3, ...(after === undefined ? {} : { after }) });
      paged.push(...page.entries);
      ({ hasMore } = page);
      after = page.entries.at(-1)?.id;
    }
    expect(paged).toEqual(all.entries);
    const choices = await here.ok("audit.choices");
    expect(choices.people).toContainEqual({ id: actorId, name: "admin" });
    expect(choices.events).toEqual([...new Set(all.entries.map(({ event }) => event))].sort());
  });
});
