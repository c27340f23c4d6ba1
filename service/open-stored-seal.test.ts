import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { modelProviderSet } from "@/lib/api/contract/admin/model-providers";
import { sized } from "@/test/setup/test-length";
import { ProviderSettings } from "./completion/provider-settings";
import { ProviderDirectory } from "./kernel/providers/provider-directory";
import { openTemporaryState, type TemporaryState } from "./kernel/state/testing/temporary-state";
import { openStoredSeal } from "./open-stored-seal";
import { openService } from "./service";

const PROVIDER_KEY = "CANARY-key-of-a-provider";
const STARTS = sized({ once: 1, all: 2 });
const LOCAL_TOKEN = "token-of-this-start-0123456789012345678901234";

let place: TemporaryState;
let key: Buffer;

const keyFile = (folder = place.folder) => join(folder, "service.key");

beforeEach(async () => {
  place = await openTemporaryState();
  const seal = await openStoredSeal(place.state, place.folder);
  const settings = await ProviderSettings.open(place.state, seal, new ProviderDirectory({}));
  const own = { name: "own", base_url: "https://models.example.org/v1", api_key: PROVIDER_KEY };
  await settings.save(modelProviderSet.parse(own));
  const sealed = seal.close("CANARY-key-of-hashes", ["redaction", "demo/airline"]);
  await place.state
    .insertInto("redaction")
    .values({ project_id: "demo/airline", rules: "[]", sealed, revision: 1, updated_at: "2026-11-20T12:00:00Z" })
    .execute();
  key = readFileSync(keyFile());
});

afterEach(() => place.remove());

async function storedRecords(): Promise<string[]> {
  const providers = await place.state.selectFrom("model_provider").select("sealed").execute();
  const redactions = await place.state.selectFrom("redaction").select("sealed").execute();
  return [...providers, ...redactions].map(({ sealed }) => sealed);
}

/** Starts a service on the state, and returns what it logged about secrets and which provider it can use. */
async function start(folder = place.folder) {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const environment = { dataFolder: folder, DATABASE_URL: place.url, HEDDLE_LOCAL_TOKEN: LOCAL_TOKEN };
  const service = await openService(environment, log);
  try {
    const headers = { authorization: `Bearer ${LOCAL_TOKEN}` };
    const answer = await service.fetch(new Request("http://service/providers/list", { headers }));
    const text = await answer.text();
    const logged = lines.map((line) => JSON.parse(line)).filter(({ unreadable }) => unreadable !== undefined);
    return { logged, isUnreadable: text.includes('"key":"unreadable"'), lines: lines.join("") };
  } finally {
    await service.close();
  }
}

describe("a service whose key is missing", () => {
  it("says so at its start, and changes neither the secrets nor the key, which can be restored", async () => {
    const records = await storedRecords();
    rmSync(keyFile());
    for (let starts = 0; starts < STARTS; starts += 1) {
      const { logged, isUnreadable, lines } = await start();
      expect(logged).toMatchObject([
        { level: 50, unreadable: 2, msg: expect.stringContaining(`${keyFile()} is missing`) },
      ]);
      expect(lines).not.toContain("CANARY");
      expect([isUnreadable, existsSync(keyFile()), await storedRecords()]).toEqual([true, false, records]);
    }
    writeFileSync(keyFile(), key, { mode: 0o600 });
    expect(await start()).toMatchObject({ logged: [], isUnreadable: false });
  });

  it("creates another one only when a secret is entered again, and keeps the others", async () => {
    const records = await storedRecords();
    rmSync(keyFile());
    const seal = await openStoredSeal(place.state, place.folder);
    expect(existsSync(keyFile())).toBe(false);
    const record = seal.close("entered again", ["here"]);
    expect(existsSync(keyFile())).toBe(true);
    expect(seal.open(record, ["here"])).toBe("entered again");
    expect((await openStoredSeal(place.state, place.folder)).open(record, ["here"])).toBe("entered again");
    expect(await storedRecords()).toEqual(records);
  });
});

describe("a service whose key is another one", () => {
  it("says so at its start, and changes neither the secrets nor the key", { tags: ["all"] }, async () => {
    const records = await storedRecords();
    const other = `${randomBytes(32).toString("base64")}\n`;
    writeFileSync(keyFile(), other, { mode: 0o600 });
    const { logged, isUnreadable } = await start();
    const msg = expect.stringContaining(`${keyFile()} is not the key that they were encrypted with`);
    expect(logged).toMatchObject([{ level: 50, unreadable: 2, msg }]);
    expect([isUnreadable, readFileSync(keyFile(), "utf8"), await storedRecords()]).toEqual([true, other, records]);
  });
});

describe("the second service of a state, whose folder has no key", () => {
  it("creates none, and reads the secrets once it has the first one's", async () => {
    const folder = mkdtempSync(join(tmpdir(), "heddle-second-"));
    try {
      const records = await storedRecords();
      const first = await openStoredSeal(place.state, place.folder);
      const second = await openStoredSeal(place.state, folder);
      const sealed = records[1] ?? "";
      expect(() => second.open(sealed, ["redaction", "demo/airline"])).toThrow("cannot be read");
      expect(existsSync(keyFile(folder))).toBe(false);
      expect(first.open(sealed, ["redaction", "demo/airline"])).toBe("CANARY-key-of-hashes");
      writeFileSync(keyFile(folder), key, { mode: 0o600 });
      const again = await openStoredSeal(place.state, folder);
      expect(again.open(sealed, ["redaction", "demo/airline"])).toBe("CANARY-key-of-hashes");
      expect(await storedRecords()).toEqual(records);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
