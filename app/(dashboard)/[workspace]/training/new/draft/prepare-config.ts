import { errorMessage } from "@/lib/guard/error-message";
import { isJsonObject } from "@/lib/guard/json-object";
import type { Members } from "@/lib/json/value/members";

/** `experimental_config` as typed: the interface's two members, and others as JSON. */
export interface ConfigTexts {
  readonly learningRate: string;
  readonly shouldPrecalculateLogprobs: boolean;
  readonly more: string;
}

export const emptyConfig: ConfigTexts = { learningRate: "", shouldPrecalculateLogprobs: false, more: "" };

export interface ReadConfig {
  /** Null when nothing is set: then the member is not sent. */
  readonly config: Members | null;
  readonly learningRateError?: string;
  readonly moreError?: string;
}

/** Returns the config to send. A member that is both a field and in the JSON is an error. */
export function readConfig({
  learningRate,
  shouldPrecalculateLogprobs: precalculatesLogprobs,
  more,
}: ConfigTexts): ReadConfig {
  const rate = Number(learningRate);
  const hasRate = learningRate.trim() !== "";
  const learningRateError =
    hasRate && !(Number.isFinite(rate) && rate > 0) ? "Enter a number above 0, for example 5e-6" : undefined;
  const { members, error } = readMembers(more);
  const own = {
    ...(hasRate && learningRateError === undefined ? { learning_rate: rate } : {}),
    ...(precalculatesLogprobs ? { precalculate_logprobs: true } : {}),
  };
  const doubled = Object.keys(members).find((name) => name === "learning_rate" || name === "precalculate_logprobs");
  const moreError = error ?? (doubled === undefined ? undefined : `${doubled} has a field of its own`);
  const config = { ...own, ...members };
  return {
    config: Object.keys(config).length === 0 ? null : config,
    ...(learningRateError === undefined ? {} : { learningRateError }),
    ...(moreError === undefined ? {} : { moreError }),
  };
}

/** Returns the settings of a request as they would be typed: the inverse. */
export function configTexts({
  learning_rate: rate,
  precalculate_logprobs: precalculates,
  ...rest
}: Members): ConfigTexts {
  const isRate = typeof rate === "number";
  const more = {
    ...(isRate || rate == null ? {} : { learning_rate: rate }),
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)),
  };
  return {
    learningRate: isRate ? String(rate) : "",
    shouldPrecalculateLogprobs: precalculates === true,
    more: Object.keys(more).length === 0 ? "" : JSON.stringify(more),
  };
}

function readMembers(text: string): { members: Members; error?: string } {
  if (text.trim() === "") return { members: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return { members: value };
    return { members: {}, error: 'Enter a JSON object, for example {"loss_fn": "ppo"}' };
  } catch (error) {
    return { members: {}, error: `Not JSON: ${errorMessage(error)}` };
  }
}
