import type { Identity } from "@/service/kernel/access/identity";

/**
 * Returns the project of spans and log records whose resource names none: the one in the request's header, else that of
 * a key which may use one project only. Undefined without either.
 */
export function defaultProject(
  header: string | undefined,
  { projects, isDashboard }: Pick<Identity, "projects" | "isDashboard">,
): string | undefined {
  const [only, ...others] = (isDashboard ? null : projects) ?? [];
  return header ?? (others.length === 0 ? only : undefined);
}
