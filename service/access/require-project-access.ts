import { isJsonObject } from "@/lib/json/guard/json-object";
import { ForbiddenError } from "@/service/errors/service-errors";
import type { Identity } from "./identity";

const REF = /^weave:\/\/\/([^/]+\/[^/]+)\//;

/** The declared paths of a request that name a project; payloads are not searched. */
const ENVELOPES = ["obj", "table", "start", "end", "req", "batch", "fields"] as const;

/** Every project a request names: `project_id` in its envelopes, and the project of each ref it reads. */
export function projectsInBody(body: unknown): Set<string> {
  const projects = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isJsonObject(value)) return;
    if (typeof value.project_id === "string") projects.add(value.project_id);
    for (const name of ENVELOPES) visit(value[name]);
  };
  visit(body);
  for (const ref of isJsonObject(body) && Array.isArray(body.refs) ? body.refs : []) {
    const project = typeof ref === "string" ? REF.exec(ref)?.[1] : undefined;
    if (project !== undefined) projects.add(project);
  }
  return projects;
}

/** @throws Forbidden when the key is limited and the request names a project outside its limits. */
export function requireProjectAccess(identity: Identity, projects: Iterable<string>): void {
  if (identity.projects === null) return;
  for (const project of projects) {
    if (!identity.projects.includes(project)) throw new ForbiddenError(`This key may not use the project ${project}.`);
  }
}
