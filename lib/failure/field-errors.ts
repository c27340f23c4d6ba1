import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

const PARTS = new Set(["body", "query", "path"]);

/** Returns a location as a path: `["body","trajectory_groups","3","reward"]` is `trajectory_groups[3].reward`. */
export function locationPath(loc: readonly string[]): string {
  const inside = PARTS.has(loc[0] ?? "") ? loc.slice(1) : loc;
  return inside.reduce((path, part) => {
    if (/^\d+$/.test(part)) return `${path}[${part}]`;
    return path === "" ? part : `${path}.${part}`;
  }, "");
}

/** Returns the messages for the named fields of a form, the first for each. */
export function fieldErrors<Name extends string>(
  failure: ServiceFailure | null,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const errors: Partial<Record<Name, string>> = {};
  for (const { loc, msg } of failure?.detail ?? []) {
    const path = locationPath(loc);
    const name = names.find((candidate) => candidate === path);
    if (name !== undefined) errors[name] ??= msg;
  }
  return errors;
}

/** A service gives its reason as a sentence, the dashboard as an error code. */
function wordsOf({ reason, message }: ServiceFailure): string {
  return reason?.includes(" ") ? reason : message;
}

/** Returns the parts of a failure without a field in the form. Never empty for a failure that no field shows. */
export function otherErrors(failure: ServiceFailure | null, names: readonly string[]): readonly string[] {
  if (!failure) return [];
  const details = failure.detail ?? [];
  const others = details.filter(({ loc }) => !names.includes(locationPath(loc)));
  if (details.length === 0) return [wordsOf(failure)];
  return others.map(({ loc, msg }) => (locationPath(loc) === "" ? msg : `${locationPath(loc)}: ${msg}`));
}
