import { z } from "zod";
import { integer, jsonObject, projectId, timestamp, timestampIn } from "@/lib/api/contract/scalars/scalars";

export const health = z.looseObject({ status: z.string() });

/** `extensions` names the extension operations by id; only services of this project send it. */
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

/** Bytes of stored JSON text; members that were not asked for are null. */
export const projectStatsResult = z.looseObject({
  trace_storage_size_bytes: integer.nullish(),
  objects_storage_size_bytes: integer.nullish(),
  tables_storage_size_bytes: integer.nullish(),
  files_storage_size_bytes: integer.nullish(),
});

export const projectsListResult = z.looseObject({
  projects: z.array(
    z.looseObject({ project_id: z.string(), call_count: integer.nullish(), last_call_at: z.string().nullish() }),
  ),
});

/** The small GraphQL answer that the Python client asks for before it logs. */
export const graphqlRequest = z.object({
  query: z.string(),
  variables: jsonObject.nullish(),
  operationName: z.string().nullish(),
});

export const graphqlResult = z.looseObject({ data: jsonObject.nullish() });

export const requestsRecent = z.object({
  project_id: projectId.nullish().describe("Leaves out requests that name other projects only."),
  since: timestampIn.nullish().describe("Only requests that came after this moment."),
});

/** A request that a service has answered. Equal ones are one entry, with the times of the first and the last. */
const loggedRequest = z.looseObject({
  /** Grows with each request: another one when an equal request came again. */
  id: integer,
  first_at: timestamp,
  last_at: timestamp,
  count: integer,
  method: z.string(),
  /** The template of an operation's path; of another path as much as can be no secret. */
  path: z.string(),
  operation: z.string().nullable(),
  status: integer,
  /** Why it was refused, or stored only in part; null when all went well. */
  reason: z.string().nullable(),
  /** The projects that it named, as far as it was read. */
  project_ids: z.array(z.string()),
  /** What the client calls itself. */
  client: z.string().nullable(),
});

export type LoggedRequest = z.infer<typeof loggedRequest>;

export const requestsRecentResult = z.looseObject({ requests: z.array(loggedRequest) });
