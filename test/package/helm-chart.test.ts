import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { readEnvironment } from "@/lib/environment/environment";
import { environmentColumns } from "@/lib/environment/variables";
import { version } from "@/package.json";

const CHART = "deploy/helm";
const TEMPLATES = readdirSync(join(CHART, "templates")).map((file) => join(CHART, "templates", file));
const EXAMPLES = readdirSync(join(CHART, "ci")).map((file) => join(CHART, "ci", file));

/** Variables that the client of object storage reads, besides Heddle's own. */
const AWS_VARIABLES = ["AWS_ENDPOINT_URL_S3", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];
const KNOWN: ReadonlySet<string> = new Set([...Object.keys(environmentColumns), ...AWS_VARIABLES]);

/** Values of the Secret that an operator creates. */
const SECRET: Readonly<Record<string, string>> = {
  HEDDLE_SECRET_KEY: "fMx0hFv0J3m8m0oHqkZ3l0o5cJ2b7m1Vw9yQpR4sT6U=",
  HEDDLE_SERVICE_SECRET_KEY: "Zk3rT8wQ1xY5vB9nM2cL7pD4gH6jS0aFqE1uI3oKyRs=",
  CLICKHOUSE_URL: "https://heddle:secret@clickhouse.example.org:8443/heddle",
  DATABASE_URL: "postgres://heddle:secret@db.example.org:5432/heddle",
  HEDDLE_METRICS: "a token of some length".replaceAll(" ", "-"),
};

const read = (file: string) => readFileSync(file, "utf8");

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The paths of a schema's members that have names of their own. */
const pathsOf = ({ properties = {} }: Schema): string[] =>
  Object.entries(properties).flatMap(([name, member]) => [name, ...pathsOf(member).map((path) => `${name}.${path}`)]);

const memberAt = (values: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], values);

describe("the Helm chart", () => {
  const schema = JSON.parse(read(join(CHART, "values.schema.json"))) as Schema;
  const defaults: unknown = parse(read(join(CHART, "values.yaml")));
  const isValid = new Ajv({ allErrors: true }).compile(schema);

  it("has the version of Heddle", () => {
    expect(parse(read(join(CHART, "Chart.yaml")))).toMatchObject({ version, appVersion: version });
  });

  it("names only variables that Heddle reads", () => {
    const texts = [...TEMPLATES, ...EXAMPLES, join(CHART, "values.yaml")].map(read).join("\n");
    const named = new Set(texts.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g));
    expect(named.size).toBeGreaterThan(8);
    expect([...named].filter((name) => !KNOWN.has(name))).toEqual([]);
  });

  it("has a default and a rule for each of its values", () => {
    const [global, ...paths] = pathsOf(schema);
    // Helm adds it to the values of every chart.
    expect(global).toBe("global");
    for (const path of paths) expect(memberAt(defaults, path), path).toBeDefined();
    expect(isValid(defaults), JSON.stringify(isValid.errors)).toBe(true);
    for (const file of EXAMPLES) {
      expect(isValid(parse(read(file))), `${file} ${JSON.stringify(isValid.errors)}`).toBe(true);
    }
  });

  it.each([{ replcas: 3 }, { replicas: 0 }, { blobs: "/data" }, { url: "heddle.example.org" }, { env: { port: "1" } }])(
    "refuses %j",
    (values) => {
      expect(isValid(values)).toBe(false);
    },
  );

  it("probes ports and paths that Heddle has", () => {
    const { PORT, HEDDLE_SERVICE_PORT } = readEnvironment({});
    const deployments = read(join(CHART, "templates/deployments.yaml"));
    expect(deployments).toContain(`"dashboard" ${PORT} "service" ${HEDDLE_SERVICE_PORT}`);
    expect(deployments).toContain(`"ports" (dict "service" ${HEDDLE_SERVICE_PORT})`);
    for (const path of ["health/route.ts", "icon.svg"]) expect(existsSync(join("app", path)), path).toBe(true);
  });
});

const variable = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) }).optional(),
});
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const pod = z.object({
  enableServiceLinks: z.literal(false),
  automountServiceAccountToken: z.literal(false),
  securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.literal(1000) }),
  containers: z.tuple([
    z.object({
      image: z.string(),
      args: z.array(z.string()).optional(),
      ports: z.array(z.object({ name: z.string(), containerPort: z.int() })),
      env: z.array(variable),
      startupProbe: probe,
      livenessProbe: probe,
      readinessProbe: probe,
      securityContext: z.object({
        allowPrivilegeEscalation: z.literal(false),
        readOnlyRootFilesystem: z.literal(true),
        capabilities: z.object({ drop: z.tuple([z.literal("ALL")]) }),
      }),
      volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
    }),
  ]),
  volumes: z.array(z.object({ name: z.string() })),
});
const labels = z.record(z.string(), z.string());
const manifest = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("Deployment"),
    metadata: z.object({ name: z.string() }),
    spec: z.object({ replicas: z.int(), template: z.object({ metadata: z.object({ labels }), spec: pod }) }),
  }),
  z.object({
    kind: z.literal("Service"),
    metadata: z.object({ name: z.string() }),
    spec: z.object({ selector: labels, ports: z.array(z.object({ name: z.string(), targetPort: z.string() })) }),
  }),
  ...(["Ingress", "NetworkPolicy", "PodDisruptionBudget", "PodMonitor"] as const).map((kind) =>
    z.object({ kind: z.literal(kind), metadata: z.object({ name: z.string() }) }),
  ),
]);

function hasHelm(): boolean {
  try {
    execFileSync("helm", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const helm = (...args: string[]) =>
  execFileSync("helm", [...args, "--kube-version", "1.31.0"], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const rendered = (file: string) =>
  parseAllDocuments(helm("template", "heddle", CHART, "-f", file)).flatMap((document) => {
    const value: unknown = document.toJS();
    return value === null ? [] : [manifest.parse(value)];
  });

describe.skipIf(!hasHelm())("the Helm chart, where helm is installed", () => {
  it.each(EXAMPLES)("passes helm's own checks with %s", (file) => {
    expect(helm("lint", "--strict", CHART, "-f", file)).toContain("0 chart(s) failed");
  });

  it.each(EXAMPLES)("runs Heddle with variables that it accepts, without rights, with %s", (file) => {
    const all = rendered(file);
    const deployments = all.filter((one) => one.kind === "Deployment");
    expect(deployments.length).toBeGreaterThan(0);
    for (const { metadata, spec } of deployments) {
      const { containers, volumes } = spec.template.spec;
      const [{ env, ports, volumeMounts, ...container }] = containers;
      const values = env.map(({ name, value, valueFrom }) => [name, valueFrom ? SECRET[name] : value] as const);
      expect(values.filter(([name, value]) => !KNOWN.has(name) || !value)).toEqual([]);
      const environment = readEnvironment(Object.fromEntries(values));
      expect(environment.CLICKHOUSE_URL).toBeDefined();
      expect(environment.DATABASE_URL).toBeDefined();
      for (const { httpGet } of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
        expect(
          ports.map(({ name }) => name),
          metadata.name,
        ).toContain(httpGet.port);
      }
      expect(volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
      expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain(environment.dataFolder);
    }
  });

  it.each(EXAMPLES)("leads its services to pods that have the port, with %s", (file) => {
    const all = rendered(file);
    const services = all.filter((one) => one.kind === "Service");
    expect(services).toHaveLength(2);
    for (const { metadata, spec } of services) {
      const found = all
        .filter((one) => one.kind === "Deployment")
        .filter((one) => {
          const own = one.spec.template.metadata.labels;
          return Object.entries(spec.selector).every(([name, value]) => own[name] === value);
        });
      expect(found, metadata.name).toHaveLength(1);
      const ports = found[0]?.spec.template.spec.containers[0].ports.map(({ name }) => name);
      for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort);
    }
  });

  it("says which value is missing", () => {
    const small = join(CHART, "ci/small-values.yaml");
    const reasonOf = (...args: string[]) => {
      try {
        return helm("template", "heddle", CHART, ...args);
      } catch (error) {
        return String((error as { stderr?: unknown }).stderr);
      }
    };
    expect(reasonOf()).toContain("secret is needed");
    for (const name of ["secret", "url", "serviceUrl", "blobs"]) {
      expect(reasonOf("-f", small, "--set", `${name}=`)).toContain(`${name} is needed`);
    }
    expect(reasonOf("-f", small, "--set", "networkPolicy.enabled=true")).toContain("networkPolicy.from is needed");
    const oneHost = "ingress.enabled=true,serviceUrl=https://heddle.example.org:8443";
    expect(reasonOf("-f", small, "--set", oneHost)).toContain("different host names");
  });
});
