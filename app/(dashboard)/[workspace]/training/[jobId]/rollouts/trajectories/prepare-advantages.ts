import { plainNumber, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { type AdvantageRule, advantageFormula, readAdvantageRule } from "@/lib/training/trajectories/advantage-rule";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";

/** The job that trained on a batch: its record, null where the service tells nothing of it, or where it stands. */
export type TrainingOf = Pick<JobRecord, "trainer" | "experimental_config"> | "reading" | "failed" | null;

/** By which formula rewards are shown as advantages, and how far it is what the trainer computed. */
export interface AdvantageBasis {
  readonly rule: AdvantageRule;
  readonly full: string;
  readonly short: string;
  /** Settings of the job that the formula follows, as they were sent. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** Whose formula it is. */
  readonly source: string;
  /** What the figures leave out; null where nothing is known to be. */
  readonly hiddenCount: string | null;
  /** Whether the trainer is known to have computed just this. */
  readonly isKnown: boolean;
}

/** The name under which the service's own trainer stands in a record. */
const BUILT_IN = "built-in";

const READ = ["scale_rewards", "normalize_advantages", "advantage_balance"];

type Config = Readonly<Record<string, unknown>>;

function settingsIn(config: Config): [string, string][] {
  return READ.flatMap((name) =>
    config[name] == null ? [] : [[name, stringifyJson(config[name])] as [string, string]],
  );
}

/** Settings that move advantages token by token, so that one figure for a trajectory cannot hold them. */
function tokenwise(config: Config, names: readonly string[]): string | null {
  const given = names.filter((name) => {
    const value = plainNumber(config[name]);
    return typeof value === "number" && value !== 0;
  });
  if (given.length === 0) return null;
  return `${given.join(" and ")} ${given.length === 1 ? "moves" : "move"} it token by token on top; the figures leave that out.`;
}

function basis(
  config: Config,
  told: Pick<AdvantageBasis, "source"> & Partial<Pick<AdvantageBasis, "hiddenCount" | "isKnown">>,
): AdvantageBasis {
  const rule = readAdvantageRule(config);
  return { rule, ...advantageFormula(rule), settings: settingsIn(config), hiddenCount: null, isKnown: false, ...told };
}

const STANDARD = "This is the formula of a job without settings";

/**
 * The formula of a batch: that of the settings of the job that trained on it. The built-in trainer follows them to the
 * letter; any other may do as it likes, and is not known here.
 */
export function advantageBasis({ kind }: Pick<Batch, "kind">, training: TrainingOf): AdvantageBasis {
  if (kind === "log") return basis({}, { source: `Logged, and not trained on. ${STANDARD}.` });
  if (training === "reading") return basis({}, { source: `The settings of the job are being read. ${STANDARD}.` });
  if (training === "failed") return basis({}, { source: `The settings of the job could not be read. ${STANDARD}.` });
  if (training === null) return basis({}, { source: `The settings of the job are not known here. ${STANDARD}.` });
  const config = training.experimental_config ?? {};
  if (training.trainer === BUILT_IN) {
    const scaling = "All advantages of a job are then multiplied by one number, so that their mean size is 1.";
    return basis(config, {
      source: "The built-in trainer computes it so from the settings of this job.",
      hiddenCount: [tokenwise(config, ["kl_penalty_coef"]), scaling].filter((text) => text !== null).join(" "),
      isKnown: true,
    });
  }
  const trainer = training.trainer === null ? "The trainer is not known yet" : `The trainer is ${training.trainer}`;
  return basis(config, {
    source: `What the settings of this job ask for. ${trainer}, and may compute it in another way.`,
    hiddenCount: tokenwise(config, ["kl_penalty_coef", "kimi_k2_tau"]),
  });
}
