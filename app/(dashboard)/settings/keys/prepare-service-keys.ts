import type { z } from "zod";
import type { serviceKey } from "@/lib/api/contract/admin/service-keys";
import { countOf, formatCount } from "@/lib/format/count";

export type ServiceKey = z.infer<typeof serviceKey>;

/** Returns the typed projects, separated by commas, spaces or lines; null when there are none: no limit. */
export function parseProjectList(text: string): string[] | null {
  const projects = text.split(/[\s,]+/).filter((project) => project !== "");
  return projects.length === 0 ? null : [...new Set(projects)];
}

/** Returns `all`, the only project, or the first and the number of others. */
export function projectsText(projects: readonly string[] | null): string {
  if (projects === null) return "all";
  const [first = "none", ...rest] = projects;
  return rest.length === 0 ? first : `${first} and ${formatCount(rest.length)} more`;
}

/** Returns the foot text: the number of keys and of revoked keys. */
export function keysCount(keys: readonly ServiceKey[]): string {
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null).length;
  return revoked === 0
    ? countOf(keys.length, "key")
    : `${countOf(keys.length, "key")}, ${formatCount(revoked)} revoked`;
}
