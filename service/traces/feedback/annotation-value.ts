import { z } from "zod";
import { errorMessage } from "@/lib/guard/error-message";
import { InvalidRequestError, NotFoundError } from "@/service/kernel/errors/service-errors";
import type { ObjectRef } from "@/service/kernel/json/refs";
import type { ObjectStore } from "@/service/traces/store/objects/object-store";
import { bestVersion, isVersionNumber } from "@/service/traces/store/objects/object-versions";

const specification = z.looseObject({ field_schema: z.record(z.string(), z.json()).nullish() });

/** A caller's regular expression may run forever, and it would run in this process. */
const PATTERN_KEYWORD = /"(?:pattern|patternProperties)"\s*:/;

/**
 * Checks the value of an annotation against the JSON schema of its specification, an object of the same project. A
 * specification without a schema accepts every value.
 *
 * @throws NotFoundError when the specification does not exist, InvalidRequestError when the value does not match it or
 * the schema cannot be checked
 */
export async function checkAnnotationValue(
  ref: ObjectRef,
  value: unknown,
  objects: ObjectStore,
  signal: AbortSignal,
): Promise<void> {
  const name = `${ref.name}:${ref.digest}`;
  const versions = await objects.versionsOf(ref.project, [ref.name], signal);
  const version = bestVersion(versions.filter((one) => one.kind === ref.kind && isVersionNumber(one, ref.digest)));
  if (!version || version.deletedAt !== null) throw new NotFoundError(`Obj ${name} not found`);
  const text = (await objects.values.read(ref.project, [version.digest], signal)).get(version.digest) ?? "null";
  const parsed = specification.safeParse(JSON.parse(text));
  if (!parsed.success) throw new InvalidRequestError(`annotation_ref: ${name} is no specification of an annotation.`);
  const { field_schema: schema } = parsed.data;
  if (!schema) return;
  const result = compile(schema, name).safeParse(value);
  if (!result.success) {
    const places = result.error.issues.map(
      ({ path, message }) => `${["payload.value", ...path].join(".")}: ${message}`,
    );
    throw new InvalidRequestError(`The value does not match ${name}. ${places.join("; ")}`);
  }
}

function compile(schema: Record<string, z.core.util.JSONType>, name: string): z.ZodType {
  if (PATTERN_KEYWORD.test(JSON.stringify(schema))) {
    throw new InvalidRequestError(`The schema of ${name} uses a pattern, which is not supported here.`);
  }
  try {
    return z.fromJSONSchema(schema);
  } catch (error) {
    const reason = errorMessage(error);
    throw new InvalidRequestError(`The schema of ${name} cannot be checked: ${reason}`);
  }
}
