import { plainNumber, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { type AdvantageRule, advantageFormula, readAdvantageRule } from "@/lib/training/trajectories/advantage-rule";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";

/** The job that trained on a batch: its record, null where the service does not return it, or its loading state. */
export type TrainingOf = Pick<JobRecord, "trainer" | "experimental_config"> | "reading" | "failed" | null;

/** The formula that turns rewards into advantages, and how certain it is that the trainer uses it. */
export interface AdvantageBasis {
  readonly rule: AdvantageRule;
  readonly full: string;
  readonly short: string;
  /** Settings of the job that the formula uses, as sent. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** The source of the formula. */
  readonly source: string;
  /** Effects that the figures omit; null where none are known. */
  readonly hiddenCount: string | null;
  /** True when the trainer is known to compute exactly this. */
  readonly isKnown: boolean;
}

type Config = Readonly<Record<string, unknown>>;

/** The name of the built-in trainer in a record. */
const BUILT_IN = "built-in";

const READ = ["scale_rewards", "normalize_advantages", "advantage_balance"];

/** Settings by which the rewards or the scale that advantages are computed from are not those of the group alone. */
function jobwide(config: Config): string | null {
  const penalty = plainNumber(config.soft_punish_cache);
  return joined([
    config.scale_rewards === "batch"
      ? "They are then divided by the standard deviation of all rewards of the job."
      : null,
    typeof penalty === "number" && penalty > 0
      ? "The penalty of long answers (soft_punish_cache) changes rewards, which the figures do not include."
      : null,
  ]);
}

function settingsIn(config: Config): [string, string][] {
  return READ.flatMap((name) =>
    config[name] == null ? [] : [[name, stringifyJson(config[name])] as [string, string]],
  );
}

/** Settings that change advantages token by token, so that one figure per trajectory cannot include them. */
function tokenwise(config: Config, names: readonly string[]): string | null {
  const given = names.filter((name) => {
    const value = plainNumber(config[name]);
    return typeof value === "number" && value !== 0;
  });
  if (given.length === 0) return null;
  return `${given.join(" and ")} ${given.length === 1 ? "changes" : "change"} it per token, which the figures do not include.`;
}

function joined(texts: readonly (string | null)[]): string | null {
  const known = texts.filter((text) => text !== null);
  return known.length === 0 ? null : known.join(" ");
}

function basis(
  config: Config,
  rest: Pick<AdvantageBasis, "source"> & Partial<Pick<AdvantageBasis, "hiddenCount" | "isKnown">>,
): AdvantageBasis {
  const rule = readAdvantageRule(config);
  return { rule, ...advantageFormula(rule), settings: settingsIn(config), hiddenCount: null, isKnown: false, ...rest };
}

const STANDARD = "This is the formula of a job without settings";

/**
 * Returns the formula of a batch from the settings of the job that trained on it. The built-in trainer follows them
 * exactly; other trainers may not.
 */
export function advantageBasis({ kind }: Pick<Batch, "kind">, training: TrainingOf): AdvantageBasis {
  if (kind === "log") return basis({}, { source: `Logged, not trained on. ${STANDARD}.` });
  if (training === "reading") return basis({}, { source: `Loading the job settings. ${STANDARD}.` });
  if (training === "failed") return basis({}, { source: `Could not load the job settings. ${STANDARD}.` });
  if (training === null) return basis({}, { source: `Job settings are unavailable. ${STANDARD}.` });
  const config = training.experimental_config ?? {};
  if (training.trainer === BUILT_IN) {
    const scaling = "All advantages of a job are then multiplied by one factor, so that their mean magnitude is 1.";
    return basis(
      { ...config, loss_type: null },
      {
        source: "The built-in trainer uses this formula with the settings of this job.",
        hiddenCount: joined([tokenwise(config, ["kl_penalty_coef"]), scaling]),
        isKnown: true,
      },
    );
  }
  const trainer = training.trainer === null ? "The trainer is not reported yet" : `The trainer is ${training.trainer}`;
  return basis(config, {
    source: `Derived from the settings of this job. ${trainer}, and may compute advantages differently.`,
    hiddenCount: joined([tokenwise(config, ["kl_penalty_coef", "kimi_k2_tau"]), jobwide(config)]),
  });
}
