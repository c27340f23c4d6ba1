import { z } from "zod";
import { defineAppOperation } from "@/lib/api/contract/operation/app-operation-row";
import { jsonObject } from "@/lib/api/contract/scalars/scalars";

/** The lists of Langfuse that an import reads, and one prompt by its name. */
const LANGFUSE_PATH =
  /^\/(dataset-items|observations|traces|v2\/(observations|scores|prompts(\/[^/?#]{1,768})?)|v3\/scores)$/;

const langfuseRead = z.strictObject({
  address: z.string().trim().min(1).max(2048),
  publicKey: z.string().trim().min(1).max(512),
  secretKey: z.string().trim().min(1).max(512),
  path: z.string().regex(LANGFUSE_PATH, { error: "Not a path that an import reads" }),
  query: z.record(z.string().max(64), z.string().max(4096)),
});

/** A page of the API of another tool. */
const sourcePage = z.object({
  status: z.number().int(),
  /** The header of that name. */
  retryAfter: z.string().nullable(),
  /** Empty where the server refused. */
  text: z.string(),
});

export type SourcePage = z.output<typeof sourcePage>;

/** The operations of another service that an import reads a project with. */
export const WEAVE_READS = [
  "calls.queryStats",
  "calls.streamQuery",
  "feedback.query",
  "file.content",
  "objs.query",
  "project.stats",
  "table.queryStream",
] as const;

const weaveRead = z.strictObject({
  address: z.string().trim().min(1).max(2048),
  key: z.string().trim().min(1).max(512),
  operation: z.enum(WEAVE_READS),
  body: jsonObject,
});

/** The response as text; the bytes of a file in base64. */
const weaveAnswer = z.object({ text: z.string() });

/** The reason of a response that does not fit: fewer lines may be asked for. */
export const TOO_LARGE = "too-large";

export const importOperations = {
  "imports.weave": defineAppOperation({
    id: "imports.weave",
    summary: "Reads from a project of another Weave service. The key is used for this request and not stored.",
    effect: "read",
    // As for connections: the server calls an address that the user names.
    role: "admin",
    input: weaveRead,
    result: weaveAnswer,
  }),
  "imports.langfuse": defineAppOperation({
    id: "imports.langfuse",
    summary: "Reads a page of Langfuse's API. The keys are used for this request and not stored.",
    effect: "read",
    // As for connections: the server calls an address that the user names.
    role: "admin",
    input: langfuseRead,
    result: sourcePage,
  }),
};
