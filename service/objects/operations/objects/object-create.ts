import { rawTextAt } from "@/lib/json/scan/json-slices";
import { checkExpectedDigest } from "@/service/kernel/checks/expected-digest";
import { ValidationError } from "@/service/kernel/errors/service-errors";
import { valueDigest } from "@/service/kernel/json/digest";
import { onOneLine } from "@/service/kernel/json/on-one-line";
import { pythonLength } from "@/service/kernel/json/python-json";
import { classValue } from "@/service/objects/object-classes";
import { checkContent, checkObjectId, contentKindOf } from "@/service/objects/object-content";
import type { Handler } from "@/service/traces/handlers/handler";

/** Publishes a content of an object, which becomes its latest version, even if it was published before. */
export const createObject: Handler<"obj.create"> = async ({ body }, { objects, identity, bodyText }) => {
  const { obj } = body;
  const text = rawTextAt(bodyText, ["obj", "val"]);
  if (text === undefined) {
    throw new ValidationError([{ loc: ["body", "obj", "val"], msg: "Field required", type: "missing" }]);
  }
  checkObjectId(obj.object_id);
  checkContent(obj.val);
  const classed = classValue(onOneLine(text), obj.val, obj.builtin_object_class ?? null);
  const digest = valueDigest(classed.val);
  checkExpectedDigest(obj.expected_digest, digest);
  await objects.publish({
    ...classed,
    projectId: obj.project_id,
    kind: contentKindOf(obj.val),
    objectId: obj.object_id,
    digest,
    userId: identity.userId,
    sizeBytes: pythonLength(classed.val),
  });
  return { digest, object_id: obj.object_id };
};
