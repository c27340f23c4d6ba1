// @module-tag all

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AuditTrail } from "@/lib/api/server/app-handlers/app-call";
import { setUserRole } from "@/lib/api/server/app-handlers/members";
import { type Dashboard, openDashboard } from "@/lib/api/server/dashboard/dashboard";
import { redeemLink } from "@/lib/auth/first-access";
import { SecretKeyChangedError } from "@/lib/auth/key-check";
import { refreshTokens } from "@/lib/auth/oauth/grant-exchange";
import { hashPassword } from "@/lib/auth/password";
import { RateLimitedError } from "@/lib/auth/rate-limit";
import { signIn } from "@/lib/auth/sign-in";
import { createInvitation } from "@/lib/database/account-links";
import { insertOauthClient } from "@/lib/database/oauth-clients";
import { findOauthGrant, replaceOauthGrant } from "@/lib/database/oauth-grants";
import { insertOauthTokens } from "@/lib/database/oauth-tokens";
import { endSession, findLiveSession } from "@/lib/database/sessions";
import { createUser, listMembers, setRole, type User } from "@/lib/database/users";
import { readEnvironment } from "@/lib/environment/environment";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/testing/test-postgres";

const PASSWORD = "correct horse battery";
const KEY = Buffer.from("a key of 32 bytes for dashboards").toString("base64");

describeOnPostgres("two dashboards on one PostgreSQL database", () => {
  let place: TestDatabase;
  let folders: string[];
  let first: Dashboard;
  let second: Dashboard;

  async function open(key = KEY): Promise<Dashboard> {
    const folder = mkdtempSync(join(tmpdir(), "heddle-dashboards-"));
    folders.push(folder);
    const variables = { HEDDLE_DATA: folder, DATABASE_URL: place.url, HEDDLE_SECRET_KEY: key };
    return await openDashboard(readEnvironment(variables), { log: pino({ level: "silent" }) });
  }

  beforeEach(async () => {
    folders = [];
    place = await createTestDatabase();
    [first, second] = await Promise.all([open(), open()]);
  });

  afterEach(async () => {
    await Promise.all([first.close(), second.close()]);
    await place.drop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  async function newUser(email: string, role: "admin" | "member" = "member") {
    const user = { name: email, email, role, passwordHash: await hashPassword(PASSWORD) };
    return await createUser(first.database, user, new Date());
  }

  const attempt = (dashboard: Dashboard, email: string, password = PASSWORD) =>
    signIn(dashboard, { email, password, address: "192.0.2.7" });

  it("share sessions: signing out on one ends the session on the other", async () => {
    await newUser("a@example.org");
    const signedIn = await attempt(first, "a@example.org");
    const id = signedIn?.sessionId ?? "";
    expect((await findLiveSession(second.database, id, new Date()))?.user.email).toBe("a@example.org");
    await endSession(second.database, id);
    expect(await findLiveSession(first.database, id, new Date())).toBeUndefined();
  });

  it("count wrong passwords together", async () => {
    await newUser("b@example.org");
    for (const dashboard of [first, second, first, second, first]) {
      expect(await attempt(dashboard, "b@example.org", "wrong password!")).toBeUndefined();
    }
    await expect(attempt(second, "b@example.org")).rejects.toBeInstanceOf(RateLimitedError);
    await expect(attempt(first, "b@example.org")).rejects.toBeInstanceOf(RateLimitedError);
  });

  it("count attempts exactly when they come at the same time, and store no address", async () => {
    const attempts = Array.from({ length: 12 }, (_, index) =>
      (index % 2 ? first : second).throttle.countAttempt("c@example.org", "192.0.2.8").then(
        () => "counted",
        (error: unknown) => (error instanceof RateLimitedError ? "refused" : error),
      ),
    );
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((outcome) => outcome === "counted")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === "refused")).toHaveLength(7);
    const rows = await first.database.selectFrom("rate_limit").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/example|192\.0/);
  });

  it("let a user in from a known address on both while an attack spends the limit of the account", async () => {
    await newUser("d@example.org");
    await attempt(first, "d@example.org");
    for (let index = 0; index < 20; index += 1) {
      await first.throttle.countAttempt("d@example.org", `198.51.100.${index}`);
    }
    await expect(second.throttle.countAttempt("d@example.org", "198.51.100.99")).rejects.toBeInstanceOf(
      RateLimitedError,
    );
    expect((await attempt(second, "d@example.org"))?.user.email).toBe("d@example.org");
  });

  it("keep one admin when two admins demote each other at the same time", async () => {
    const admins = [await newUser("e@example.org", "admin"), await newUser("f@example.org", "admin")] as const;
    const demote = (dashboard: Dashboard, actor: User, id: string) => {
      const session = { id: "any", user: { ...actor, workspaceRoles: [] }, expiresAt: "" };
      const call = {
        dashboard,
        session,
        role: actor.role,
        requestId: "r",
        signal: new AbortController().signal,
        trail: new AuditTrail(),
      };
      return setUserRole({ id, role: "member" }, call);
    };
    for (let round = 0; round < 5; round += 1) {
      for (const { id } of admins) await setRole(first.database, id, "admin");
      const outcomes = await Promise.allSettled([
        demote(first, admins[0], admins[1].id),
        demote(second, admins[1], admins[0].id),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect((await listMembers(first.database)).filter(({ role }) => role === "admin")).toHaveLength(1);
    }
  });

  it("exchange a refresh token once, and end the connection at the second use", async () => {
    const user = await newUser("i@example.org");
    const now = new Date();
    const later = new Date(now.getTime() + 60_000).toISOString();
    const client = await insertOauthClient(first.database, { name: "c", redirectUris: [] }, now);
    const grant = {
      clientId: client.id,
      userId: user.id,
      redirectHost: "h",
      access: "read",
      workspaceId: null,
    } as const;
    const grantId = await replaceOauthGrant(first.database, { ...grant, expiresAt: later }, now);
    await insertOauthTokens(first.database, grantId, [{ secret: "s", kind: "refresh", expiresAt: later }], now);
    const refresh = ({ database }: Dashboard) => refreshTokens({ database, now, requestId: "r" }, "s", client.id);
    const outcomes = await Promise.allSettled([refresh(first), refresh(second)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await findOauthGrant(second.database, grantId)).toBeUndefined();
  });

  it("redeem an invitation once", async () => {
    const { token } = await createInvitation(first.database, "member", new Date());
    const redeem = (dashboard: Dashboard, email: string) =>
      redeemLink(dashboard.database, { token, name: "G", email, password: PASSWORD }, new Date(), null).then(
        () => "created",
        () => "refused",
      );
    const outcomes = await Promise.all([redeem(first, "g@example.org"), redeem(second, "h@example.org")]);
    expect(outcomes.sort()).toEqual(["created", "refused"]);
    expect(await listMembers(second.database)).toHaveLength(1);
  });

  it("refuse a second dashboard with another secret key, also when both are the first", async () => {
    const other = Buffer.from("another key, of 32 bytes as well").toString("base64");
    await expect(open(other)).rejects.toBeInstanceOf(SecretKeyChangedError);
    await first.database.deleteFrom("setting").where("name", "=", "vault-check").execute();
    const outcomes = await Promise.allSettled([open(), open(other)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    for (const outcome of outcomes) if (outcome.status === "fulfilled") await outcome.value.close();
  });
});
