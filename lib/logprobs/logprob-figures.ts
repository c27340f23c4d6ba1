import type { TokenLogprob } from "./token-logprob";

/** How unlikely a token was: 0 is not tinted, 3 is the strongest tint. */
export type HeatLevel = 0 | 1 | 2 | 3;

/** Below these probabilities a token is tinted by 1, 2 and 3 steps. */
export const HEAT_STEPS = [
  { level: 1, below: 0.9 },
  { level: 2, below: 0.6 },
  { level: 3, below: 0.3 },
] as const satisfies readonly { level: HeatLevel; below: number }[];

/** Returns the probability of a logprob, 0 to 1. */
export function probability(logprob: number): number {
  return Math.min(1, Math.exp(logprob));
}

/** Returns the tint of a piece of text with this logprob. */
export function heatLevel(logprob: number): HeatLevel {
  const share = probability(logprob);
  let level: HeatLevel = 0;
  for (const step of HEAT_STEPS) if (share < step.below) level = step.level;
  return level;
}

export interface TokenFigures {
  readonly count: number;
  readonly meanLogprob: number;
  /** exp(−mean logprob): 1 is certain, n as unsure as a choice among n equal ones. */
  readonly perplexity: number;
}

/** Returns the figures of an answer's tokens; null without tokens. */
export function tokenFigures(tokens: readonly TokenLogprob[]): TokenFigures | null {
  if (tokens.length === 0) return null;
  const meanLogprob = tokens.reduce((sum, { logprob }) => sum + logprob, 0) / tokens.length;
  return { count: tokens.length, meanLogprob, perplexity: Math.exp(-meanLogprob) };
}

/** Returns a token in visible form: spaces at its ends and line breaks are marks. */
export function visibleText(text: string): string {
  if (text === "") return "empty";
  return text
    .replaceAll("\n", "↵")
    .replaceAll("\t", "⇥")
    .replace(/^ +|(?<! ) +$/g, (spaces) => "␣".repeat(spaces.length));
}

/** A candidate of the model, and whether it was chosen. */
export interface TokenCandidate {
  readonly text: string;
  readonly logprob: number;
  readonly isChosen: boolean;
}

/** Returns the alternatives of a token including the token itself, the likeliest first. */
export function tokenCandidates(token: TokenLogprob, ownText: string): readonly TokenCandidate[] {
  const offered = token.alternatives.map((alternative) => ({
    ...alternative,
    isChosen: alternative.text === ownText && Math.abs(alternative.logprob - token.logprob) < 1e-6,
  }));
  if (offered.some(({ isChosen }) => isChosen)) return offered;
  const named = offered.findIndex(({ text }) => text === ownText);
  if (named >= 0) return offered.map((candidate, index) => ({ ...candidate, isChosen: index === named }));
  const own: TokenCandidate = { text: ownText, logprob: token.logprob, isChosen: true };
  return [...offered, own].sort((left, right) => right.logprob - left.logprob);
}
