import { z } from "zod";
import { limit, offset, sortBy } from "@/lib/api/contract/query/limit-and-order";
import { searchWords } from "@/lib/api/contract/query/search-words";
import { integer, longInteger, projectId, timestamp } from "@/lib/api/contract/scalars/scalars";

const strings = z.array(z.string()).nullish();

/** ObjectVersionFilter: members are joined by AND, the entries of a list by OR; an empty list filters nothing. */
const objectVersionFilter = z.object({
  base_object_classes: strings,
  exclude_base_object_classes: strings,
  leaf_object_classes: strings,
  object_ids: strings,
  is_op: z.boolean().nullish(),
  latest_only: z.boolean().nullish(),
  tags: strings,
  aliases: strings,
  words: searchWords.describe("Extension: each occurs in the object id or the class, in any case."),
});

export const objsQuery = z.object({
  project_id: projectId,
  filter: objectVersionFilter.nullish(),
  limit,
  offset,
  sort_by: sortBy,
  metadata_only: z.boolean().nullish().default(false),
  include_storage_size: z.boolean().nullish().default(false),
  include_tags_and_aliases: z.boolean().nullish(),
});

/** ObjSchema: one version of an object. `val` is `{}` when only metadata was requested. */
export const objectVersion = z.looseObject({
  project_id: z.string(),
  object_id: z.string(),
  created_at: timestamp,
  deleted_at: timestamp.nullish(),
  digest: z.string(),
  version_index: integer,
  is_latest: integer,
  kind: z.string(),
  base_object_class: z.string().nullish(),
  leaf_object_class: z.string().nullish(),
  val: z.unknown().optional(),
  svc_user_id: z.string().nullish(),
  size_bytes: longInteger.nullish(),
  tags: strings,
  aliases: strings,
});

export type ObjectVersion = z.infer<typeof objectVersion>;

export const objsQueryResult = z.looseObject({ objs: z.array(objectVersion) });

export const objRead = z.object({
  project_id: projectId,
  object_id: z.string(),
  digest: z.string().describe("A content digest, `latest`, `v` and a version index, or an alias."),
  metadata_only: z.boolean().nullish().default(false),
  include_tags_and_aliases: z.boolean().nullish(),
});

export const objReadResult = z.looseObject({ obj: objectVersion });

export const objCreate = z.object({
  obj: z.object({
    project_id: projectId,
    object_id: z.string(),
    val: z.unknown(),
    builtin_object_class: z.string().nullish(),
    expected_digest: z.string().nullish(),
    svc_user_id: z.string().nullish(),
  }),
});

export const objCreateResult = z.looseObject({ digest: z.string(), object_id: z.string().optional() });

export const objDelete = z.object({
  project_id: projectId,
  object_id: z.string(),
  digests: z.array(z.string()).nullish().describe("Digests, `latest` or `vN`. Defaults to every live version."),
});

export const objDeleteResult = z.looseObject({ num_deleted: integer });

export const refsReadBatch = z.object({ refs: z.array(z.string()) });

export const refsReadBatchResult = z.looseObject({ vals: z.array(z.unknown()) });
