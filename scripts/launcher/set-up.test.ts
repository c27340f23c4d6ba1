import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEnvironment } from "@/lib/environment/environment";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { prepareSetUp } from "./set-up";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-set-up-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const environment = (more: Record<string, string> = {}) => readEnvironment({ HEDDLE_DATA: folder, ...more });

describe("prepareSetUp", () => {
  it("creates a key once, and a new link at each start until the first account exists", async () => {
    const first = await prepareSetUp("production", environment());
    const second = await prepareSetUp("production", environment());
    expect(first.firstKey?.length).toBeGreaterThanOrEqual(40);
    expect(second.firstKey).toBeUndefined();
    expect(first.link).toMatch(/^http:\/\/localhost:7700\/set-up#token=.{20,}$/);
    expect(second.link).not.toBe(first.link);
  });

  it("creates neither link nor key when the environment sets an admin and a key", async () => {
    const given = {
      HEDDLE_ADMIN_EMAIL: "mia@example.org",
      HEDDLE_ADMIN_PASSWORD: "correct horse battery",
      HEDDLE_API_KEY: "k".repeat(40),
    };
    expect(await prepareSetUp("production", environment(given))).toEqual({ firstKey: undefined, link: undefined });
  });

  it("fails when the secret key is not that of the stored credentials", async () => {
    await prepareSetUp("production", environment());
    const other = { HEDDLE_SECRET_KEY: randomBytes(32).toString("base64") };
    await expect(prepareSetUp("production", environment(other))).rejects.toThrow(
      "is not the key that the stored credentials were encrypted with",
    );
  });

  it("fails when the secret key is gone, and creates no other one, so that it can be restored", async () => {
    await prepareSetUp("production", environment());
    const file = join(folder, "secret.key");
    const key = readFileSync(file);
    rmSync(file);
    for (let start = 0; start < 2; start += 1) {
      await expect(prepareSetUp("production", environment())).rejects.toThrow(`${file} is missing`);
      expect(existsSync(file)).toBe(false);
    }
    writeFileSync(file, key, { mode: 0o600 });
    expect(await prepareSetUp("production", environment())).toMatchObject({ link: expect.any(String) });
  });

  it("creates no link when only the service starts", async () => {
    expect(await prepareSetUp("service", environment())).toEqual({ firstKey: expect.any(String), link: undefined });
  });
});

describeOnPostgres("prepareSetUp with DATABASE_URL", () => {
  let place: TestDatabase;

  beforeEach(async () => {
    place = await createTestDatabase();
  });

  afterEach(() => place.drop());

  it("creates one key for all services, and nothing in the folder", async () => {
    const given = environment({ DATABASE_URL: place.url });
    const set = await Promise.all([prepareSetUp("service", given), prepareSetUp("service", given)]);
    expect(set.filter(({ firstKey }) => firstKey !== undefined)).toHaveLength(1);
    expect(existsSync(join(folder, "service.db"))).toBe(false);
  });

  it("keeps the state in the folder where that is set, and rejects a database without the state of the folder", async () => {
    const inFolder = environment({ DATABASE_URL: place.url, HEDDLE_SERVICE_STATE: "folder" });
    expect((await prepareSetUp("service", inFolder)).firstKey).toEqual(expect.any(String));
    expect(existsSync(join(folder, "service.db"))).toBe(true);
    const starting = prepareSetUp("service", environment({ DATABASE_URL: place.url }));
    await expect(starting).rejects.toThrow(/npm run move.*HEDDLE_SERVICE_STATE=folder/);
    await expect(starting).rejects.not.toThrow("password-of-tests");
  });
});
