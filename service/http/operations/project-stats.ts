import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import { readStoredBytes, type StoredKind } from "@/service/traces/store/projects/project-sizes";

/** Adds up the stored bytes of a project. Members that were not requested are null; without a flag all are included. */
export const readProjectStats: Handler<"project.stats"> = async ({ body }, { store, signal }) => {
  const flags = [
    body.include_trace_storage_size,
    body.include_object_storage_size,
    body.include_table_storage_size,
    body.include_file_storage_size,
  ];
  if (flags.every((flag) => flag === false)) throw new InvalidRequestError("At least one size must be requested.");
  const kinds: readonly StoredKind[] = ["traces", "objects", "tables", "files"];
  const [traces = null, objects = null, tables = null, files = null] = await Promise.all(
    kinds.map((kind, index) => (flags[index] === false ? null : readStoredBytes(store, body.project_id, kind, signal))),
  );
  return {
    trace_storage_size_bytes: traces,
    objects_storage_size_bytes: objects,
    tables_storage_size_bytes: tables,
    files_storage_size_bytes: files,
  };
};
