import { ForbiddenError } from "@/service/kernel/errors/service-errors";
import type { Identity } from "./identity";

/** @throws Forbidden when the sender is limited and the request names a project outside the limits. */
export function requireProjectAccess(identity: Identity, projects: Iterable<string>): void {
  if (identity.projects === null) return;
  for (const project of projects) {
    if (identity.projects.includes(project)) continue;
    const who = identity.isDashboard ? "Your role does not allow this in" : "This key may not use";
    throw new ForbiddenError(`${who} the project ${project}.`);
  }
}
