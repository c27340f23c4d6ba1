/** The pages that are opened, by the word before the id: their address below the workspace. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  call: (id) => `traces/${encodeURIComponent(id)}`,
  trace: (id) => `traces?${new URLSearchParams({ grain: "all", t: "all", source: "all", q: `trace:${id}` })}`,
  thread: (id) => `threads/${encodeURIComponent(id)}`,
  run: (id) => `runs/${encodeURIComponent(id)}`,
  evaluation: (id) => `evaluations/${encodeURIComponent(id)}`,
  job: (id) => `training/${encodeURIComponent(id)}`,
  model: (id) => `models/${encodeURIComponent(id)}`,
  queue: (id) => `review/${encodeURIComponent(id)}`,
};

/** The words before an id. */
export const OPEN_WORDS: readonly string[] = Object.keys(PAGES);

/** Returns the address of a page below its workspace. */
export function pageOf(what: string, id: string): string {
  return PAGES[what]?.(id) ?? "";
}
