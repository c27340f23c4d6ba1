import type { Handler } from "@/service/traces/handlers/handler";
import { readStoredBytes } from "@/service/traces/store/projects/project-sizes";

/** Adds up the stored bytes of a project's files. */
export const readFilesStats: Handler<"file.stats"> = async ({ body }, { store, signal }) => ({
  total_size_bytes: await readStoredBytes(store, body.project_id, "files", signal),
});
