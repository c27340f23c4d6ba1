import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Secret } from "./secret";
import { deriveKey, loadSecretKey, SecretKeyError } from "./secret-key";
import { type Binding, CredentialDecryptionError, Vault } from "./vault";

const CANARY = "CANARY-basic-55e7";

describe("Secret", () => {
  it("is redacted in JSON, text and inspection", () => {
    const secret = new Secret(CANARY);
    const seen = [JSON.stringify({ secret }), `${secret}`, inspect({ secret }, { depth: 9, showHidden: true })].join();
    expect(seen).not.toContain("CANARY");
    expect(seen).toContain("[secret]");
    expect(secret.reveal()).toBe(CANARY);
  });
});

describe("Vault", () => {
  const vault = new Vault(randomBytes(32));
  const binding: Binding = { connectionId: "c1", kind: "basic", origin: "https://traces.example.org" };

  it("returns what was sealed, and seals the same text differently each time", () => {
    const first = vault.seal(new Secret(CANARY), binding);
    const second = vault.seal(new Secret(CANARY), binding);
    expect(first).not.toBe(second);
    expect(first).not.toContain("CANARY");
    expect(vault.open(first, binding).reveal()).toBe(CANARY);
  });

  it.each<[string, Partial<Binding>]>([
    ["another connection", { connectionId: "c2" }],
    ["another origin", { origin: "https://traces.example.org:8443" }],
    ["another kind", { kind: "bearer" }],
  ])("does not open a record that was moved to %s", (_name, change) => {
    const record = vault.seal(new Secret(CANARY), binding);
    expect(() => vault.open(record, { ...binding, ...change })).toThrow(CredentialDecryptionError);
  });

  it("does not open a record with another key", () => {
    const record = vault.seal(new Secret(CANARY), binding);
    expect(() => new Vault(randomBytes(32)).open(record, binding)).toThrow(CredentialDecryptionError);
  });

  it("does not open a record with any byte changed", () => {
    const record = vault.seal(new Secret(CANARY), binding);
    const parts = record.split(".");
    for (const index of [2, 3]) {
      const bytes = Buffer.from(parts[index] ?? "", "base64url");
      for (let position = 0; position < bytes.length; position += 1) {
        const flipped = Buffer.from(bytes);
        flipped[position] = (flipped[position] ?? 0) ^ 1;
        const changed = parts.map((part, at) => (at === index ? flipped.toString("base64url") : part)).join(".");
        expect(() => vault.open(changed, binding)).toThrow(CredentialDecryptionError);
      }
    }
  });

  it("does not open a record whose tag was cut to four bytes", () => {
    // Nothing but the tag is left of an empty secret, so its length alone decides.
    for (const text of [CANARY, ""]) {
      const parts = vault.seal(new Secret(text), binding).split(".");
      const cut = Buffer.from(parts[3] ?? "", "base64url")
        .subarray(0, -12)
        .toString("base64url");
      const record = [parts[0], parts[1], parts[2], cut].join(".");
      expect(() => vault.open(record, binding)).toThrow(CredentialDecryptionError);
    }
  });

  it.each(["", "v1", "v2.a.b.c", "v1.00000000..", "not a record"])("does not open %j", (record) => {
    expect(() => vault.open(record, binding)).toThrow(CredentialDecryptionError);
  });
});

describe("loadSecretKey", () => {
  let dataFolder: string;
  const keyFile = () => join(dataFolder, "secret.key");

  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), "heddle-key-"));
  });

  afterEach(() => {
    rmSync(dataFolder, { recursive: true, force: true });
  });

  it("creates a key that only its owner can read, and reuses it", () => {
    const first = loadSecretKey({ HEDDLE_SECRET_KEY: undefined, dataFolder });
    expect(first).toHaveLength(32);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(loadSecretKey({ HEDDLE_SECRET_KEY: undefined, dataFolder })).toEqual(first);
  });

  it("prefers the environment variable and then writes no file", () => {
    const text = randomBytes(32).toString("base64");
    expect(loadSecretKey({ HEDDLE_SECRET_KEY: text, dataFolder }).toString("base64")).toBe(text);
    expect(() => readFileSync(keyFile())).toThrow();
  });

  it("refuses a file that other users can read", () => {
    loadSecretKey({ HEDDLE_SECRET_KEY: undefined, dataFolder });
    chmodSync(keyFile(), 0o644);
    expect(() => loadSecretKey({ HEDDLE_SECRET_KEY: undefined, dataFolder })).toThrow(SecretKeyError);
  });

  it.each(["", "short", Buffer.alloc(32, 1).toString("base64")])("refuses a file that contains %j", (text) => {
    writeFileSync(keyFile(), text, { mode: 0o600 });
    expect(() => loadSecretKey({ HEDDLE_SECRET_KEY: undefined, dataFolder })).toThrow(/secret\.key/);
  });

  it("derives different keys for different uses", () => {
    const key = randomBytes(32);
    expect(deriveKey(key, "credentials")).not.toEqual(deriveKey(key, "sessions"));
    expect(deriveKey(key, "sessions")).toEqual(deriveKey(key, "sessions"));
  });
});
