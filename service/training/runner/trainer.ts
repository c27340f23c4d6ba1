import type { Environment } from "@/lib/environment/environment";

/** A program that trains, started once for each job; see docs/train/trainer.md. */
export interface Trainer {
  /** The name shown with a job. */
  readonly name: string;
  /** A command line for the shell of this machine. */
  readonly command: string;
  /** Base models that it declares; others may be tried. */
  readonly baseModels: readonly string[];
}

/** Time limits of a trainer. */
export interface TrainerLimits {
  /** A trainer that writes no line on either output for this long counts as hung. */
  readonly silenceMs: number;
  readonly totalMs: number;
  /** Time between the request to end and the forced end. */
  readonly graceMs: number;
}

const SECOND_MS = 1_000;
const GRACE_MS = 5 * SECOND_MS;

const SILENCE_SECONDS = 1_800;
const MAX_SECONDS = 86_400;

export type TrainerVariables = Pick<
  Environment,
  | "HEDDLE_TRAINER"
  | "HEDDLE_TRAINER_MODELS"
  | "HEDDLE_TRAINER_DEVICES"
  | "HEDDLE_TRAINER_SILENCE_SECONDS"
  | "HEDDLE_TRAINER_MAX_SECONDS"
>;

export interface TrainerSettings {
  readonly trainer: Trainer | null;
  readonly limits: TrainerLimits;
  /** The devices that train one job each at a time; empty for one job at a time on no device in particular. */
  readonly devices: readonly string[];
}

/** The value of `HEDDLE_TRAINER` that disables jobs. */
const TRAINER_DISABLED = "none";

function external(command: string, baseModels: readonly string[]): Trainer | null {
  return command.trim() === TRAINER_DISABLED ? null : { name: "external", command, baseModels };
}

/** The trainer that the environment names, or else the built-in one; null for none: then jobs are refused. */
export function readTrainerSettings(environment: Partial<TrainerVariables>, builtIn: Trainer): TrainerSettings {
  const { HEDDLE_TRAINER: command, HEDDLE_TRAINER_MODELS: baseModels = [] } = environment;
  const { HEDDLE_TRAINER_DEVICES: devices = [] } = environment;
  const { HEDDLE_TRAINER_SILENCE_SECONDS: silence = SILENCE_SECONDS } = environment;
  const { HEDDLE_TRAINER_MAX_SECONDS: total = MAX_SECONDS } = environment;
  return {
    trainer: command === undefined ? builtIn : external(command, baseModels),
    limits: { silenceMs: silence * SECOND_MS, totalMs: total * SECOND_MS, graceMs: GRACE_MS },
    devices,
  };
}

/** Variables of the service and of model providers that a trainer must not see. */
const WITHHELD =
  /^(HEDDLE_|OIDC_|CLICKHOUSE_URL$|DATABASE_URL$|PGPASSWORD$|OTEL_EXPORTER_OTLP_(\w+_)?HEADERS$)|_API_KEY$/;

/** Credentials that the service uses for its own object storage. */
const WITHHELD_WITH_BUCKET = /^AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN)$/;

/** The environment of a trainer: that of the service without its secrets, and without keys of model providers. */
export function trainerEnvironment(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isWithheld = (name: string) =>
    WITHHELD.test(name) || (Boolean(source.HEDDLE_BLOBS) && WITHHELD_WITH_BUCKET.test(name));
  return Object.fromEntries(Object.entries(source).filter(([name]) => !isWithheld(name))) as NodeJS.ProcessEnv;
}
