import { decodeString, elementsAt, membersAt, type Slice } from "@/lib/json/scan/json-slices";
import { parseRef, type RefStep } from "@/service/kernel/json/refs";

/** A stored value at which a walk continues. */
export type RefHopTarget =
  | { readonly kind: "object"; readonly project: string; readonly name: string; readonly digest: string }
  | { readonly kind: "row"; readonly project: string; readonly digest: string };

/** A target, and the remaining steps from its value. */
export interface RefHop {
  readonly target: RefHopTarget;
  readonly steps: readonly RefStep[];
}

/** The result of some steps: a part of the value as JSON text, another target, or nothing (null). */
export type ResolvedStep = { readonly text: string } | RefHop | null;

/**
 * Follows steps through a value, as far as they stay in it. A ref on the way is followed within its project.
 *
 * @param text JSON of the value
 */
export function followSteps(project: string, text: string, steps: readonly RefStep[]): ResolvedStep {
  let place: Slice | undefined = { start: 0, end: text.length };
  for (const [index, step] of steps.entries()) {
    const remaining = steps.slice(index);
    if (text.charAt(place.start) === '"') return follow(project, decodeString(text, place), remaining);
    place = partAt(text, place.start, step);
    if (place === undefined) return null;
  }
  return { text: text.slice(place.start, place.end) };
}

function partAt(text: string, start: number, { edge, value }: RefStep): Slice | undefined {
  switch (edge) {
    case "attr":
    case "key":
      return membersAt(text, start)?.get(value);
    case "index":
      return /^\d{1,9}$/.test(value) ? elementsAt(text, start)?.[Number(value)] : undefined;
    case "id":
      return undefined;
  }
}

function follow(project: string, text: string, steps: readonly RefStep[]): RefHop | null {
  const ref = parseRef(text);
  if (ref === null || ref.project !== project) return null;
  const all = [...ref.steps, ...steps];
  if (ref.kind === "table") return rowHop(project, all);
  return ref.kind === "call" ? null : { target: { ...ref, kind: "object" }, steps: all };
}

/** The row of a table that the first step names. Rows are stored by digest, in whichever tables they occur. */
export function rowHop(project: string, steps: readonly RefStep[]): RefHop | null {
  const [first, ...rest] = steps;
  return first?.edge === "id" ? { target: { kind: "row", project, digest: first.value }, steps: rest } : null;
}
