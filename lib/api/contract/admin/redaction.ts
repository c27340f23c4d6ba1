import { z } from "zod";
import { integer, projectId, timestamp } from "@/lib/api/contract/scalars/scalars";

/** The parts of what arrives that a rule can act on. `name`: the op name and the display name of a call. */
export const REDACTION_PLACES = ["inputs", "output", "attributes", "summary", "exception", "name", "feedback"] as const;

export type RedactionPlace = (typeof REDACTION_PLACES)[number];

const MAX_NAME_LENGTH = 64;
const MAX_PATTERN_LENGTH = 1000;
const MAX_RULES = 50;

const ruleName = z
  .string()
  .trim()
  .min(1, { error: "Enter a name" })
  .max(MAX_NAME_LENGTH, { error: `At most ${MAX_NAME_LENGTH} characters` })
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, { error: "Use letters, digits, spaces, dots, hyphens and underscores" })
  .describe("Stands in the place of what the rule removes: `[removed: NAME]`.");

const pattern = z
  .string()
  .min(1, { error: "Enter what the rule looks for" })
  .max(MAX_PATTERN_LENGTH, { error: `At most ${MAX_PATTERN_LENGTH} characters` })
  .describe(
    "key: the name of a member, or several joined with dots (`user.email`); lists between them do not count, nor does letter case. expression: a regular expression in RE2's syntax.",
  );

/** One rule: what it looks for, where, and what it does with it. */
export const redactionRule = z
  .object({
    name: ruleName,
    is_enabled: z.boolean(),
    kind: z.enum(["key", "expression"]),
    pattern,
    places: z.array(z.enum(REDACTION_PLACES)).min(1, { error: "Choose at least one" }),
    action: z
      .enum(["remove", "hash"])
      .describe("hash: `[hashed: NAME …]` with a keyed hash, so that equal values stay equal."),
  })
  .refine(({ kind, pattern: key }) => kind !== "key" || key.split(".").every((step) => step !== ""), {
    path: ["pattern"],
    error: "Enter the name of a member, or several joined with dots",
  });

export const redactionRules = z
  .array(redactionRule)
  .max(MAX_RULES, { error: `At most ${MAX_RULES} rules` })
  .superRefine((rules, context) => {
    const names = new Set<string>();
    for (const [at, { name }] of rules.entries()) {
      if (names.has(name)) {
        context.addIssue({ code: "custom", path: [at, "name"], message: "Another rule has this name" });
      }
      names.add(name);
    }
  });

export const redactionRead = z.object({ project_id: projectId });

export const redactionSet = z.object({
  project_id: projectId,
  revision: integer.describe("The revision that was changed; another one was saved meanwhile if it differs."),
  rules: redactionRules,
});

export const redactionResult = z.looseObject({
  project_id: z.string(),
  revision: integer.describe("0 for a project without rules; counts up with each change."),
  rules: z.array(redactionRule),
  updated_at: timestamp.nullable(),
});

export const redactionPreview = z.object({ project_id: projectId, rules: redactionRules });

/** A value that a rule would replace. Long values are cut. */
const redactedValue = z.looseObject({
  rule: z.string(),
  place: z.enum(REDACTION_PLACES),
  path: z.string().describe("Member names, joined with dots; empty for the whole."),
  before: z.string(),
  after: z.string(),
});

/** What rules would change in the newest stored calls. */
export const redactionPreviewResult = z.looseObject({
  read: integer.describe("Calls that were read."),
  skipped: integer.describe("Payloads of these calls that are too long to be read."),
  changed: integer.describe("Calls that would change."),
  matches: integer,
  calls: z.array(
    z.looseObject({
      id: z.string(),
      trace_id: z.string(),
      op_name: z.string(),
      started_at: timestamp,
      matches: integer,
      values: z.array(redactedValue).describe("The first of its matches."),
    }),
  ),
});

export type RedactionRule = z.output<typeof redactionRule>;
