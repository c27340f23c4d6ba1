// @module-tag all
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { version } from "@/package.json";
import { CLIENT_KEY, type ClientsService, openClientsService } from "./clients-service";
import { describeWith } from "./describe-with";
import { npmPrograms } from "./npm-environment";
import { pythonEnvironment } from "./python-environment";
import { OPENAPI_PACKAGES, OPENAPI_TOOLS } from "./releases";

const run = promisify(execFile);

const environment = await pythonEnvironment("openapi", OPENAPI_TOOLS);
const programs = await npmPrograms(OPENAPI_PACKAGES);

let service: ClientsService;

beforeAll(async () => {
  service = await openClientsService();
});

afterAll(async () => {
  await service.close();
});

describeWith(`/openapi.json and ${OPENAPI_TOOLS.join(" and ")}`, environment, (python) => {
  it("is valid, becomes a client without a warning, and the client performs ten operations", async () => {
    const args = [service.url, CLIENT_KEY, "demo/generated"];
    const { result } = await python.run({ file: "openapi_client.py", args, variables: {} });
    expect(result).toEqual({
      warnings: [],
      version,
      output: "Yes",
      count: 1,
      val: { temperature: 0.2 },
      rows: [{ a: 1 }, { a: 2 }],
      feedback: expect.any(String),
      prices: 1,
    });
  });
});

describe(`/openapi.json and ${OPENAPI_PACKAGES.join(" and ")}`, () => {
  const isThere = typeof programs === "function";

  it.skipIf(!isThere)("is valid and becomes types", async () => {
    if (typeof programs !== "function") throw new Error(programs.missing);
    const folder = mkdtempSync(join(tmpdir(), "heddle-openapi-"));
    try {
      const file = join(folder, "openapi.json");
      writeFileSync(file, await (await fetch(`${service.url}/openapi.json`)).text());
      const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
      // A service that listens on this machine has such an address.
      const skipped = ["--skip-rule", "no-server-example.com", "--skip-rule", "operation-4xx-response"];
      const { stderr } = await run(programs("redocly"), ["lint", file, ...skipped], { env });
      expect(stderr).toContain("Your API description is valid.");
      expect(stderr).not.toMatch(/\d+ (?:warning|error)/);
      await run(programs("openapi-typescript"), [file, "-o", join(folder, "types.ts")]);
      expect(readFileSync(join(folder, "types.ts"), "utf8")).toContain('"calls.streamQuery": {');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
