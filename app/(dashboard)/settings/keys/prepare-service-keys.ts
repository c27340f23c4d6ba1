import type { z } from "zod";
import type { serviceKey } from "@/lib/api/contract/admin/service-keys";
import { countOf, formatCount } from "@/lib/format/count";

export type ServiceKey = z.infer<typeof serviceKey>;

/** Projects as a person types them, separated by commas, spaces or lines; null when none is named: no limit. */
export function parseProjectList(text: string): string[] | null {
  const projects = text.split(/[\s,]+/).filter((project) => project !== "");
  return projects.length === 0 ? null : [...new Set(projects)];
}

/** `all`, the one project, or the first and how many more. */
export function projectsText(projects: readonly string[] | null): string {
  if (projects === null) return "all";
  const [first = "none", ...rest] = projects;
  return rest.length === 0 ? first : `${first} and ${formatCount(rest.length)} more`;
}

/** For the foot: how many keys there are, and how many of them are of use. */
export function keysCount(keys: readonly ServiceKey[]): string {
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null).length;
  return revoked === 0
    ? countOf(keys.length, "key")
    : `${countOf(keys.length, "key")}, ${formatCount(revoked)} revoked`;
}
