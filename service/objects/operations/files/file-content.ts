import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";

/** Returns the bytes of a file, read while they are sent. */
export const readFileContent: Handler<"file.content"> = async ({ body }, { blobs, files, signal }) => {
  const file = await files.find(body.project_id, body.digest, signal);
  if (file === null) throw new NotFoundError(`File ${body.digest.slice(0, 200)} not found`);
  return blobs.read(file.blobName, file.sizeBytes);
};
