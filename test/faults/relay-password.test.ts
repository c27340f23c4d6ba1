import { describe, expect, it } from "vitest";
import { hashPassword, verifyPassword } from "@/lib/auth/password";
import { createSession, findLiveSession } from "@/lib/database/sessions";
import { findPassword, NO_PASSWORD, setPasswordHash } from "@/lib/database/users";
import { AppUnderTest } from "./relay-app-client";

const here = new AppUnderTest();
const password = "CANARY of the account";
const newPassword = "heron under 7 bridges";

type TestRole = "viewer" | "member" | "admin";

async function giveUserPassword(role: TestRole): Promise<void> {
  await setPasswordHash(here.app.dashboard.database, await here.app.userId(role), await hashPassword(password));
}

async function isPasswordOf(role: TestRole, tried: string): Promise<boolean> {
  const stored = await findPassword(here.app.dashboard.database, `${role}@example.org`);
  return await verifyPassword(tried, stored?.passwordHash);
}

describe("a user's own password", () => {
  it("is changed with the old one, ends the user's other sessions only, and is in the audit log without it", async () => {
    await giveUserPassword("viewer");
    const origin = { device: "Firefox on Linux", address: "192.0.2.1" };
    const { database, now } = here.app.dashboard;
    const own = await createSession(database, await here.app.userId("viewer"), now(), origin);
    const other = await createSession(database, await here.app.userId("member"), now(), origin);
    const { endedCount } = await here.ok("password.change", { password, newPassword }, "viewer");
    expect(endedCount).toBeGreaterThanOrEqual(1);
    expect([await isPasswordOf("viewer", password), await isPasswordOf("viewer", newPassword)]).toEqual([false, true]);
    expect(await findLiveSession(database, own, now())).toBeUndefined();
    expect(await findLiveSession(database, other, now())).toBeDefined();
    expect((await here.ok("sessions.list", {}, "viewer")).sessions).toHaveLength(1);
    const { entries } = await here.ok("audit.list", { limit: 1 });
    expect(entries[0]).toMatchObject({ event: "password.changed", actorName: "viewer", target: "viewer@example.org" });
    expect(JSON.stringify(entries)).not.toContain(newPassword);
  });

  it("stays when the new one is common, the same, too short or holds the account's name", async () => {
    await giveUserPassword("admin");
    for (const refused of ["password12345", password, "short", "admin@example.org"]) {
      expect(await here.refused("password.change", { password, newPassword: refused }), refused).toMatchObject({
        http: 422,
        locs: ["body.newPassword"],
      });
    }
    expect(await isPasswordOf("admin", password)).toBe(true);
  });

  it("is not changed by someone with the session but without the password, who cannot guess it", async () => {
    await giveUserPassword("member");
    const guess = { password: "a guess", newPassword };
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await here.refused("password.change", guess, "member")).toMatchObject({
        http: 422,
        locs: ["body.password"],
      });
    }
    const refusal = await here.refused("password.change", { password, newPassword }, "member");
    expect(refusal).toMatchObject({ http: 429, reason: "throttled", retryAfterSeconds: expect.any(Number) });
    expect(await isPasswordOf("member", password)).toBe(true);
  });

  it("is not created for an account that has none", async () => {
    const { database } = here.app.dashboard;
    await setPasswordHash(database, await here.app.userId("viewer"), NO_PASSWORD);
    expect(await here.refused("password.change", { password, newPassword }, "viewer")).toMatchObject({ http: 422 });
    expect(await isPasswordOf("viewer", newPassword)).toBe(false);
  });
});
