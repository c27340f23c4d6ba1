import { isMembers, textIn } from "@/lib/json/value/members";

/** A change of one file, as a tool of a coding agent was asked for it. */
export type FileEdit =
  | { readonly kind: "replace"; readonly path: string; readonly before: string; readonly after: string }
  /** Lines that begin with `+`, `-` or a space, as `apply_patch` and unified diffs write them. */
  | { readonly kind: "patch"; readonly path: string | null; readonly patch: string };

const PATCH_START = /^\s*\*\*\* Begin Patch/;
const UNIFIED_START = /^--- .*\n\+\+\+ /;

function patchIn(value: unknown): string | null {
  if (typeof value === "string") return PATCH_START.test(value) || UNIFIED_START.test(value) ? value : null;
  // `["apply_patch", "*** Begin Patch…"]`
  if (Array.isArray(value)) return value.map(patchIn).find((patch) => patch !== null) ?? null;
  return null;
}

/**
 * Returns the edits in the arguments or the result of a tool; null where there are none. Reads the forms of Claude Code
 * (`old_string` and `new_string`, alone or in a list of `edits`), of Codex (`apply_patch`), and unified diffs.
 */
export function fileEditsIn(value: unknown): readonly FileEdit[] | null {
  const own = patchIn(value);
  if (own !== null) return [{ kind: "patch", path: null, patch: own }];
  if (!isMembers(value)) return null;
  for (const name of ["diff", "patch", "input", "command"]) {
    const patch = patchIn(value[name]);
    if (patch !== null) return [{ kind: "patch", path: null, patch }];
  }
  const path = textIn(value, ["file_path", "path", "notebook_path"]);
  if (path === null) return null;
  const list: readonly unknown[] = Array.isArray(value.edits) ? value.edits : [value];
  const edits = list.flatMap((edit): FileEdit[] => {
    if (!isMembers(edit) || typeof edit.old_string !== "string" || typeof edit.new_string !== "string") return [];
    return [{ kind: "replace", path, before: edit.old_string, after: edit.new_string }];
  });
  return edits.length > 0 && edits.length === list.length ? edits : null;
}
