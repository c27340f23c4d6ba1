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

/** The lists of LangSmith that an import reads, and the commits of a prompt of the key's own workspace. */
const LANGSMITH_PATH =
  /^\/(sessions|datasets|examples|feedback|runs\/query|repos|commits\/-\/[\w-]{1,256}(\/[0-9a-f]{1,64})?)$/;

/** A text that can be sent as a header. */
const headerText = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,512}$/, { error: "Letters, digits and signs without spaces" });

const langsmithRead = z
  .strictObject({
    address: z.string().trim().min(1).max(2048),
    key: headerText,
    /** The workspace in LangSmith, where the key has several. */
    tenantId: headerText.optional(),
    path: z.string().regex(LANGSMITH_PATH, { error: "Not a path that an import reads" }),
    query: z.record(z.string().max(64), z.string().max(4096)),
    /** A question that is asked with POST and changes nothing. */
    body: jsonObject.optional(),
  })
  .refine(({ path, body }) => (path === "/runs/query") === (body !== undefined), {
    path: ["body"],
    error: "Only runs are asked for with a body",
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
  "imports.langsmith": defineAppOperation({
    id: "imports.langsmith",
    summary: "Reads a page of LangSmith's API. The key is used for this request and not stored.",
    effect: "read",
    // As for connections: the server calls an address that the user names.
    role: "admin",
    input: langsmithRead,
    result: sourcePage,
  }),
};
