import { type CallSource, callSources, DEFAULT_SOURCE } from "@/lib/api/contract/calls/call-sources";
import { joinQuery, parseQuery } from "@/lib/filter/query-text";
import type { Workspace } from "@/lib/workspace/workspace";

/** Which calls a page counts: those of one source, or all. */
export type SourceChoice = CallSource | "all";

export const sourceChoices = [...callSources, "all"] as const satisfies readonly SourceChoice[];

export const DEFAULT_SOURCE_CHOICE: SourceChoice = DEFAULT_SOURCE;

export const sourceNames: Readonly<Record<SourceChoice, string>> = {
  production: "Production",
  evaluation: "Evaluations",
  training: "Training",
  replay: "Replays",
  playground: "Playground",
  arena: "Arena",
  all: "All sources",
};

/** Returns whether a filter says itself where calls come from: it then decides, and not the choice of the page. */
export const namesSource = (query: string): boolean => parseQuery(query).terms.some(({ field }) => field === "source");

/** Returns the choice that a list applies: nothing is chosen where a service is not known to tell sources apart. */
export const appliedSource = ({ knowsSources }: Pick<Workspace, "knowsSources">, choice: SourceChoice): SourceChoice =>
  knowsSources === true ? choice : "all";

/** Returns a filter with the condition of a choice. */
export function ofSource(query: string, choice: SourceChoice): string {
  if (choice === "all" || namesSource(query)) return query;
  return joinQuery([query, `source:${choice}`].filter((text) => text !== ""));
}
