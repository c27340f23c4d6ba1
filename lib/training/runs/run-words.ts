import type {
  TrainingIteration,
  TrainingRun,
  TrainingRunVerdict,
} from "@/lib/api/contract/training-runs/training-runs";
import { countOf, formatCount } from "@/lib/format/count";
import type { Word } from "@/lib/run/run-states";

const verdictWords: Readonly<Record<TrainingRunVerdict["kind"], Word>> = {
  too_early: { text: "Too early", tone: "plain" },
  cannot_tell: { text: "Cannot tell yet", tone: "plain" },
  rising: { text: "Rising", tone: "ok" },
  falling: { text: "Falling", tone: "err" },
  flat: { text: "Flat", tone: "warn" },
  fell: { text: "Fell from its best", tone: "err" },
  collapsed: { text: "Collapsed", tone: "err" },
  no_signal: { text: "No signal", tone: "warn" },
  no_reward: { text: "No reward", tone: "err" },
};

/** Returns the verdict on a run as a word. */
export function verdictWord({ kind, figures }: Pick<TrainingRunVerdict, "kind" | "figures">): Word {
  const word = verdictWords[kind];
  if (figures.is_slight !== true) return word;
  return { text: `${word.text} slightly`, tone: kind === "falling" ? "warn" : word.tone };
}

/** What rollouts wait for before the first one can begin. */
const SERVER_WORDS = {
  model_server: "waiting for the model server to start",
  other_server: "waiting for another model server to end",
} as const;

/** Returns the current work: `Iteration 3: sampling, 12 of 64 rollouts`; null while the run is idle. */
export function phaseText({ phase }: Pick<TrainingRun, "phase">): string | null {
  if (phase === null) return null;
  const { name, iteration, done, total, waits_for: server } = phase;
  const of = (noun: string) =>
    total === null ? countOf(done, noun) : `${formatCount(done)} of ${countOf(total, noun)}`;
  const work = {
    sampling: `sampling, ${server == null ? of("rollout") : SERVER_WORDS[server]}`,
    labeling: `waiting for labels, ${of("rollout")}`,
    sending: "sending the groups to the trainer",
    training: done === 0 && total === null ? "training, waiting for the trainer" : `training, ${of("gradient step")}`,
  }[name];
  return `Iteration ${formatCount(iteration)}: ${work}`;
}

/** Returns the name of a run's model, or the reason why it has none. */
export function modelText({ source, model, logged_model: logged }: TrainingRun): string {
  if (source === "log") return logged ?? "model not named";
  // The model of a run on another service is named as that of a logged run.
  return model?.name ?? logged ?? "model deleted";
}

/** The states of an iteration as words. */
export const iterationStateWords: Readonly<Record<TrainingIteration["state"], string>> = {
  sampling: "sampling",
  labeling: "waiting for labels",
  sending: "sending",
  training: "training",
  done: "done",
  no_signal: "no signal, no job",
  failed: "failed",
};
