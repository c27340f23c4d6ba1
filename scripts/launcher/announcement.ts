import type { Environment } from "@/lib/environment/environment";
import { commandText, type Installation } from "@/scripts/installation/command-text";
import type { Mode } from "./programs";

/** Facts known only after the start: secrets created by it, shown now and never again, and the port for gRPC. */
export interface SetUp {
  /** Address with the single-use token in its fragment; undefined once the dashboard is set up. */
  readonly link?: string | undefined;
  /** The first API key, at the first start only. */
  readonly firstKey?: string | undefined;
  /** The port of OTLP over gRPC. */
  readonly grpcPort?: number | "off";
}

/** The text at the end of a start: the addresses, and a program that logs a first call. */
export function announce(
  mode: Mode,
  environment: Environment,
  setUp: SetUp,
  installation: Installation = "checkout",
): string {
  const serviceAddress = environment.publicServiceUrl;
  const rows: [string, string][] = [];
  if (mode !== "service") rows.push(["Dashboard", environment.publicUrl]);
  if (setUp.link !== undefined) rows.push(["Set up", `${setUp.link}\n${INDENT}creates the first admin; single use`]);
  rows.push(["Service", `${serviceAddress}   endpoint for SDKs`]);
  if (typeof setUp.grpcPort === "number") {
    rows.push([
      "OTLP/gRPC",
      `${new URL(serviceAddress).hostname}:${setUp.grpcPort}   endpoint for OpenTelemetry over gRPC`,
    ]);
  }
  if (setUp.firstKey !== undefined) {
    rows.push([
      "API key",
      `${setUp.firstKey}\n${INDENT}shown only once; create another with: ${commandText("key", installation)} create`,
    ]);
  }
  const table = rows.map(([name, value]) => `  ${name.padEnd(COLUMN)}${value}`).join("\n");
  const keyText = setUp.firstKey ?? (environment.HEDDLE_API_KEY === undefined ? "<your key>" : "$HEDDLE_API_KEY");
  return `\nHeddle is ready.\n\n${table}\n\n${snippet(serviceAddress, keyText)}\n  Ctrl-C stops everything.\n\n`;
}

const COLUMN = 12;
const INDENT = " ".repeat(COLUMN + 2);

/** A complete first program with the official package, to be pasted into a terminal in an empty folder. */
function snippet(serviceAddress: string, keyText: string): string {
  return `  Log a first call, in any folder:

    npm install weave
    export WF_TRACE_SERVER_URL=${serviceAddress} WANDB_API_KEY=${keyText}
    node --input-type=module -e '
      import * as weave from "weave";
      await weave.init("demo/first");
      const greet = weave.op(async function greet(name) { return "Hello, " + name; });
      console.log(await greet("Heddle"));
    '
`;
}
