import type { Environment } from "@/lib/environment/environment";

/** How checkpoints of models that the built-in trainer cannot run are served; see docs/train/model-server.md. */
export interface ServerSettings {
  /** A command line for the shell of this machine, started once for each base model that is in use. */
  readonly command: string;
  /** Time in which a started server must answer. */
  readonly startMs: number;
  /** Time without requests after which a server is stopped. */
  readonly idleMs: number;
  /** Time between the request to end and the forced end. */
  readonly graceMs: number;
  /** How many servers may run at once, each with a base model of its own. */
  readonly atOnce: number;
}

export type ServerVariables = Pick<
  Environment,
  "HEDDLE_SERVER" | "HEDDLE_SERVER_START_SECONDS" | "HEDDLE_SERVER_IDLE_SECONDS" | "HEDDLE_SERVER_LIMIT"
>;

const SECOND_MS = 1_000;
const GRACE_MS = 5 * SECOND_MS;

const START_SECONDS = 600;
const IDLE_SECONDS = 900;

/** The server that the environment names; null for none. */
export function readServerSettings(environment: Partial<ServerVariables>): ServerSettings | null {
  const { HEDDLE_SERVER: command, HEDDLE_SERVER_LIMIT: atOnce = 1 } = environment;
  const { HEDDLE_SERVER_START_SECONDS: start = START_SECONDS } = environment;
  const { HEDDLE_SERVER_IDLE_SECONDS: idle = IDLE_SECONDS } = environment;
  if (command === undefined) return null;
  return { command, startMs: start * SECOND_MS, idleMs: idle * SECOND_MS, graceMs: GRACE_MS, atOnce };
}
