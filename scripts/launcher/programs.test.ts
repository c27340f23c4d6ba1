import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readEnvironment } from "@/lib/environment/environment";
import { dashboardProgram, serviceProgram } from "./programs";

const TOKEN = "local-token-0123456789012345678901234567890";

/** Every variable that a user may set, with secrets that can be searched for. */
const variables = {
  HEDDLE_SECRET_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString("base64"),
  HEDDLE_SERVICE_SECRET_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => index * 5)).toString("base64"),
  HEDDLE_ADMIN_EMAIL: "ines@example.org",
  HEDDLE_ADMIN_PASSWORD: "CANARY-admin-password",
  HEDDLE_API_KEY: "CANARY-api-key-0123456789012345678901234567890",
  OIDC_ISSUER: "https://login.example.org",
  OIDC_CLIENT_ID: "heddle",
  OIDC_CLIENT_SECRET: "CANARY-client-secret",
  HEDDLE_BLOBS: "s3://canary-bucket",
  AWS_ACCESS_KEY_ID: "CANARY-access-key",
  AWS_SECRET_ACCESS_KEY: "CANARY-secret-access-key",
  DATABASE_URL: "postgres://heddle:CANARY-database@127.0.0.1:5432/heddle",
  PGPASSWORD: "CANARY-database",
  CLICKHOUSE_URL: "http://user:CANARY-clickhouse@127.0.0.1:8123/heddle",
};

beforeEach(() => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function secretsIn(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env).filter((name) => env[name]?.includes("CANARY") || name.endsWith("SECRET_KEY"));
}

describe("the environment of a program", () => {
  it("keeps idle connections of the dashboard longer than proxies in front of it do", () => {
    const { env } = dashboardProgram("production", readEnvironment(), TOKEN);
    expect(Number(env?.KEEP_ALIVE_TIMEOUT)).toBeGreaterThan(60_000);
  });

  it("withholds the database from a service that keeps its state in the folder", () => {
    vi.stubEnv("HEDDLE_SERVICE_STATE", "folder");
    const secrets = secretsIn(serviceProgram("production", readEnvironment(), TOKEN).env ?? {});
    expect(secrets).not.toContain("DATABASE_URL");
    expect(secrets).not.toContain("PGPASSWORD");
  });

  it("is accepted by the program, whatever was removed", () => {
    const environment = readEnvironment();
    for (const program of [serviceProgram, dashboardProgram]) {
      const { env } = program("production", environment, TOKEN);
      expect(() => readEnvironment(env)).not.toThrow();
    }
  });

  it("contains only the secrets of that program", () => {
    const environment = readEnvironment();
    const [service, dashboard] = [serviceProgram, dashboardProgram].map((program) =>
      secretsIn(program("production", environment, TOKEN).env ?? {}).sort(),
    );
    // The service's state is in the database, too.
    expect(service).toEqual([
      "AWS_ACCESS_KEY_ID",
      "AWS_SECRET_ACCESS_KEY",
      "CLICKHOUSE_URL",
      "DATABASE_URL",
      "HEDDLE_API_KEY",
      "HEDDLE_SERVICE_SECRET_KEY",
      "PGPASSWORD",
    ]);
    expect(dashboard).toEqual([
      "DATABASE_URL",
      "HEDDLE_ADMIN_PASSWORD",
      "HEDDLE_SECRET_KEY",
      "OIDC_CLIENT_SECRET",
      "PGPASSWORD",
    ]);
  });
});
