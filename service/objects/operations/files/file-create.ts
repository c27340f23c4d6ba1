import { checkExpectedDigest } from "@/service/kernel/checks/expected-digest";
import type { Handler } from "@/service/traces/handlers/handler";

/** Stores the bytes of a file of a project; projects with the same bytes share one copy. */
export const createFile: Handler<"file.create"> = async ({ body }, { blobs, files, identity }) => {
  const { fields, file } = body;
  const blob = await blobs.stage(file.stream());
  try {
    checkExpectedDigest(fields.expected_digest, blob.digest);
    await blob.keep();
  } catch (error) {
    await blob.discard();
    throw error;
  }
  await files.add({
    projectId: fields.project_id,
    digest: blob.digest,
    blobName: blob.name,
    sizeBytes: blob.sizeBytes,
    fileName: file.name,
    userId: identity.userId,
  });
  return { digest: blob.digest };
};
