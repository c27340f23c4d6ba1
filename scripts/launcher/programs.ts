import { fileURLToPath } from "node:url";
import type { Environment } from "@/lib/environment/environment";
import { stateAddress } from "@/lib/environment/state-address";
import { isTracingOn } from "@/lib/environment/tracing";
import { variableNames } from "@/lib/environment/variables";
import { providerVariableNames } from "@/service/kernel/providers/ready-providers";
import { SERVICE_THREADS } from "@/service/traces/store/engine/engine-threads";
import { waitUntilHealthy } from "./readiness";
import type { Program } from "./supervise";

/** The programs of a command: both as built, both from their sources, or only the service. */
export type Mode = "production" | "development" | "service";

/** The first page of a development server is compiled on request, which takes longer than a start. */
const STOP_TIMEOUT_MS = { production: 60_000, development: 180_000, service: 60_000 } as const;

/** Built files beside this one, independent of the working folder. */
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Loaded before a program: the channel to the launcher, the exporter of traces of Heddle itself, and what else it needs.
 */
function preloads(...others: readonly string[]): string[] {
  const files = ["leave-with-parent.mjs", ...(isTracingOn(process.env) ? ["export-traces.mjs"] : []), ...others];
  return files.flatMap((file) => ["--import", beside(file)]);
}

/**
 * Idle connections stay open longer than any proxy or client keeps one: a request on a connection that closes at the same
 * moment gets no response.
 */
const KEEP_ALIVE_MS = 75_000;

/** The dashboard's standalone server, as built by `next build`. */
const DASHBOARD = beside("../.next/standalone/server.js");

/** The service does not need the dashboard's secrets, so it does not get them; some are checked together. */
const DASHBOARD_SECRETS = [
  ...["HEDDLE_SECRET_KEY", "HEDDLE_SECRET_KEY_PREVIOUS", "HEDDLE_ADMIN_EMAIL", "HEDDLE_ADMIN_PASSWORD"],
  ...variableNames.filter((name) => name.startsWith("OIDC_")),
];

/** Variables that the service needs only for its state. */
const DATABASE_SECRETS = ["DATABASE_URL", "PGPASSWORD"];

/** The dashboard reaches the service with the token of this start, never with a key for SDKs or for a provider. */
const SERVICE_SECRETS = [
  ...[
    "HEDDLE_API_KEY",
    "HEDDLE_SERVICE_SECRET_KEY",
    "HEDDLE_SERVICE_SECRET_KEY_PREVIOUS",
    "CLICKHOUSE_URL",
    "HEDDLE_TRAINER",
    "HEDDLE_SERVER",
    "HEDDLE_BLOBS",
  ],
  ...["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"],
  ...providerVariableNames,
];

export function serviceProgram(
  mode: Mode,
  environment: Environment,
  localToken: string,
  grpcPort: number | "off" = "off",
): Program {
  const program =
    mode === "development"
      ? ["node_modules/tsx/dist/cli.mjs", "watch", "--clear-screen=false", "service/main.ts"]
      : ["--enable-source-maps", beside("service.mjs")];
  return {
    name: "service",
    args: [...preloads(), ...program],
    env: {
      ...without([...DASHBOARD_SECRETS, ...(stateAddress(environment) === undefined ? DATABASE_SECRETS : [])]),
      ...shared(mode, environment, localToken),
      HEDDLE_PROGRAM: "service",
      HEDDLE_OTLP_GRPC_PORT: String(grpcPort),
      // Links of SDKs lead to the service, which sends them on. Without a dashboard there is no default address.
      ...(mode === "service" ? {} : { HEDDLE_URL: environment.publicUrl }),
      // Each statement that runs in the engine occupies a thread of this pool.
      UV_THREADPOOL_SIZE: String(SERVICE_THREADS),
    },
    waitUntilReady: (signal, lastLineAt) =>
      waitUntilHealthy(`${environment.serviceUrl}/health`, STOP_TIMEOUT_MS[mode], signal, lastLineAt),
  };
}

export function dashboardProgram(mode: Mode, environment: Environment, localToken: string): Program {
  const { HEDDLE_HOST: host, PORT: port } = environment;
  const program =
    mode === "development" ? ["node_modules/next/dist/bin/next", "dev", "-H", host, "-p", String(port)] : [DASHBOARD];
  return {
    name: "dashboard",
    // A development server runs in a process that it starts itself.
    args: [
      ...(mode === "development" ? preloads() : preloads("limit-connections.mjs", "guard-requests.mjs")),
      ...program,
    ],
    env: {
      ...without(SERVICE_SECRETS),
      ...shared(mode, environment, localToken),
      NEXT_TELEMETRY_DISABLED: "1",
      HEDDLE_PROGRAM: "dashboard",
      // The standalone server reads its address from these variables, and how long it keeps idle connections.
      ...(mode === "development"
        ? {}
        : { HOSTNAME: host, PORT: String(port), KEEP_ALIVE_TIMEOUT: String(KEEP_ALIVE_MS) }),
    },
    waitUntilReady: (signal, lastLineAt) =>
      waitUntilHealthy(`${localDashboardUrl(environment)}/health`, STOP_TIMEOUT_MS[mode], signal, lastLineAt),
  };
}

/** The dashboard's address on this machine, whatever its public address is. */
function localDashboardUrl({ serviceUrl, PORT: port }: Environment): string {
  const url = new URL(serviceUrl);
  url.port = String(port);
  return url.origin;
}

function shared(mode: Mode, { dataFolder }: Environment, localToken: string): NodeJS.ProcessEnv {
  return {
    NODE_ENV: mode === "development" ? "development" : "production",
    HEDDLE_DATA: dataFolder,
    HEDDLE_LOCAL_TOKEN: localToken,
  };
}

function without(names: readonly string[]): NodeJS.ProcessEnv {
  // npm run scripts set many shell variables that a server does not need.
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !names.includes(name) && !name.startsWith("npm_")),
  ) as NodeJS.ProcessEnv;
}
