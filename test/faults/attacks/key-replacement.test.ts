import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Dashboard, openDashboard } from "@/lib/api/server/dashboard/dashboard";
import { reEncryptCredentials } from "@/lib/api/server/dashboard/re-encrypt-credentials";
import { findTarget, readCredential } from "@/lib/api/server/upstream/service-target";
import { SecretKeyChangedError } from "@/lib/auth/key-check";
import { beginSecondFactor, enableSecondFactor } from "@/lib/auth/second-factor";
import { Secret } from "@/lib/auth/secret";
import { deriveKey, replaceSecretKey, SecretKeyError } from "@/lib/auth/secret-key";
import { codeOf } from "@/lib/auth/testing/authenticator-app";
import { Vault } from "@/lib/auth/vault";
import { insertConnection, listSealedCredentials } from "@/lib/database/connections";
import { listSealedSecrets } from "@/lib/database/second-factors";
import { createUser } from "@/lib/database/users";
import { readEnvironment } from "@/lib/environment/environment";

const PASSWORD = "CANARY-basic-of-the-connection";
const TOKEN = "CANARY-bearer-of-the-connection";
const BASE_URL = "https://traces.example.org";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-new-key-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const environmentOf = (variables: Record<string, string> = {}) =>
  readEnvironment({ HEDDLE_DATA: folder, ...variables });
const keyFile = () => join(folder, "secret.key");
const previousFile = () => join(folder, "secret.key.previous");

/** Opens the dashboard as a start does, and closes it after the work. */
async function inDashboard<Result>(
  work: (dashboard: Dashboard) => Promise<Result>,
  variables: Record<string, string> = {},
): Promise<Result> {
  const dashboard = await openDashboard(environmentOf(variables), { log: pino({ level: "silent" }) });
  try {
    return await work(dashboard);
  } finally {
    await dashboard.close();
  }
}

async function storeConnection({ database, vault, now }: Dashboard): Promise<void> {
  const place = { connectionId: "c1", origin: BASE_URL };
  const state = {
    id: "c1",
    name: "remote",
    baseUrl: BASE_URL,
    dialect: "svc",
    basicUsername: "user",
    basicPassword: vault.seal(new Secret(PASSWORD), { ...place, kind: "basic" }),
    bearerToken: vault.seal(new Secret(TOKEN), { ...place, kind: "bearer" }),
  } as const;
  await insertConnection(database, state, now());
}

/** The credentials as requests send them, and whether each record has the current key. */
async function credentialsIn(dashboard: Dashboard) {
  const target = await findTarget(dashboard, "c1");
  if (!target) throw new Error("The connection is stored.");
  const basic = await readCredential(dashboard, target, "basic", "u");
  const bearer = await readCredential(dashboard, target, "bearer", "u");
  const records = (await listSealedCredentials(dashboard.database)).flatMap((row) => [
    row.basicPassword,
    row.bearerToken,
  ]);
  return {
    sent: [basic.headers.authorization, bearer.headers.authorization],
    isCurrent: records.map((record) => record !== null && dashboard.vault.isCurrent(record)),
  };
}

const WHOLE = {
  sent: [`Basic ${Buffer.from(`user:${PASSWORD}`).toString("base64")}`, `Bearer ${TOKEN}`],
  isCurrent: [true, true],
};

describe("a new secret key", () => {
  it("takes effect at the next start: credentials stay usable, and the old key no longer opens any", async () => {
    await inDashboard(storeConnection);
    const old = readFileSync(keyFile(), "utf8").trim();
    replaceSecretKey(environmentOf());
    expect(readFileSync(keyFile(), "utf8").trim()).not.toBe(old);
    expect([statSync(keyFile()).mode & 0o077, statSync(previousFile()).mode & 0o077]).toEqual([0, 0]);
    expect(await inDashboard(credentialsIn)).toEqual(WHOLE);
    expect(existsSync(previousFile())).toBe(false);
    await expect(openDashboard(environmentOf({ HEDDLE_SECRET_KEY: old }))).rejects.toBeInstanceOf(
      SecretKeyChangedError,
    );
    expect(await inDashboard(credentialsIn)).toEqual(WHOLE);
  });

  it("loses nothing when its replacement is interrupted at any step, and can be completed or started again", async () => {
    await inDashboard(storeConnection);
    const stages: (() => Promise<void> | void)[] = [
      // The replaced key was copied, and the new one was not in place.
      () => copyFileSync(keyFile(), previousFile()),
      () => writeFileSync(`${keyFile()}.next`, "half a k", { mode: 0o600 }),
      // All credentials were encrypted again, and the replaced key was still there.
      async () => {
        const old = readFileSync(keyFile());
        replaceSecretKey(environmentOf());
        await inDashboard(credentialsIn);
        writeFileSync(previousFile(), old, { mode: 0o600 });
      },
      // The replacement was requested twice.
      () => {
        replaceSecretKey(environmentOf());
        expect(() => replaceSecretKey(environmentOf())).toThrow(SecretKeyError);
      },
    ];
    for (const stage of stages) {
      await stage();
      expect(await inDashboard(credentialsIn)).toEqual(WHOLE);
      expect(existsSync(previousFile())).toBe(false);
      replaceSecretKey(environmentOf());
      expect(await inDashboard(credentialsIn)).toEqual(WHOLE);
    }
  });

  it("is used for all credentials or for none, when encrypting them is interrupted", async () => {
    const next = new Vault(randomBytes(32));
    await inDashboard(async (dashboard) => {
      await storeConnection(dashboard);
      const key = Buffer.from(readFileSync(keyFile(), "utf8"), "base64");
      const both = new Vault(randomBytes(32), deriveKey(key, "credentials"));
      const cut = dashboard.database.transaction().execute(async (transaction) => {
        expect(await reEncryptCredentials(transaction, both)).toEqual({ sealed: 2, unreadable: 0 });
        throw new Error("killed");
      });
      await expect(cut).rejects.toThrow("killed");
      expect(await credentialsIn(dashboard)).toEqual(WHOLE);
      expect(await reEncryptCredentials(dashboard.database, next)).toEqual({ sealed: 0, unreadable: 2 });
      expect(await credentialsIn(dashboard)).toEqual(WHOLE);
    });
  });

  it("encrypts the secrets of authenticator apps too: their codes stay right", async () => {
    const person = { name: "P", email: "p@example.org", role: "member", passwordHash: "none" } as const;
    const secret = await inDashboard(async ({ database, vault, now }) => {
      const user = await createUser(database, person, now());
      return (await beginSecondFactor(database, vault, user.id, now())).reveal();
    });
    replaceSecretKey(environmentOf());
    await inDashboard(async ({ database, vault, now }) => {
      const [stored] = await listSealedSecrets(database);
      expect(vault.isCurrent(stored?.secret ?? "")).toBe(true);
      const code = codeOf(secret, now());
      expect(await enableSecondFactor(database, vault, stored?.userId ?? "", code, now())).toHaveLength(10);
    });
  });

  it("may be in the environment, with the replaced one beside it for one start", async () => {
    const [old, own] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
    await inDashboard(storeConnection, { HEDDLE_SECRET_KEY: old });
    expect(() => replaceSecretKey(environmentOf({ HEDDLE_SECRET_KEY: old }))).toThrow("HEDDLE_SECRET_KEY_PREVIOUS");
    const both = { HEDDLE_SECRET_KEY: own, HEDDLE_SECRET_KEY_PREVIOUS: old };
    expect(await inDashboard(credentialsIn, both)).toEqual(WHOLE);
    expect(await inDashboard(credentialsIn, { HEDDLE_SECRET_KEY: own })).toEqual(WHOLE);
  });
});
