import { isMembers, type Members } from "@/lib/json/value/members";

/** A file stored with a value, by the digest of its bytes. */
export interface StoredFile {
  readonly name: string;
  readonly digest: string;
}

/** Returns whether an object is one that an SDK stored by a serializer: an image, a time, an object of its user. */
export function isCustomObject(value: Members): boolean {
  return value._type === "CustomWeaveType" && isMembers(value.weave_type);
}

/** Returns the type of a custom object: `Op`, `PIL.Image.Image`; undefined for any other value. */
export function customType(value: unknown): unknown {
  return isMembers(value) && isMembers(value.weave_type) ? value.weave_type.type : undefined;
}

/** Returns the files of a custom object, the source of an op first; none for any other value. */
export function customFiles(value: unknown): readonly StoredFile[] {
  if (!isMembers(value) || value._type !== "CustomWeaveType" || !isMembers(value.files)) return [];
  const files = Object.entries(value.files).flatMap(([name, digest]) =>
    typeof digest === "string" ? [{ name, digest }] : [],
  );
  return files.sort((left, right) => Number(right.name === "obj.py") - Number(left.name === "obj.py"));
}
