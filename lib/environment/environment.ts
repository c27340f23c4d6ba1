import { resolve } from "node:path";
import type { z } from "zod";
import { environmentColumns, type VariableName, type VariableValues, variableNames } from "./variables";

/** The checked environment, with the addresses that follow from it. */
export interface Environment extends VariableValues {
  /** HEDDLE_DATA as an absolute path. */
  readonly dataFolder: string;
  /** The dashboard's public address; never ends with a slash. */
  readonly publicUrl: string;
  /** The address at which the dashboard reaches the embedded service. */
  readonly serviceUrl: string;
  /** The address at which clients reach the embedded service, for display. */
  readonly publicServiceUrl: string;
}

/** One or more variables are invalid. Names them and what was expected, never a value: it may be a secret. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";

  constructor(readonly problems: readonly string[]) {
    super(`The environment is not usable.\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
  }
}

/** Formats an address of this machine for a URL: wildcard addresses are reached over loopback. */
function reachableHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::" || host === "[::]") return "[::1]";
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

function problemOf(name: string, error: z.ZodError): string {
  return `${name} must be ${error.issues[0]?.message ?? "valid"}.`;
}

function crossChecks(values: Partial<Record<VariableName, unknown>>): string[] {
  const problems: string[] = [];
  if ((values.HEDDLE_ADMIN_EMAIL === undefined) !== (values.HEDDLE_ADMIN_PASSWORD === undefined)) {
    problems.push("HEDDLE_ADMIN_EMAIL and HEDDLE_ADMIN_PASSWORD must be set together.");
  }
  if ((values.HEDDLE_OTLP_GRPC_CERT === undefined) !== (values.HEDDLE_OTLP_GRPC_KEY === undefined)) {
    problems.push("HEDDLE_OTLP_GRPC_CERT and HEDDLE_OTLP_GRPC_KEY must be set together.");
  }
  const oidc = (["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const).map((name) => values[name]);
  if (new Set(oidc.map((value) => value === undefined)).size > 1) {
    problems.push("OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.");
  }
  if (values.HEDDLE_PASSWORDS === "no" && values.OIDC_ISSUER === undefined) {
    problems.push("HEDDLE_PASSWORDS=no needs OIDC_ISSUER: nobody could sign in.");
  }
  if (values.PORT !== undefined && values.PORT === values.HEDDLE_SERVICE_PORT) {
    problems.push("PORT and HEDDLE_SERVICE_PORT must differ.");
  }
  if (
    values.HEDDLE_OTLP_GRPC_PORT !== undefined &&
    [values.PORT, values.HEDDLE_SERVICE_PORT].includes(values.HEDDLE_OTLP_GRPC_PORT)
  ) {
    problems.push("HEDDLE_OTLP_GRPC_PORT must differ from PORT and HEDDLE_SERVICE_PORT.");
  }
  if ((values.HEDDLE_SMTP_URL === undefined) !== (values.HEDDLE_SMTP_FROM === undefined))
    problems.push("HEDDLE_SMTP_URL and HEDDLE_SMTP_FROM belong together: set both or neither.");
  return problems;
}

/**
 * Reads and checks every variable at once. An empty variable counts as not set.
 *
 * @throws EnvironmentError naming each invalid variable.
 */
export function readEnvironment(source: Readonly<Record<string, string | undefined>> = process.env): Environment {
  const problems: string[] = [];
  const values: Partial<Record<VariableName, unknown>> = {};
  for (const name of variableNames) {
    const text = source[name];
    const parsed = environmentColumns[name].schema.safeParse(text === "" ? undefined : text);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(problemOf(name, parsed.error));
  }
  problems.push(...crossChecks(values));
  if (problems.length > 0) throw new EnvironmentError(problems);
  // Each member was parsed by its own column's schema above.
  const checked = values as VariableValues;
  const serviceUrl = `http://${reachableHost(checked.HEDDLE_HOST)}:${checked.HEDDLE_SERVICE_PORT}`;
  return {
    ...checked,
    // Without the comment the bundler treats the whole project as data of the server.
    dataFolder: resolve(/* turbopackIgnore: true */ checked.HEDDLE_DATA),
    publicUrl: checked.HEDDLE_URL ?? `http://localhost:${checked.PORT}`,
    serviceUrl,
    publicServiceUrl: checked.HEDDLE_SERVICE_URL ?? serviceUrl.replace("//127.0.0.1:", "//localhost:"),
  };
}
