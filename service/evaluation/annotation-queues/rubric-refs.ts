import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { parseRef } from "@/service/kernel/json/refs";

/**
 * Checks the refs of a rubric: each is a version of an object of the project, and no object is named twice.
 *
 * @throws InvalidRequestError naming the place of the first wrong ref
 */
export function checkRubricRefs(projectId: string, refs: readonly string[]): void {
  const names = new Set<string>();
  for (const [index, text] of refs.entries()) {
    const place = `scorer_refs[${index}]`;
    const ref = parseRef(text);
    if (ref?.kind !== "object") throw new InvalidRequestError(`${place} must be the ref of a version of an object.`);
    // Answers are stored by the name of the object, in the same project.
    if (ref.project !== projectId) throw new InvalidRequestError(`${place} must be in the same project.`);
    if (names.has(ref.name)) throw new InvalidRequestError(`${place}: the rubric names ${ref.name} twice.`);
    names.add(ref.name);
  }
}
