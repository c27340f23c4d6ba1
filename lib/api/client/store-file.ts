import { failureFromResponse, networkFailure, unreadable } from "./request-failure";

/**
 * Stores a file of a project through the relay and returns its digest.
 *
 * @throws RequestFailure for every failure, AbortError when stopped.
 */
export async function storeFile(
  connectionId: string,
  projectId: string,
  file: File,
  signal?: AbortSignal,
): Promise<string> {
  const { fileOperations } = await import("@/lib/api/contract/files/file-operations");
  const operation = fileOperations["file.create"];
  const form = new FormData();
  form.set("project_id", projectId);
  form.set(operation.body.file, file);
  const path = `/api/service/${encodeURIComponent(connectionId)}/${encodeURIComponent(operation.id)}`;
  const init = { method: operation.method, body: form, ...(signal ? { signal } : {}) };
  const response = await fetch(path, init).catch((error: unknown) => {
    throw networkFailure(error, operation.id);
  });
  if (!response.ok) throw await failureFromResponse(response, operation.id);
  const parsed = operation.result.schema.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) throw unreadable(operation.id, "The response does not contain the digest of the file.");
  return parsed.data.digest;
}
