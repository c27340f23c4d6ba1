/** The pages of the dashboard whose stored completions have ops of their own. */
const completionSources = ["playground", "arena"] as const;

export type CompletionSource = (typeof completionSources)[number];

/**
 * Header that says which page a completion is sent from. The browser sends it to the relay, which passes it on.
 * Services that do not know it store the call like any other completion.
 */
export const SOURCE_HEADER = "heddle-source";

/** The op names of the stored calls. */
export const SOURCE_OPS: Readonly<Record<CompletionSource, string>> = {
  playground: "heddle.playground",
  arena: "heddle.arena",
};

/** Returns the page that a header names; null for none. Another value is that of a newer dashboard, and names none. */
export function readSource(value: string | null): CompletionSource | null {
  return completionSources.find((source) => source === value) ?? null;
}

/** Returns the page that made a call; null for calls of clients. */
export function sourceOf(opName: string): CompletionSource | null {
  return completionSources.find((source) => SOURCE_OPS[source] === opName) ?? null;
}
