/** Where calls come from, in the order in which they are listed. */
export const callSources = ["production", "evaluation", "training", "replay", "playground", "arena"] as const;

export type CallSource = (typeof callSources)[number];

/** The source of calls that nothing tells of. */
export const DEFAULT_SOURCE = "production" satisfies CallSource;

/**
 * What a service lists among its extensions when lists of calls and of threads can be limited to a source. Nothing else
 * shows it: a service that does not know the field may answer with no rows instead of a refusal.
 */
export const SOURCES_EXTENSION = "calls.sources";

/** Returns whether a value is the name of a source. */
export function isCallSource(value: unknown): value is CallSource {
  return callSources.some((name) => name === value);
}
