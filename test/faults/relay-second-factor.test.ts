import { describe, expect, it } from "vitest";
import { hashPassword } from "@/lib/auth/password";
import { codeOf } from "@/lib/auth/testing/authenticator-app";
import { findSecondFactor } from "@/lib/database/second-factors";
import { NO_PASSWORD, setPasswordHash } from "@/lib/database/users";
import { AppUnderTest } from "./relay-app-client";

const here = new AppUnderTest();
const password = "CANARY of the account";

async function giveUserPassword(role: "viewer" | "member" | "admin"): Promise<string> {
  const id = await here.app.userId(role);
  await setPasswordHash(here.app.dashboard.database, id, await hashPassword(password));
  return id;
}

async function enable(role: "viewer" | "member" | "admin"): Promise<{ secret: string; codes: readonly string[] }> {
  const { secret } = await here.ok("secondFactor.begin", { password }, role);
  const code = codeOf(secret, here.app.dashboard.now());
  const { recoveryCodes } = await here.ok("secondFactor.enable", { code }, role);
  return { secret, codes: recoveryCodes };
}

async function latestEvent(): Promise<unknown> {
  return (await here.ok("audit.list", { limit: 1 })).entries[0];
}

describe("two-factor authentication", () => {
  it("is turned on by its user with the password and a right code, and off with the password", async () => {
    await giveUserPassword("viewer");
    expect(await here.ok("secondFactor.read", {}, "viewer")).toEqual({
      hasPassword: true,
      enabledAt: null,
      recoveryCodesLeft: 0,
    });
    const started = await here.ok("secondFactor.begin", { password }, "viewer");
    expect(started.address).toContain(started.secret);
    expect(await here.refused("secondFactor.enable", { code: "000000" }, "viewer")).toMatchObject({
      http: 422,
      locs: ["body.code"],
    });
    expect((await here.ok("secondFactor.read", {}, "viewer")).enabledAt).toBeNull();
    const { codes } = await enable("viewer");
    expect(new Set(codes).size).toBe(10);
    expect(await latestEvent()).toMatchObject({ event: "second-factor.enabled", actorName: "viewer" });
    expect(await here.ok("secondFactor.read", {}, "viewer")).toMatchObject({
      enabledAt: expect.any(String),
      recoveryCodesLeft: 10,
    });
    const renewed = await here.ok("secondFactor.newRecoveryCodes", { password }, "viewer");
    expect(renewed.recoveryCodes.some((code) => codes.includes(code))).toBe(false);
    await here.ok("secondFactor.disable", { password }, "viewer");
    expect(await latestEvent()).toMatchObject({ event: "second-factor.disabled", target: "viewer@example.org" });
    expect((await here.ok("secondFactor.read", {}, "viewer")).enabledAt).toBeNull();
  });

  it("is not changed by someone with the session but without the password, who cannot guess it", async () => {
    const id = await giveUserPassword("member");
    await enable("member");
    const wrong = { password: "a guess" };
    for (const operation of ["secondFactor.newRecoveryCodes", "secondFactor.disable", "secondFactor.begin"]) {
      expect(await here.refused(operation, wrong, "member")).toMatchObject({ http: 422, locs: ["body.password"] });
    }
    for (let tries = 0; tries < 2; tries += 1) await here.refused("secondFactor.disable", wrong, "member");
    const refusal = await here.refused("secondFactor.disable", { password }, "member");
    expect(refusal).toMatchObject({ http: 429, reason: "throttled", retryAfterSeconds: expect.any(Number) });
    expect(await findSecondFactor(here.app.dashboard.database, id)).toBeDefined();
  });

  it("that is on is not replaced by a new secret, and one that is off is not turned off", async () => {
    const id = await giveUserPassword("admin");
    await enable("admin");
    const before = await findSecondFactor(here.app.dashboard.database, id);
    expect(await here.refused("secondFactor.begin", { password })).toMatchObject({ http: 409 });
    expect(await here.refused("secondFactor.enable", { code: "000000" })).toMatchObject({ http: 409 });
    expect(await findSecondFactor(here.app.dashboard.database, id)).toEqual(before);
    await here.ok("secondFactor.disable", { password });
    expect(await here.refused("secondFactor.disable", { password })).toMatchObject({ http: 409 });
    expect(await here.refused("secondFactor.newRecoveryCodes", { password })).toMatchObject({ http: 409 });
  });

  it("is not for accounts without a password", async () => {
    const id = await here.app.userId("viewer");
    await setPasswordHash(here.app.dashboard.database, id, NO_PASSWORD);
    expect((await here.ok("secondFactor.read", {}, "viewer")).hasPassword).toBe(false);
    expect(await here.refused("secondFactor.begin", { password: "x" }, "viewer")).toMatchObject({ http: 422 });
  });
});

describe("a member who lost the app", () => {
  it("is let in by an admin, who alone sees who has two-factor authentication", async () => {
    const id = await giveUserPassword("viewer");
    await enable("viewer");
    const flagsFor = async (role: "viewer" | "admin") =>
      (await here.ok("users.list", {}, role)).members.find((member) => member.id === id)?.hasSecondFactor;
    expect([await flagsFor("viewer"), await flagsFor("admin")]).toEqual([undefined, true]);
    expect(await here.refused("users.resetSecondFactor", { id }, "viewer")).toMatchObject({ http: 403 });
    await here.ok("users.resetSecondFactor", { id });
    expect(await latestEvent()).toMatchObject({
      event: "second-factor.reset",
      actorName: "admin",
      target: "viewer@example.org",
    });
    expect(await flagsFor("admin")).toBe(false);
    expect(await here.refused("users.resetSecondFactor", { id })).toMatchObject({ http: 409 });
    expect(await here.refused("users.resetSecondFactor", { id: "nobody" })).toMatchObject({ http: 404 });
  });
});
