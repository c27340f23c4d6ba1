import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";

/** The member of a question's JSON schema with Heddle's own settings. JSON schema ignores unknown members. */
export const HEDDLE_MEMBER = "heddle";

/** The type of the feedback that answers a question, by the name of the question's object. */
export const answerTypeOf = (question: string) => `wandb.annotation.${question}`;

/** Returns the reward of each option by its text; empty for a question without options. */
export function optionRewards(fieldSchema: unknown): ReadonlyMap<string, number> {
  const own = isJsonObject(fieldSchema) ? fieldSchema[HEDDLE_MEMBER] : null;
  const rewards = isJsonObject(own) ? own.rewards : null;
  return new Map(
    Object.entries(isJsonObject(rewards) ? rewards : {}).flatMap(([option, reward]): [string, number][] => {
      const number = plainNumber(reward);
      return typeof number === "number" ? [[option, number]] : [];
    }),
  );
}

/** True when answers to a question with this schema can be rewards. */
export function canReward(fieldSchema: unknown): boolean {
  if (!isJsonObject(fieldSchema)) return false;
  const { enum: options, type } = fieldSchema;
  if (!Array.isArray(options) || options.length === 0)
    return type === "boolean" || type === "number" || type === "integer";
  return optionRewards(fieldSchema).size > 0 || options.every((option) => typeof plainNumber(option) === "number");
}

/** Returns the answer as a number: a number, a boolean as 1 or 0, an option by its reward. Null for every other one. */
export function numberOfAnswer(rewards: ReadonlyMap<string, number>, value: unknown): number | null {
  const plain = plainNumber(value);
  if (typeof plain === "number") return rewards.get(String(plain)) ?? plain;
  if (typeof plain === "boolean") return Number(plain);
  return typeof plain === "string" ? (rewards.get(plain) ?? null) : null;
}
