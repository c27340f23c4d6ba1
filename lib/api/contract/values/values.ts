import { z } from "zod";
import { integer, projectId } from "@/lib/api/contract/scalars/scalars";
import { MAX_PART_LENGTH } from "./part-length";

/** The payloads of a call whose parts can be read. */
const valueFields = ["inputs", "output", "attributes", "summary"] as const;

export type ValueField = (typeof valueFields)[number];

const valuePath = z
  .array(z.union([z.string(), z.number().int().nonnegative()]))
  .max(200)
  .default([])
  .describe("Member names and list positions that lead to the value; empty for the full value.");

const place = {
  project_id: projectId,
  call_id: z.string().min(1).max(256),
  field: z.enum(valueFields),
  path: valuePath,
};

export const valueRead = z.object({
  ...place,
  from: z.number().int().nonnegative().default(0).describe("First member, item or character."),
  to: z
    .number()
    .int()
    .nonnegative()
    .nullish()
    .describe("Exclusive end. Defaults to 100 entries, or as many characters as `length` allows."),
  length: z
    .number()
    .int()
    .min(256)
    .max(MAX_PART_LENGTH)
    .default(64 * 1024)
    .describe("Approximate number of characters of JSON text to return. Omitted parts are named in `left_out`."),
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
  /** The window with its digits as they were sent; null replaces each omitted value. */
  value: z.unknown(),
  /** `path` begins at the requested value. `beginning` is the first characters of a string. */
  left_out: z.array(z.looseObject({ ...valueSize, path: steps, beginning: z.string().optional() })),
});

/** A window of a value, as `/value/read` returns it. */
export type ValuePartResult = z.infer<typeof valuePart>;

export const valueFind = z.object({
  ...place,
  text: z.string().min(1).max(1000).describe("Found in member names and values, case-insensitive."),
  after: integer.nullish().describe("`next` of an earlier response."),
  limit: z.number().int().min(1).max(200).default(50),
});

const valueHit = z.looseObject({
  /** Begins at the searched value. */
  path: steps,
  /** The index of each step of the path among its siblings. */
  ordinals: z.array(integer),
  in: z.enum(["name", "value"]),
  /** First character within the name or the value. */
  character: integer,
  /** The surrounding text, as written in JSON. */
  before: z.string(),
  found: z.string(),
  after: z.string(),
});

export type ValueHit = z.infer<typeof valueHit>;

export const valueFindResult = z.looseObject({
  hits: z.array(valueHit),
  /** Where to continue; null when the full value has been searched. */
  next: integer.nullable(),
  /** Number of matches, counted to 10,000; null when `after` was sent. */
  total: integer.nullable(),
});

export type ValueFindResult = z.infer<typeof valueFindResult>;

export const valueContent = z.object(place);
