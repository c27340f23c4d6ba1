import type { z } from "zod";
import type {
  RedactionPlace,
  RedactionRule,
  redactionPreviewResult,
  redactionResult,
} from "@/lib/api/contract/admin/redaction";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { locationPath, otherErrors } from "@/lib/failure/field-errors";
import { countOf } from "@/lib/format/count";

export type RedactionRules = z.output<typeof redactionResult>;
export type RedactionPreview = z.output<typeof redactionPreviewResult>;

export const PLACE_LABELS: Readonly<Record<RedactionPlace, string>> = {
  inputs: "Inputs",
  output: "Output",
  attributes: "Attributes",
  summary: "Summary",
  exception: "Error",
  name: "Call name",
  feedback: "Feedback",
};

/** A new rule, before anything was typed. */
export const NEW_RULE: RedactionRule = {
  name: "",
  is_enabled: true,
  kind: "key",
  pattern: "",
  places: ["inputs", "output", "attributes", "exception", "name", "feedback"],
  action: "remove",
};

/** Returns what a rule does: `Removes matches in inputs, output`. */
export function ruleText({ kind, action, places }: RedactionRule): string {
  const verb = action === "remove" ? "Removes" : "Hashes";
  const what = kind === "key" ? "the value" : "matches";
  const isEverywhere = places.length === Object.keys(PLACE_LABELS).length;
  return `${verb} ${what} ${isEverywhere ? "everywhere" : `in ${places.map((each) => PLACE_LABELS[each].toLowerCase()).join(", ")}`}`;
}

/** Returns rules with one that was changed, which is found by its name, or with a new one at the end. */
export function rulesWith(
  rules: readonly RedactionRule[],
  name: string | null,
  rule: RedactionRule,
): readonly RedactionRule[] {
  if (!rules.some((each) => each.name === name)) return [...rules, rule];
  return rules.map((each) => (each.name === name ? rule : each));
}

/** Returns the messages of a refused request by the members of the one rule that was changed. */
export function ruleErrors(failure: ServiceFailure) {
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const { loc, msg } of failure.detail ?? []) {
    const member = /^rules\[\d+\]\.(name|pattern|places)/.exec(locationPath(loc))?.[1];
    if (member === undefined) others.push(msg);
    else fields[member] ??= msg;
  }
  return { fields, others: failure.detail === undefined ? otherErrors(failure, []) : others };
}

/** Returns the sum of a preview: `3 matches in 2 of the newest 50 calls.` */
export function previewText({ read, changed, matches, skipped }: RedactionPreview): string {
  if (read === 0) return "No calls are stored yet.";
  const newest = read === 1 ? "the newest call" : `the newest ${read} calls`;
  const found =
    matches === 0
      ? `No matches in ${newest}.`
      : `${countOf(matches, "match", "matches")} in ${read === 1 ? "" : `${changed} of `}${newest}.`;
  return skipped === 0 ? found : `${found} ${countOf(skipped, "payload")} over 1 MB not read.`;
}
