import { isJsonObject } from "@/lib/guard/json-object";

const REF = /^weave:\/\/\/([^/]+\/[^/]+)\//;

/** The declared paths of a request that name a project; payloads are not searched. */
const ENVELOPES = ["obj", "table", "start", "end", "req", "batch", "fields"] as const;

/**
 * Every project that a body or a query names: `project_id` in its envelopes, `entity` with `project`, and the project of
 * each ref it reads.
 */
export function projectsInBody(body: unknown): Set<string> {
  const projects = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isJsonObject(value)) return;
    if (typeof value.project_id === "string") projects.add(value.project_id);
    for (const name of ENVELOPES) visit(value[name]);
  };
  visit(body);
  if (!isJsonObject(body)) return projects;
  const { entity, project: name, refs } = body;
  if (typeof entity === "string" && typeof name === "string") projects.add(`${entity}/${name}`);
  for (const ref of Array.isArray(refs) ? refs : []) {
    const project = typeof ref === "string" ? REF.exec(ref)?.[1] : undefined;
    if (project !== undefined) projects.add(project);
  }
  return projects;
}

/** Every project that a request names, in its path too. */
export function namedProjects(params: Readonly<Record<string, string>>, query: unknown, body: unknown): Set<string> {
  return new Set([...projectsInBody(body), ...projectsInBody(query), ...projectsInBody(params)]);
}
