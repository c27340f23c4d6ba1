import { describe, expect, it } from "vitest";
import { EnvironmentError, readEnvironment } from "./environment";

function problems(source: Record<string, string>): readonly string[] {
  try {
    readEnvironment(source);
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
}

describe("readEnvironment", () => {
  it("returns every default when nothing is set, and treats an empty variable as not set", () => {
    const environment = readEnvironment({ HEDDLE_URL: "", PORT: "" });
    expect(environment).toMatchObject({
      PORT: 7700,
      HEDDLE_SERVICE_PORT: 7701,
      HEDDLE_HOST: "127.0.0.1",
      HEDDLE_CONNECTION_POLICY: "self-hosted",
      HEDDLE_CONNECTION_ALLOW: [],
      publicUrl: "http://localhost:7700",
      serviceUrl: "http://127.0.0.1:7701",
      publicServiceUrl: "http://localhost:7701",
    });
    expect(environment.dataFolder).toMatch(/^\/.*\.heddle$/);
  });

  it("reads the headers of the audit log's receiver", () => {
    const text = "Authorization=Bearer%20a%3D%2Cb, X-Key=c=d";
    expect(readEnvironment({ HEDDLE_AUDIT_FORWARD_HEADERS: text }).HEDDLE_AUDIT_FORWARD_HEADERS).toEqual({
      Authorization: "Bearer a=,b",
      "X-Key": "c=d",
    });
  });

  it("shows clients the public address of the service, and connects to it at its own", () => {
    expect(readEnvironment({ HEDDLE_SERVICE_URL: "https://traces.example.org/" })).toMatchObject({
      publicServiceUrl: "https://traces.example.org",
      serviceUrl: "http://127.0.0.1:7701",
    });
  });

  it.each([
    ["0.0.0.0", "http://127.0.0.1:7701"],
    ["::", "http://[::1]:7701"],
    ["192.168.1.5", "http://192.168.1.5:7701"],
    ["fd00::5", "http://[fd00::5]:7701"],
  ])("reaches the embedded service that listens on %s at %s", (host, url) => {
    expect(readEnvironment({ HEDDLE_HOST: host }).serviceUrl).toBe(url);
  });

  it.each([
    ["PORT", "http"],
    ["PORT", "70000"],
    ["HEDDLE_SERVICE_PORT", "0"],
    ["HEDDLE_URL", "https://heddle.example.org/path"],
    ["HEDDLE_URL", "heddle.example.org"],
    ["HEDDLE_SERVICE_URL", "https://traces.example.org/weave"],
    ["HEDDLE_SECRET_KEY", "short"],
    ["HEDDLE_API_KEY", "k".repeat(39)],
    ["HEDDLE_CONNECTION_POLICY", "open"],
    ["HEDDLE_AUDIT_FORWARD", "logs.example.org:514"],
    ["HEDDLE_AUDIT_FORWARD", "syslog+udp://logs.example.org:514"],
    ["HEDDLE_AUDIT_FORWARD", "syslog+tls://logs.example.org"],
    ["HEDDLE_AUDIT_FORWARD", "https://user:password@logs.example.org/in"],
    ["HEDDLE_AUDIT_FORWARD_HEADERS", "Authorization: Bearer x"],
    ["HEDDLE_AUDIT_FORWARD_HEADERS", "a=b,c=%zz"],
    ["HEDDLE_AUDIT_FORWARD_SECRET", "whsec_short"],
    ["CLICKHOUSE_URL", "clickhouse:8123"],
    ["DATABASE_URL", "mysql://localhost/heddle"],
    ["DATABASE_URL", "postgres://localhost"],
    ["DATABASE_URL", "localhost:5432"],
    ["DATABASE_URL", "postgres://user:100%@localhost/heddle"],
    ["DATABASE_URL", "postgres://user:a/b@localhost/heddle"],
  ])("refuses %s=%s by naming the variable", (name, value) => {
    expect(problems({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must be [a-z0-9]`))]);
  });

  it("names all invalid variables at once and shows no value", () => {
    const found = problems({ HEDDLE_API_KEY: "canary-key", HEDDLE_SECRET_KEY: "canary-secret", PORT: "canary-port" });
    expect(found).toHaveLength(3);
    expect(found.join()).not.toContain("canary");
  });

  it.each([
    "postgres://heddle:secret@db.example.org/heddle",
    "postgresql://heddle@[::1]:5433/heddle?sslmode=require",
    "postgres://heddle@%2Fvar%2Frun%2Fpostgresql/heddle",
  ])("accepts the PostgreSQL address %s", (url) => {
    expect(readEnvironment({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
  });

  it("requires the first admin's address and password together", () => {
    expect(problems({ HEDDLE_ADMIN_EMAIL: "a@example.org" })).toHaveLength(1);
    expect(problems({ HEDDLE_ADMIN_EMAIL: "a@example.org", HEDDLE_ADMIN_PASSWORD: "correct horse battery" })).toEqual(
      [],
    );
  });

  it("refuses the same port for both", () => {
    expect(problems({ PORT: "7701" })[0]).toContain("must differ");
  });

  it("splits the list of allowed addresses", () => {
    expect(readEnvironment({ HEDDLE_CONNECTION_ALLOW: "a.example.org, 10.0.0.0/8,," }).HEDDLE_CONNECTION_ALLOW).toEqual(
      ["a.example.org", "10.0.0.0/8"],
    );
  });
});
