import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { valueDigest } from "@/service/kernel/json/digest";
import { pythonLength } from "@/service/kernel/json/python-json";
import { classValue } from "@/service/objects/object-classes";
import { contentKindOf } from "@/service/objects/object-content";
import type { Services } from "@/service/traces/handlers/handler";

/** The project and the user of everything that a run stores. */
export interface Publisher {
  readonly services: Services;
  readonly projectId: string;
  readonly userId: string;
}

/** Returns a text as the name of an object, as official clients do. */
export function objectIdOf(name: string): string {
  const id = name
    .replaceAll(/[^\w.]+/g, "-")
    .replaceAll(/([._-]{2,})/g, "-")
    .replaceAll(/^[-_]+|(?<![-_])[-_]+$/g, "")
    .slice(0, 128);
  return id === "" ? "evaluation" : id;
}

/** Publishes a value. The same content again is the same version. Resolves with its ref when it is on disk. */
export async function publishObject(publisher: Publisher, objectId: string, value: object): Promise<string> {
  const { services, projectId, userId } = publisher;
  const classed = classValue(stringifyJson(value), value, null);
  const kind = contentKindOf(value);
  const digest = valueDigest(classed.val);
  await services.objects.publish({
    ...classed,
    projectId,
    kind,
    objectId,
    digest,
    userId,
    sizeBytes: pythonLength(classed.val),
  });
  return `weave:///${projectId}/${kind}/${objectId}:${digest}`;
}

async function storeFile({ services, projectId, userId }: Publisher, fileName: string, text: string): Promise<string> {
  const blob = await services.blobs.stage(new Blob([text]).stream());
  try {
    await blob.keep();
  } catch (error) {
    await blob.discard();
    throw error;
  }
  await services.files.add({
    projectId,
    digest: blob.digest,
    blobName: blob.name,
    sizeBytes: blob.sizeBytes,
    fileName,
    userId,
  });
  return blob.digest;
}

/**
 * Publishes an op with its source.
 * @param members further members of its value: clients ignore them
 */
export async function publishOp(
  publisher: Publisher,
  name: string,
  source: string,
  members: object = {},
): Promise<string> {
  const digest = await storeFile(publisher, "obj.py", source);
  return await publishObject(publisher, name, {
    _type: "CustomWeaveType",
    weave_type: { type: "Op" },
    files: { "obj.py": digest },
    ...members,
  });
}
