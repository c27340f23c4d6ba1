import { z } from "zod";
import { integer, projectId } from "@/lib/api/contract/scalars/scalars";

/** The payloads of a call that parts are read of. */
const valueFields = ["inputs", "output", "attributes", "summary"] as const;

export type ValueField = (typeof valueFields)[number];

const valuePath = z
  .array(z.union([z.string(), z.number().int().nonnegative()]))
  .max(200)
  .default([])
  .describe("Member names and list positions that lead to the value; empty for all of it.");

const place = {
  project_id: projectId,
  call_id: z.string().min(1).max(256),
  field: z.enum(valueFields),
  path: valuePath,
};

/** Characters of JSON text that one part may hold. */
export const MAX_PART_LENGTH = 1024 * 1024;

export const valueRead = z.object({
  ...place,
  from: z.number().int().nonnegative().default(0).describe("First member, item or character."),
  to: z
    .number()
    .int()
    .nonnegative()
    .nullish()
    .describe("Behind the last one. Absent: 100 entries, or as many characters as `length` says."),
  length: z
    .number()
    .int()
    .min(256)
    .max(MAX_PART_LENGTH)
    .default(64 * 1024)
    .describe("Characters of JSON text to give, about. What does not fit is named in `left_out`."),
});

const valueKind = z.enum(["object", "list", "string", "number", "boolean", "null"]);

const valueSize = {
  kind: valueKind,
  /** Characters of the stored JSON text. */
  size: integer,
  /** Members, items, or characters of a string; 0 for everything else. */
  count: integer,
};

const steps = z.array(z.union([z.string(), integer]));

export const valuePart = z.looseObject({
  ...valueSize,
  from: integer,
  to: integer,
  /** The window with its digits as they were sent; null stands for each value that is left out. */
  value: z.unknown(),
  /** `path` begins at the value that was asked for. `beginning` are the first characters of a string. */
  left_out: z.array(z.looseObject({ ...valueSize, path: steps, beginning: z.string().optional() })),
});

/** A window of a value, as `/value/read` answers it. */
export type ValuePartResult = z.infer<typeof valuePart>;

export const valueFind = z.object({
  ...place,
  text: z.string().min(1).max(1000).describe("Found in member names and values, upper and lower case alike."),
  after: integer.nullish().describe("`next` of an earlier answer."),
  limit: z.number().int().min(1).max(200).default(50),
});

const valueHit = z.looseObject({
  /** Begins at the value that was searched. */
  path: steps,
  /** The place of each step of the path among its siblings. */
  ordinals: z.array(integer),
  in: z.enum(["name", "value"]),
  /** First character within the name or the value. */
  character: integer,
  /** The text around it, as it is written in JSON. */
  before: z.string(),
  found: z.string(),
  after: z.string(),
});

export type ValueHit = z.infer<typeof valueHit>;

export const valueFindResult = z.looseObject({
  hits: z.array(valueHit),
  /** Where to go on; null when the value has been searched to its end. */
  next: integer.nullable(),
  /** How many there are, counted to 10,000; null in answers to `after`. */
  total: integer.nullable(),
});

export type ValueFindResult = z.infer<typeof valueFindResult>;

export const valueContent = z.object(place);
