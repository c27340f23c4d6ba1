import type { Environment } from "@/lib/environment/environment";

/** A program that trains: started once for each job, see docs/trainer.md. */
export interface Trainer {
  /** What people read beside a job. */
  readonly name: string;
  /** A line for the shell of this machine. */
  readonly command: string;
  /** Base models that it says it can train; others may be tried. */
  readonly baseModels: readonly string[];
}

/** How long a trainer may take. */
export interface TrainerLimits {
  /** Without a line on either output for this long, a trainer counts as hung. */
  readonly silenceMs: number;
  readonly totalMs: number;
  /** Between being asked to end and being ended. */
  readonly graceMs: number;
}

const SECOND_MS = 1_000;
const GRACE_MS = 5 * SECOND_MS;

const SILENCE_SECONDS = 1_800;
const MAX_SECONDS = 86_400;

export type TrainerVariables = Pick<
  Environment,
  "HEDDLE_TRAINER" | "HEDDLE_TRAINER_MODELS" | "HEDDLE_TRAINER_SILENCE_SECONDS" | "HEDDLE_TRAINER_MAX_SECONDS"
>;

export type TrainerSettings = { readonly trainer: Trainer | null; readonly limits: TrainerLimits };

/** A value of `HEDDLE_TRAINER` that says that no job is to be taken. */
const TRAINER_DISABLED = "none";

function external(command: string, baseModels: readonly string[]): Trainer | null {
  return command.trim() === TRAINER_DISABLED ? null : { name: "external", command, baseModels };
}

/** The trainer that the environment names, or else the built-in one; null where none is wanted: then no job is taken. */
export function readTrainerSettings(environment: Partial<TrainerVariables>, builtIn: Trainer): TrainerSettings {
  const { HEDDLE_TRAINER: command, HEDDLE_TRAINER_MODELS: baseModels = [] } = environment;
  const { HEDDLE_TRAINER_SILENCE_SECONDS: silence = SILENCE_SECONDS } = environment;
  const { HEDDLE_TRAINER_MAX_SECONDS: total = MAX_SECONDS } = environment;
  return {
    trainer: command === undefined ? builtIn : external(command, baseModels),
    limits: { silenceMs: silence * SECOND_MS, totalMs: total * SECOND_MS, graceMs: GRACE_MS },
  };
}

/** What belongs to the service and to model providers, and is none of a trainer's business. */
const WITHHELD = /^(HEDDLE_|OIDC_|CLICKHOUSE_URL$|DATABASE_URL$)|_API_KEY$/;

/** The environment of a trainer: that of the service without its secrets, and without keys of model providers. */
export function trainerEnvironment(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(source).filter(([name]) => !WITHHELD.test(name))) as NodeJS.ProcessEnv;
}
