import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";

/** The steps of the first and the last checkpoint that sampled the tokens of a choice. */
export interface WeightVersions {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the versions of the weights that sampled tokens, from `weight_version` beside their logprobs. Null where no token
 * has one; more than one where weights were exchanged during the answer.
 */
export function weightVersions(content: readonly unknown[]): WeightVersions | null {
  const versions = content.flatMap((entry) => {
    const version = isJsonObject(entry) ? plainNumber(entry.weight_version) : null;
    return typeof version === "number" && Number.isFinite(version) ? [version] : [];
  });
  const [some] = versions;
  if (some === undefined) return null;
  const least = (left: number, right: number) => Math.min(left, right);
  const most = (left: number, right: number) => Math.max(left, right);
  return { first: versions.reduce(least, some), last: versions.reduce(most, some) };
}
