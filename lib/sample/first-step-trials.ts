import { airlineTools } from "./airline-cases";
import type { FirstStepPrompt } from "./first-step-prompts";
import { Random } from "./random";
import { caseId, sampleCase } from "./sample-cases";
import type { SampleSpec } from "./sample-project";

/** A row of the evaluated table: a customer's first message, and the tool that the policy requires first. */
export interface FirstStepRow {
  readonly id: string;
  readonly intent: string;
  readonly message: string;
  readonly expected: string;
}

const ROW_COUNT = 30;

/** The number of trials of each row. */
export const FIRST_STEP_TRIALS = 2;

/** Offsets from the seeds of other parts of the sample, so that no two draw the same numbers. */
const ROW_SEEDS = 900_000_011;
const TRIAL_SEEDS = 910_000_019;

/** Returns the rows, from the first cases of the sample that begin with a tool. */
export function firstStepRows({ seed }: SampleSpec): readonly FirstStepRow[] {
  const rows: FirstStepRow[] = [];
  for (let index = 0; rows.length < ROW_COUNT; index += 1) {
    const { intent, turns } = sampleCase(seed, index, { isConfirming: true, isSolved: true });
    const [opening] = turns;
    const [use] = opening?.tools ?? [];
    if (opening && use) rows.push({ id: caseId(index), intent, message: opening.user, expected: use.tool });
  }
  return rows;
}

/** The judge's score of an answer, in the shape of judges that the dashboard runs. */
interface PolicyScore {
  readonly score: number;
  readonly passed: boolean;
  readonly reason: string;
}

/** One answer to a row, or the error of the model. */
export interface FirstStepTrial {
  readonly row: number;
  readonly trial: number;
  /** Null for a model that failed. */
  readonly output: { readonly tool: string; readonly reply: string } | null;
  readonly isRight: boolean;
  readonly policy: PolicyScore;
  readonly latencyMs: number;
  readonly judgeMs: number;
}

const REPLIES: Readonly<Record<string, string>> = {
  get_user_details: "One moment, let me open your profile.",
  get_reservation: "One moment, let me look at your reservation.",
  search_flights: "One moment, let me search for flights.",
};

/** The row whose requests the provider refused, in the first version only. */
const REFUSED = { version: "v0", row: 17 } as const;

function replyOf(tool: string, isKept: boolean): string {
  if (isKept) return REPLIES[tool] ?? "One moment, let me check what is possible.";
  return "That is done. Is there anything else I can help with?";
}

const policyOf = (isKept: boolean): PolicyScore => ({
  score: isKept ? 1 : 0,
  passed: isKept,
  reason: isKept
    ? "Looks something up first, and promises nothing before that."
    : "Claims to be done before anything was looked up.",
});

interface TrialScene {
  readonly random: Random;
  readonly prompt: FirstStepPrompt;
  readonly expected: string;
  /** Difficulty from 0 to 1: the same row is hard for both versions. */
  readonly hardness: number;
}

function createTrial({ random, prompt, expected, hardness }: TrialScene, row: number, trial: number): FirstStepTrial {
  const isBelow = (share: number) => 0.7 * hardness + 0.3 * random.fraction() < share;
  const [isRight, isKept] = [isBelow(prompt.rightShare), isBelow(prompt.policyShare)];
  const tool = isRight ? expected : random.pick(Object.keys(airlineTools).filter((name) => name !== expected));
  const isRefused = REFUSED.version === prompt.name && REFUSED.row === row;
  return {
    row,
    trial,
    output: isRefused ? null : { tool, reply: replyOf(tool, isKept) },
    isRight,
    policy: policyOf(isKept),
    latencyMs: random.durationMs(420),
    judgeMs: random.durationMs(900),
  };
}

/** Returns the trials of a version: every row once, then every row again. */
export function firstStepTrials(
  { seed }: SampleSpec,
  rows: readonly FirstStepRow[],
  prompt: FirstStepPrompt,
): readonly FirstStepTrial[] {
  const random = new Random(seed + TRIAL_SEEDS + prompt.rules.length);
  return Array.from({ length: rows.length * FIRST_STEP_TRIALS }, (_, index) => {
    const row = index % rows.length;
    const hardness = new Random(seed + ROW_SEEDS + row * 7919).fraction();
    const { expected = "" } = rows[row] ?? {};
    return createTrial({ random, prompt, expected, hardness }, row, Math.floor(index / rows.length));
  });
}
