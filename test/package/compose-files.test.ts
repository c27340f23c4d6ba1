import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Session } from "chdb";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { z } from "zod";
import { readEnvironment } from "@/lib/environment/environment";
import { environmentColumns } from "@/lib/environment/variables";

const FOLDER = "deploy";

/** Variables that the client of object storage reads, besides Heddle's own. */
const AWS_VARIABLES = ["AWS_ENDPOINT_URL_S3", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];

/** Addresses whose host must be a container of the file. */
const ADDRESSES = ["CLICKHOUSE_URL", "DATABASE_URL", "AWS_ENDPOINT_URL_S3"];

/** What the files use of the compose specification: a member that is not listed here is a mistake, or belongs here. */
const container = z.strictObject({
  image: z.string().optional(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  init: z.boolean().optional(),
  user: z.string().optional(),
  restart: z.literal("unless-stopped"),
  depends_on: z
    .union([z.array(z.string()), z.record(z.string(), z.strictObject({ condition: z.literal("service_healthy") }))])
    .optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string().regex(/^127\.0\.0\.1:(?:\d+|\$\{[A-Z_]+:-\d+\}):\d+$/)).optional(),
  volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./-]+(:ro)?$/)),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
  ulimits: z.strictObject({ nofile: z.int() }).optional(),
  healthcheck: z
    .strictObject({ test: z.array(z.string()), interval: z.string(), timeout: z.string(), retries: z.int() })
    .optional(),
});

const composeFile = z.strictObject({
  name: z.string(),
  "x-heddle": z.unknown().optional(),
  services: z.record(z.string(), container),
  volumes: z.record(z.string(), z.null()),
});

type Container = z.infer<typeof container>;

function readCompose(file: string): z.infer<typeof composeFile> {
  const document = parseDocument(readFileSync(join(FOLDER, file), "utf8"), { merge: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return composeFile.parse(document.toJS());
}

/** Values that an operator sets, which the files demand. */
const GIVEN: Readonly<Record<string, string>> = {
  HEDDLE_SECRET_KEY: "fMx0hFv0J3m8m0oHqkZ3l0o5cJ2b7m1Vw9yQpR4sT6U=",
  HEDDLE_SERVICE_SECRET_KEY: "Zk3rT8wQ1xY5vB9nM2cL7pD4gH6jS0aFqE1uI3oKyRs=",
  CLICKHOUSE_PASSWORD: "clickhouse4711",
  POSTGRES_PASSWORD: "postgres4711",
  AWS_SECRET_ACCESS_KEY: "objects4711",
};

/** Replaces `${NAME:-default}` and `${NAME:?reason}` as compose does when only {@link GIVEN} is set. */
const expanded = (text: string) =>
  text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const given = GIVEN[name];
    if (given === undefined && kind === "?") throw new Error(`${name} has to be set: ${rest}`);
    return given ?? rest;
  });

const environmentOf = ({ environment = {} }: Container) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, expanded(value)]));

const isHeddle = ({ build }: Container) => build !== undefined;

describe.each(["compose.yaml", "compose.servers.yaml"])("deploy/%s", (file) => {
  const { services, volumes } = readCompose(file);
  const heddles = Object.values(services).filter(isHeddle);

  it("sets only variables that Heddle reads, to values that it accepts", () => {
    const known = [...Object.keys(environmentColumns), ...AWS_VARIABLES];
    expect(heddles.length).toBeGreaterThan(0);
    for (const heddle of heddles) {
      const environment = environmentOf(heddle);
      expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
      expect(() => readEnvironment(environment)).not.toThrow();
    }
  });

  it("pins every image that it does not build", () => {
    const pulled = Object.values(services).filter((one) => !isHeddle(one));
    for (const { image } of pulled) expect(image).toMatch(/^[a-z/-]+:\d+(\.\d+)+$/);
  });

  it("names only containers, volumes and files that exist", () => {
    for (const [name, one] of Object.entries(services)) {
      const before = Array.isArray(one.depends_on) ? one.depends_on : Object.keys(one.depends_on ?? {});
      for (const other of before) expect(services, name).toHaveProperty(other);
      for (const volume of one.volumes) {
        const [source = ""] = volume.split(":");
        if (source.startsWith("./")) expect(existsSync(join(FOLDER, source)), source).toBe(true);
        else expect(volumes, name).toHaveProperty(source);
      }
      if (one.build) expect(existsSync(join(FOLDER, one.build.context, one.build.dockerfile))).toBe(true);
      for (const [other, { condition }] of Object.entries(
        Array.isArray(one.depends_on) ? {} : (one.depends_on ?? {}),
      )) {
        if (condition === "service_healthy") expect(services[other]?.healthcheck, other).toBeDefined();
      }
    }
  });

  it("gives every container that can be reached from outside no rights that it does not need", () => {
    for (const one of Object.values(services).filter(({ ports }) => ports !== undefined)) {
      expect(one).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
    }
  });
});

describe("deploy/compose.servers.yaml", () => {
  const { services } = readCompose("compose.servers.yaml");
  const [first, second, ...rest] = Object.entries(services).filter(([, one]) => isHeddle(one));

  it("has two containers of Heddle that share everything but their folder", () => {
    if (!first || !second) throw new Error("There are not two of them.");
    expect(rest).toEqual([]);
    expect({ ...first[1], volumes: [] }).toEqual({ ...second[1], volumes: [] });
    expect(first[1].volumes).not.toEqual(second[1].volumes);
  });

  it("leads all addresses to its own containers, with the accounts that these create", () => {
    const environment = environmentOf(first?.[1] ?? { restart: "unless-stopped", volumes: [] });
    for (const name of ADDRESSES) expect(services).toHaveProperty(new URL(environment[name] ?? "").hostname);
    const [clickhouse, postgres, objects] = ["clickhouse", "postgres", "objects"].map((name) => {
      const one = services[name];
      return one ? environmentOf(one) : {};
    });
    expect(new URL(environment.CLICKHOUSE_URL ?? "")).toMatchObject({
      username: clickhouse?.CLICKHOUSE_USER,
      password: clickhouse?.CLICKHOUSE_PASSWORD,
      pathname: `/${clickhouse?.CLICKHOUSE_DB}`,
    });
    expect(new URL(environment.DATABASE_URL ?? "")).toMatchObject({
      username: postgres?.POSTGRES_USER,
      password: postgres?.POSTGRES_PASSWORD,
      pathname: `/${postgres?.POSTGRES_DB}`,
    });
    expect(new URL(environment.HEDDLE_BLOBS ?? "").hostname).toBe(objects?.S3_BUCKET);
    expect(objects).toMatchObject({
      AWS_ACCESS_KEY_ID: environment.AWS_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY: environment.AWS_SECRET_ACCESS_KEY,
    });
  });

  it("balances both ports over both containers", () => {
    const servers = [...readFileSync(join(FOLDER, "nginx.conf"), "utf8").matchAll(/^ +server (\S+):(\d+) resolve;$/gm)];
    const balanced = servers.map(([, host, port]) => `${host}:${port}`);
    const names = [first?.[0], second?.[0]];
    expect(balanced).toEqual([7700, 7701].flatMap((port) => names.map((name) => `${name}:${port}`)));
  });

  it("runs the version of ClickHouse that is embedded, with which the SQL is tested", () => {
    const session = new Session();
    const version = session.query("SELECT version()", "TabSeparated").trim();
    session.close();
    expect(services.clickhouse?.image).toBe(`clickhouse/clickhouse-server:${version.split(".").slice(0, 2).join(".")}`);
  });
});
