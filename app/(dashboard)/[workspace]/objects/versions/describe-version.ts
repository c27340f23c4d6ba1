import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import type { ObjectKey } from "@/lib/object/object-key";

function kindOf(version: Pick<ObjectVersion, "kind">): ObjectKey["kind"] {
  return version.kind === "op" ? "op" : "object";
}

export function keyOf(version: Pick<ObjectVersion, "kind" | "object_id">): ObjectKey {
  return { kind: kindOf(version), id: version.object_id };
}

/** Returns the type of an object: its own class, or its base class; ops have no class. */
export function classOf(
  version: Pick<ObjectVersion, "kind" | "base_object_class" | "leaf_object_class">,
): string | null {
  if (version.kind === "op") return "Op";
  return version.leaf_object_class || version.base_object_class || null;
}

/** Returns true when the class of a version is a prompt, which does not require its value. */
export function isPrompt({ base_object_class, leaf_object_class }: ObjectVersion): boolean {
  return [base_object_class, leaf_object_class].some((name) => name?.endsWith("Prompt"));
}

/** Returns the sum of the available sizes; null when none is available. */
export function sizeOf(versions: readonly ObjectVersion[]): number | null {
  const sizes = versions.flatMap(({ size_bytes }) => (typeof size_bytes === "number" ? [size_bytes] : []));
  return sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + size, 0);
}
