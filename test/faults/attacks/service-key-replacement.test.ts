import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { modelProviderSet } from "@/lib/api/contract/admin/model-providers";
import { completeSealReplacement } from "@/service/complete-seal-replacement";
import { ProviderSettings } from "@/service/completion/provider-settings";
import { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import { openSeal, Seal, SealKeyError } from "@/service/kernel/state/seal";
import { replaceSealKey } from "@/service/kernel/state/seal-replacement";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";

const KEY = "CANARY-key-of-a-provider";
const HASH_KEY = "CANARY-key-of-hashes";

let place: TemporaryState;

beforeEach(async () => {
  place = await openTemporaryState();
});

afterEach(() => place.remove());

const keyFile = () => join(place.folder, "service.key");
const previousFile = () => join(place.folder, "service.key.previous");
const environmentKey = (file: string) => readFileSync(file, "utf8").trim();

async function storeSecrets(): Promise<void> {
  const seal = openSeal(place.folder);
  const settings = await ProviderSettings.open(place.state, seal, new ProviderDirectory({}));
  await settings.save(modelProviderSet.parse({ name: "own", base_url: "https://models.example.org/v1", api_key: KEY }));
  const sealed = seal.close(HASH_KEY, ["redaction", "demo/airline"]);
  await place.state
    .insertInto("redaction")
    .values({ project_id: "demo/airline", rules: "[]", sealed, revision: 1, updated_at: "2026-11-20T12:00:00Z" })
    .execute();
}

/** Starts as the service does, and returns what it can read. @throws SealError when it cannot read a hash key */
async function start(given?: string, previous?: string) {
  const seal = openSeal(place.folder, given);
  const wasReplaced = await completeSealReplacement({ state: place.state, seal }, place.folder, previous);
  const { directory } = await ProviderSettings.open(place.state, seal, new ProviderDirectory({}));
  const { sealed } = await place.state.selectFrom("redaction").select("sealed").executeTakeFirstOrThrow();
  const provider = directory.providers.find(({ name }) => name === "own");
  return { wasReplaced, provider: JSON.stringify(provider), hashKey: seal.open(sealed, ["redaction", "demo/airline"]) };
}

async function storedRecords(): Promise<string[]> {
  const providers = await place.state.selectFrom("model_provider").select("sealed").execute();
  const redactions = await place.state.selectFrom("redaction").select("sealed").execute();
  return [...providers, ...redactions].map(({ sealed }) => sealed);
}

describe("a new key of the service", () => {
  it("takes effect at the next start: keys of providers and of hashes stay usable, and the old one opens none", async () => {
    await storeSecrets();
    const old = new Seal(Buffer.from(environmentKey(keyFile()), "base64"));
    replaceSealKey(place.folder);
    expect(existsSync(previousFile())).toBe(true);
    const started = await start();
    expect(started).toMatchObject({ wasReplaced: true, hashKey: HASH_KEY });
    expect(started.provider).toContain("own");
    expect(existsSync(previousFile())).toBe(false);
    for (const record of await storedRecords()) {
      expect(() => old.open(record, ["redaction", "demo/airline"])).toThrow();
      expect(() => old.open(record, ["model-provider", "own", "https://models.example.org"])).toThrow();
    }
    expect(await start()).toMatchObject({ wasReplaced: false, hashKey: HASH_KEY });
  });

  it("can be completed by the next start wherever it is cut off, and is refused again until then", async () => {
    await storeSecrets();
    replaceSealKey(place.folder);
    expect(() => replaceSealKey(place.folder)).toThrow(SealKeyError);
    // Cut off after everything was sealed, before the old key was deleted.
    const old = readFileSync(previousFile());
    await start();
    writeFileSync(previousFile(), old, { mode: 0o600 });
    expect(await start()).toMatchObject({ wasReplaced: true, hashKey: HASH_KEY });
    // Cut off between the copy of the old key and the new one: both files are the same, and it can begin again.
    writeFileSync(previousFile(), readFileSync(keyFile()), { mode: 0o600 });
    replaceSealKey(place.folder);
    expect(await start()).toMatchObject({ wasReplaced: true, hashKey: HASH_KEY });
  });

  it("comes from the environment where the old one does, and the command says how", async () => {
    await storeSecrets();
    const old = environmentKey(keyFile());
    expect(() => replaceSealKey(place.folder, old)).toThrow(/HEDDLE_SERVICE_SECRET_KEY_PREVIOUS/);
    const next = Buffer.alloc(32, "another key of thirty-two bytes!").toString("base64");
    expect(await start(next, old)).toMatchObject({ wasReplaced: true, hashKey: HASH_KEY });
    expect(await start(next)).toMatchObject({ wasReplaced: false, hashKey: HASH_KEY });
  });

  it("keeps a record that no key opens", async () => {
    await storeSecrets();
    await place.state.updateTable("model_provider").set({ sealed: "v1.other.AAAA.BBBB" }).execute();
    replaceSealKey(place.folder);
    expect(await start()).toMatchObject({ wasReplaced: true, hashKey: HASH_KEY });
    expect(await storedRecords()).toContain("v1.other.AAAA.BBBB");
  });
});
