import { z } from "zod";
import {
  integer,
  jsonObject,
  longInteger,
  projectId,
  timestamp,
  timestampIn,
} from "@/lib/api/contract/scalars/scalars";
import { diskState } from "./disk-state";
import { missingRows } from "./missing-rows";

export const health = z.looseObject({
  status: z.string(),
  /** Only of services that store on a disk of their own. */
  disk: diskState.optional(),
  /** True while some results lack rows that cannot be read: `storage.read` says which. */
  is_damaged: z.boolean().optional(),
  /** True after calls could not be stored, until others are; they were refused. */
  is_write_failing: z.boolean().optional(),
});

/**
 * `extensions` lists the extension operations by id, and `calls.sources` where calls have a source; only services of this
 * project send it.
 */
export const serverInfo = z.looseObject({
  min_required_weave_python_version: z.string(),
  trace_server_version: z.string().nullish(),
  extensions: z.array(z.string()).optional(),
});

export const projectStats = z.object({
  project_id: projectId,
  include_trace_storage_size: z.boolean().nullish(),
  include_object_storage_size: z.boolean().nullish(),
  include_table_storage_size: z.boolean().nullish(),
  include_file_storage_size: z.boolean().nullish(),
});

/** Bytes of stored JSON text; members that were not requested are null. */
export const projectStatsResult = z.looseObject({
  trace_storage_size_bytes: longInteger.nullish(),
  objects_storage_size_bytes: longInteger.nullish(),
  tables_storage_size_bytes: longInteger.nullish(),
  files_storage_size_bytes: longInteger.nullish(),
});

export const projectsListResult = z.looseObject({
  projects: z.array(
    z.looseObject({ project_id: z.string(), call_count: integer.nullish(), last_call_at: z.string().nullish() }),
  ),
});

/** Stored rows that the service cannot read and has set aside, by table: no result contains them. */
const damagedTable = z.looseObject({ table: z.string(), part_count: integer, bytes: longInteger });

export type DamagedTable = z.infer<typeof damagedTable>;

/** Bytes that a project stores, as they were sent: the disk holds them compressed. */
const projectSizes = z.looseObject({
  project_id: z.string(),
  calls: integer,
  traces_bytes: longInteger,
  objects_bytes: longInteger,
  tables_bytes: longInteger,
  files_bytes: longInteger,
  /** Of calls that started in the last seven days. */
  week_bytes: longInteger,
  /** The limits of its retention; null where it has none. */
  max_age_days: integer.nullish(),
  max_bytes: longInteger.nullish(),
});

export type ProjectSizes = z.infer<typeof projectSizes>;

export const storageSizesResult = z.looseObject({
  /** The largest first. */
  projects: z.array(projectSizes),
  project_count: integer,
  /** What the engine's tables take on disk; null for a key that may not see all projects. */
  engine_bytes: longInteger.nullish(),
  /** The file system of the data folder; null for such a key, and where the data is on a server. */
  disk: z.looseObject({ size_bytes: longInteger, free_bytes: longInteger, state: diskState.optional() }).nullish(),
});

export type StorageSizes = z.infer<typeof storageSizesResult>;

export const storageReadResult = z.looseObject({
  damaged: z.array(damagedTable),
  /** Rows that results lack, in the projects that the key may see. */
  missing: z.array(missingRows).optional(),
});

/** The small GraphQL response that the Python client requests before it logs. */
export const graphqlRequest = z.object({
  query: z.string(),
  variables: jsonObject.nullish(),
  operationName: z.string().nullish(),
});

export const graphqlResult = z.looseObject({ data: jsonObject.nullish() });

export const requestsRecent = z.object({
  project_id: projectId.nullish().describe("Excludes requests that name only other projects."),
  since: timestampIn.nullish().describe("Exclusive lower bound for the request time."),
});

/** A request that a service has answered. Equal requests are one entry, with the times of the first and the last. */
const loggedRequest = z.looseObject({
  /** Increases with each request: changes when an equal request arrives. */
  id: integer,
  first_at: timestamp,
  last_at: timestamp,
  count: integer,
  method: z.string(),
  /** The template of an operation's path; for other paths only the part that cannot be secret. */
  path: z.string(),
  operation: z.string().nullable(),
  status: integer,
  /** Why it was refused, or only partly stored; null when everything succeeded. */
  reason: z.string().nullable(),
  /** The projects that it named, as far as it was read. */
  project_ids: z.array(z.string()),
  /** The client's own name. */
  client: z.string().nullable(),
});

export type LoggedRequest = z.infer<typeof loggedRequest>;

export const requestsRecentResult = z.looseObject({ requests: z.array(loggedRequest) });
