import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { findParameter } from "@/lib/completion/parameters";
import { readParameter } from "@/lib/completion/read-parameter";

export const parameterNames = ["temperature", "top_p", "max_completion_tokens", "seed", "stop"] as const;

/** The typed text of each parameter; empty means that it is not sent. */
export type ArenaParameterTexts = Readonly<Record<(typeof parameterNames)[number], string>>;

/** The parameters that every column runs with. */
export interface SentParameters {
  readonly members: Readonly<Record<string, unknown>>;
  /** The same as text, which identifies answers with other parameters. */
  readonly text: string;
  /** Invalid values, by the name of their parameter. */
  readonly problems: ReadonlyMap<string, string>;
}

export function sentParameters(texts: ArenaParameterTexts): SentParameters {
  const problems = new Map<string, string>();
  const members: Record<string, unknown> = {};
  for (const name of parameterNames) {
    const parameter = findParameter(name);
    const reading = parameter && readParameter(parameter, texts[name]);
    if (reading?.kind === "value") members[name] = reading.value;
    else if (reading?.kind === "broken") problems.set(name, reading.message);
  }
  return { members, text: stringifyJson(members), problems };
}

/** The parameters in words: `temperature 0, seed 7`. */
export function parametersLabel(texts: ArenaParameterTexts): string {
  return parameterNames
    .flatMap((name) => (texts[name].trim() === "" ? [] : [`${name} ${texts[name].trim()}`]))
    .join(", ");
}
