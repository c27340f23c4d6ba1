import { InvalidRequest } from "@/service/http/errors";
import type { Handler } from "@/service/http/handler";
import { storedSize } from "@/service/store/call-rows";
import { parkedAt } from "@/service/store/timestamps";

/** Parts of a call each hold their own sizes, so they are added up without merging. Parked parts are not calls yet. */
const traceBytes = `SELECT sum(${storedSize}) AS bytes FROM call_parts
  WHERE project_id = {projectId:String} AND started_at > {parkedAt:DateTime64(6, 'UTC')}
    AND (started_at, id) NOT IN (SELECT started_at, id FROM deleted_calls WHERE project_id = {projectId:String})`;

const objectBytes = `SELECT sum(size_bytes) AS bytes FROM object_versions FINAL
  WHERE project_id = {projectId:String} AND isNull(deleted_at)`;

/** A row that stands in several tables, or several times in one, is stored once. */
const tableBytes = `SELECT sum(size) AS bytes FROM (
  SELECT any(size_bytes) AS size FROM table_rows WHERE project_id = {projectId:String} GROUP BY digest)`;

const fileBytes = "SELECT sum(size_bytes) AS bytes FROM files FINAL WHERE project_id = {projectId:String}";

/** Adds up what a project stores. Members that were not asked for are null; without a flag all are asked for. */
export const readProjectStats: Handler<"project.stats"> = async ({ body }, { store, signal }) => {
  const flags = [
    body.include_trace_storage_size,
    body.include_object_storage_size,
    body.include_table_storage_size,
    body.include_file_storage_size,
  ];
  if (flags.every((flag) => flag === false)) throw new InvalidRequest("At least one size must be asked for.");
  const queries = [traceBytes, objectBytes, tableBytes, fileBytes];
  const params = { projectId: body.project_id, parkedAt };
  const [traces = null, objects = null, tables = null, files = null] = await Promise.all(
    queries.map(async (sql, index) => {
      if (flags[index] === false) return null;
      return (await store.read<{ bytes: number }>({ sql, params, signal }))[0]?.bytes ?? 0;
    }),
  );
  return {
    trace_storage_size_bytes: traces,
    objects_storage_size_bytes: objects,
    tables_storage_size_bytes: tables,
    files_storage_size_bytes: files,
  };
};
