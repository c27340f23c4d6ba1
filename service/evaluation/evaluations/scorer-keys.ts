import { parseRef } from "@/service/kernel/json/refs";
import type { ScorerCall } from "@/service/traces/store/evaluations/trial-calls";

/** A scorer of an evaluation, and the key of its scores. */
export interface NamedScorer {
  readonly ref: string;
  readonly key: string;
  /** Different from the key of every other scorer of the evaluation. */
  readonly label: string;
}

/** Returns a name as SDKs spell it in object ids. */
export const asObjectId = (name: string): string => name.replaceAll(/[^A-Za-z0-9_.]+/g, "-").slice(0, 128);

const LABEL_DIGEST_LENGTH = 4;

/**
 * Returns the scorers of an evaluation with distinct labels: scorers of one name overwrite each other in `scores`, and
 * only their calls keep them apart.
 */
export function nameScorers(scorers: readonly { readonly ref: string; readonly key: string }[]): NamedScorer[] {
  const count = new Map<string, number>();
  for (const { key } of scorers) count.set(key, (count.get(key) ?? 0) + 1);
  return scorers.map(({ ref, key }) => ({
    ref,
    key,
    label:
      (count.get(key) ?? 0) > 1
        ? `${key} (${(parseRef(ref) as { digest?: string } | null)?.digest?.slice(0, LABEL_DIGEST_LENGTH) ?? ref})`
        : key,
  }));
}

/** Returns the op's own name: without project, version, and the method of a class. */
export function plainOpName(opName: string): string {
  const name = opName.split("/").at(-1)?.split(":")[0] ?? opName;
  return name.endsWith(".score") ? name.slice(0, -".score".length) : name;
}

/**
 * Returns the label of the scorer that a call is of: its op or its object is one of the evaluation's; otherwise its own
 * name is the key, as `EvaluationLogger` names its scorers. Null for a call of something else.
 *
 * @param keys the keys that scores of this run have
 */
export function scorerOfCall(
  call: Pick<ScorerCall, "opName" | "self">,
  scorers: readonly NamedScorer[],
  keys: ReadonlySet<string>,
): string | null {
  const self = call.self.startsWith('"') ? (JSON.parse(call.self) as unknown) : null;
  const named = scorers.find(({ ref }) => ref === call.opName || ref === self);
  if (named !== undefined) return named.label;
  const own = plainOpName(call.opName);
  const known = scorers.find(({ key }) => key === own);
  if (known !== undefined) return known.label;
  if (keys.has(own) || call.opName.split(":")[0]?.endsWith(".score")) return own;
  return null;
}
