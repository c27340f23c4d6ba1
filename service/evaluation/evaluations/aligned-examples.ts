import { isJsonObject } from "@/lib/guard/json-object";
import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import { valueDigest } from "@/service/kernel/json/digest";
import type { Services } from "@/service/traces/handlers/handler";
import { readAllExampleTexts } from "./example-texts";
import type { LoadedRun } from "./known-trials";

/** An example as the runs have it: its digest in each, null where a run lacks it. */
export interface AlignedExample {
  readonly key: string;
  readonly digests: readonly (string | null)[];
}

type Sources = Pick<Services, "store" | "tables"> & { readonly signal: AbortSignal };

/**
 * Aligns the examples of runs, in the order of the first run that has each: by digest, or by the content of some
 * members where rows were edited. Never by position, time or the order of calls.
 *
 * @param members null for the digest of the whole example
 */
export async function alignExamples(
  sources: Sources,
  projectId: string,
  runs: readonly LoadedRun[],
  members: readonly string[] | null,
): Promise<readonly AlignedExample[]> {
  const aligned = new Map<string, (string | null)[]>();
  for (const [index, run] of runs.entries()) {
    const keys = members === null ? null : await memberKeys(sources, projectId, run, members);
    for (const digest of run.trials.byExample.keys()) {
      const key = keys === null ? digest : (keys.get(digest) ?? digest);
      const digests = aligned.get(key) ?? runs.map(() => null);
      digests[index] ??= digest;
      aligned.set(key, digests);
    }
  }
  return [...aligned].map(([key, digests]) => ({ key, digests }));
}

/** Returns the digest of some members of each example, by the example's digest. */
async function memberKeys(sources: Sources, projectId: string, run: LoadedRun, members: readonly string[]) {
  const keys = new Map<string, string>();
  const yielder = new EventLoopYielder();
  for (const [digest, text] of await readAllExampleTexts(sources, projectId, run)) {
    const example: unknown = JSON.parse(text);
    if (!isJsonObject(example)) continue;
    const chosen = members.flatMap((name) => (Object.hasOwn(example, name) ? [[name, example[name]]] : []));
    // An example without any of the members has nothing to be recognized by.
    if (chosen.length > 0) keys.set(digest, valueDigest(JSON.stringify(Object.fromEntries(chosen))));
    await yielder.yieldToEventLoop();
  }
  return keys;
}

/** Returns the examples that two of the runs share, as pairs of digests. */
export function sharedBetween(aligned: readonly AlignedExample[], run: number, baseline: number) {
  return aligned.flatMap(({ digests }) => {
    const [digest, other] = [digests[run], digests[baseline]];
    return digest && other ? [[digest, other] as const] : [];
  });
}
