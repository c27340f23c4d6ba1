import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEnvironment } from "@/lib/environment/environment";
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

  it("creates no link when only the service starts", async () => {
    expect(await prepareSetUp("service", environment())).toEqual({ firstKey: expect.any(String), link: undefined });
  });
});
