import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ServiceState, stateFile } from "@/service/kernel/state/open-state";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import { apiKeyId, generateApiKey } from "./api-key";
import { createApiKey, ensureFirstApiKey, limitApiKey, listApiKeys, revokeApiKey } from "./api-keys";
import { createKeyVerifier } from "./key-verifier";

let place: TemporaryState;
let folder: string;
let state: ServiceState;

beforeEach(async () => {
  place = await openTemporaryState();
  ({ folder, state } = place);
});

afterEach(async () => {
  await place.remove();
});

function verifier(options: { environmentKey?: string; now?: () => number } = {}) {
  const onMarkFailed = vi.fn();
  return {
    ...createKeyVerifier({ state, dataFolder: folder, onLastUsedWriteFailed: onMarkFailed, ...options }),
    onMarkFailed,
  };
}

describe("makeApiKey", () => {
  it("creates keys of the 40 characters that official clients require, each containing its id", () => {
    const { id, key } = generateApiKey();
    expect(key).toMatch(/^hk_[0-9A-Za-z]{37}$/);
    expect(apiKeyId(key)).toBe(id);
    expect(new Set(Array.from({ length: 1_000 }, () => generateApiKey().key)).size).toBe(1_000);
  });

  it.each(["", "hk_", `hk_${"a".repeat(36)}`, `hk_${"a".repeat(36)}-`, `xx_${"a".repeat(37)}`, `hk_${"a".repeat(38)}`])(
    "rejects %j as a key",
    (text) => expect(apiKeyId(text)).toBeUndefined(),
  );
});

describe("API keys", () => {
  it("return their owner's id, name and projects", async () => {
    const { key } = await createApiKey(state, { name: "ci", userId: "ada", projects: ["demo/airline"] });
    expect(await verifier().verify(key)).toEqual({ userId: "ada", name: "ci", projects: ["demo/airline"] });
  });

  it("store under the key's name when no user is given, and see all projects when none is named", async () => {
    const { key } = await createApiKey(state, { name: "laptop" });
    expect(await verifier().verify(key)).toEqual({ userId: "laptop", name: "laptop", projects: null });
  });

  it("are refused with a correct id and a wrong secret", async () => {
    const { key } = await createApiKey(state, { name: "ci" });
    const other = key.slice(0, -1) + (key.endsWith("a") ? "b" : "a");
    expect(await verifier().verify(other)).toBeNull();
    expect(await verifier().verify(generateApiKey().key)).toBeNull();
    expect(await verifier().verify("")).toBeNull();
  });

  it("are refused from the first request after they were revoked, also by another process", async () => {
    const { id, key } = await createApiKey(state, { name: "ci" });
    let nowMs = Date.parse("2026-11-20T10:00:00Z");
    const { verify } = verifier({ now: () => nowMs });
    expect(await verify(key)).not.toBeNull();
    const elsewhere = await place.openAgain();
    const revoked = await revokeApiKey(elsewhere, id);
    await elsewhere.destroy();
    expect(revoked.revokedAt).not.toBeNull();
    // With PostgreSQL, a result is kept for a second.
    if (place.url !== undefined) nowMs += 1_000;
    expect(await verify(key)).toBeNull();
  });

  it("keep the time of their first revocation", async () => {
    const { id } = await createApiKey(state, { name: "ci" });
    const first = await revokeApiKey(state, id);
    expect(await revokeApiKey(state, id)).toEqual(first);
  });

  it("can be limited later, and the limit removed again", async () => {
    const { id, key } = await createApiKey(state, { name: "ci" });
    let nowMs = Date.parse("2026-11-20T10:00:00Z");
    const { verify } = verifier({ now: () => nowMs });
    await limitApiKey(state, id, ["demo/a", "demo/b", "demo/a"]);
    expect(await verify(key)).toMatchObject({ projects: ["demo/a", "demo/b"] });
    await limitApiKey(state, id, null);
    if (place.url !== undefined) nowMs += 1_000;
    expect(await verify(key)).toMatchObject({ projects: null });
  });

  it("reject an unknown key, an empty limit, an invalid project and an empty name", async () => {
    const { id } = await createApiKey(state, { name: "ci" });
    await expect(revokeApiKey(state, "missing")).rejects.toThrow('No API key with the id "missing".');
    await expect(limitApiKey(state, "missing", null)).rejects.toThrow("No API key");
    await expect(limitApiKey(state, id, [])).rejects.toThrow("entity/project");
    await expect(createApiKey(state, { name: "x", projects: ["nope"] })).rejects.toThrow("entity/project");
    await expect(createApiKey(state, { name: "  " })).rejects.toThrow(
      "The name of a key must have 1 to 128 characters.",
    );
  });

  it("are refused once they have expired, also when they were used just before", async () => {
    const createdAt = new Date("2026-11-20T10:00:00Z");
    const { id, key } = await createApiKey(state, { name: "ci", expiresAt: "2026-11-20T11:00:00+00:00" }, createdAt);
    let nowMs = createdAt.getTime();
    const { verify } = verifier({ now: () => nowMs });
    expect(await verify(key)).not.toBeNull();
    nowMs = Date.parse("2026-11-20T11:00:00Z");
    expect(await verify(key)).toBeNull();
    expect((await listApiKeys(state)).find((each) => each.id === id)?.expiresAt).toBe("2026-11-20T11:00:00.000Z");
  });

  it("have the permissions that they were created with, or all when none were given", async () => {
    const { key } = await createApiKey(state, { name: "ci", scopes: ["write", "read", "read"] });
    expect(await verifier().verify(key)).toMatchObject({ scopes: ["read", "write"] });
    const other = await createApiKey(state, { name: "all" });
    expect(await verifier().verify(other.key)).not.toHaveProperty("scopes");
  });

  it("reject an unknown permission, no permission, and an expiry in the past", async () => {
    await expect(createApiKey(state, { name: "x", scopes: ["root"] })).rejects.toThrow("read, write, train, admin");
    await expect(createApiKey(state, { name: "x", scopes: [] })).rejects.toThrow("at least one scope");
    await expect(createApiKey(state, { name: "x", expiresAt: "2020-01-01T00:00:00Z" })).rejects.toThrow("future");
    await expect(createApiKey(state, { name: "x", expiresAt: "soon" })).rejects.toThrow("future");
  });

  it("are listed without the secret, oldest first, including revoked ones", async () => {
    const one = await createApiKey(state, { name: "one" }, new Date("2026-11-20T10:00:00.000Z"));
    const two = await createApiKey(state, { name: "two" }, new Date("2026-11-20T10:00:00.001Z"));
    await revokeApiKey(state, one.id);
    const listed = await listApiKeys(state);
    expect(listed.map(({ name, revokedAt }) => [name, revokedAt === null])).toEqual([
      ["one", false],
      ["two", true],
    ]);
    expect(JSON.stringify(listed)).not.toContain(two.key);
  });

  it("are stored as a hash, and in a file that only its owner can read", async () => {
    const { key } = await createApiKey(state, { name: "ci" });
    const [row] = await state.selectFrom("api_key").selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(key.slice(11));
    if (place.url !== undefined) return;
    for (const file of readdirSync(folder)) {
      expect(readFileSync(join(folder, file)).includes(key)).toBe(false);
      expect(readFileSync(join(folder, file)).includes(key.slice(11))).toBe(false);
    }
    expect(statSync(stateFile(folder)).mode & 0o077).toBe(0);
  });

  it("record their last use, to the minute", async () => {
    const { id, key } = await createApiKey(state, { name: "ci" });
    let nowMs = Date.parse("2026-11-20T10:00:00Z");
    const { verify } = verifier({ now: () => nowMs });
    const lastUsed = async () => (await listApiKeys(state)).find((each) => each.id === id)?.lastUsedAt;
    await verify(key);
    // It is stored while the request continues.
    await expect.poll(lastUsed).toBe("2026-11-20T10:00:00.000Z");
    nowMs += 59_000;
    await verify(key);
    expect(await lastUsed()).toBe("2026-11-20T10:00:00.000Z");
    nowMs += 1_000;
    await verify(key);
    await expect.poll(lastUsed).toBe("2026-11-20T10:01:00.000Z");
  });
});

describe("ensureFirstApiKey", () => {
  it("creates one key at the first start and none later, even if it was revoked", async () => {
    const key = await ensureFirstApiKey(state);
    expect(key).toMatch(/^hk_/);
    expect(await ensureFirstApiKey(state)).toBeUndefined();
    const [first] = await listApiKeys(state);
    await revokeApiKey(state, first?.id ?? "");
    expect(await ensureFirstApiKey(state)).toBeUndefined();
  });
});

describe("HEDDLE_API_KEY", () => {
  it("is accepted for all projects, in any format, and no other value is", async () => {
    const environmentKey = `${"local-key-of-an-operator-".repeat(2)}x`;
    const { verify } = verifier({ environmentKey });
    expect(await verify(environmentKey)).toEqual({ userId: "environment", name: "HEDDLE_API_KEY", projects: null });
    expect(await verify(`${environmentKey}x`)).toBeNull();
    expect(await verifier().verify(environmentKey)).toBeNull();
  });
});
