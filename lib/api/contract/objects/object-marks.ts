import { z } from "zod";
import { limit } from "@/lib/api/contract/query/limit-and-order";
import { projectId, timestamp } from "@/lib/api/contract/scalars/scalars";
import { objectVersion } from "./objects";

const MAX_NAMES = 100;

const names = (name: z.ZodType<string>) => z.array(name).max(MAX_NAMES);

/** Words joined by single spaces. */
const tag = z
  .string()
  .max(256)
  .regex(/^[\p{L}\p{N}_-]+( [\p{L}\p{N}_-]+)*$/u, {
    error: 'expected letters, digits, "-" and "_", single spaces between',
  });

/** A name used instead of a digest: it must not look like a digest or contain a part of a ref. */
const alias = z
  .string()
  .max(128)
  .refine((text) => text.trim() !== "" && !/[/:]/.test(text), { error: 'expected a name without "/" and ":"' })
  .refine((text) => !/^(latest|v\d+)$/.test(text), { error: "latest and v with a number are reserved names" });

export const objectVersionParams = z.object({ object_id: z.string(), digest: z.string() });

export const objectParams = z.object({ object_id: z.string() });

export const objTags = z.object({ project_id: projectId, tags: names(tag) });

export const objSetAliases = z.object({
  project_id: projectId,
  digest: z.string().describe("The version that the aliases point to."),
  aliases: names(alias),
});

export const objRemoveAliases = z.object({ project_id: projectId, aliases: names(z.string()) });

export const markedProject = z.object({ project_id: projectId });

export const tagsListResult = z.looseObject({ tags: z.array(z.string()) });

export const aliasesListResult = z.looseObject({ aliases: z.array(z.string()) });

export const objUsedBy = z.object({
  project_id: projectId,
  object_id: z.string(),
  digest: z.string().describe("A content digest: refs use it to identify versions."),
  limit,
});

/** A version that contains refs to another one, without its content. */
const usingVersion = z.looseObject({
  ...objectVersion.pick({ kind: true, object_id: true, digest: true, version_index: true, is_latest: true }).shape,
  created_at: timestamp,
  base_object_class: z.string().nullish(),
  leaf_object_class: z.string().nullish(),
  refs: z.array(z.string()).describe("The distinct refs in it: to the full version or to a part of it."),
  row_count: z
    .number()
    .int()
    .nullish()
    .describe(
      "Rows of its tables that also contain refs; the number of listed refs is limited. Absent when not checked.",
    ),
});

export type UsingVersion = z.infer<typeof usingVersion>;

export const objUsedByResult = z.looseObject({
  uses: z.array(usingVersion),
  has_more: z.boolean(),
});
