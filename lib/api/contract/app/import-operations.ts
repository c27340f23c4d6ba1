import { z } from "zod";
import { defineAppOperation } from "@/lib/api/contract/operation/app-operation-row";

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

const langfuseAnswer = z.object({
  status: z.number().int(),
  /** The header of that name. */
  retryAfter: z.string().nullable(),
  /** Empty where the server refused. */
  text: z.string(),
});

export const importOperations = {
  "imports.langfuse": defineAppOperation({
    id: "imports.langfuse",
    summary: "Reads a page of Langfuse's API. The keys are used for this request and not stored.",
    effect: "read",
    // As for connections: the server calls an address that the user names.
    role: "admin",
    input: langfuseRead,
    result: langfuseAnswer,
  }),
};
