import type { Role, WorkspaceRole } from "@/lib/api/contract/operation/app-operation";
import { workspaceRoles } from "@/lib/api/contract/operation/app-operation";
import type { RoleRule } from "@/lib/environment/oidc-role-rules";

/** The roles that a provider's claims give a user. */
export interface ClaimedRoles {
  /** Of the instance; null when no rule gives one. */
  readonly role: Role | null;
  /** By the slug of a workspace, for every workspace that a rule names; null for that of the instance. */
  readonly workspaces: ReadonlyMap<string, WorkspaceRole | null>;
}

/** Returns the values of a claim: a text, or a list of texts; of a path with dots such as `realm_access.roles` too. */
function claimValues(claims: Readonly<Record<string, unknown>>, path: string): ReadonlySet<string> {
  let value: unknown = Object.hasOwn(claims, path) ? claims[path] : claims;
  if (value === claims) {
    for (const name of path.split(".")) {
      value =
        typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : null;
    }
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return new Set(values.filter((one) => typeof one === "string"));
}

/** From the least to the most: `none` gives less than the role of a viewer. */
const ASCENDING: readonly WorkspaceRole[] = ["none", ...workspaceRoles.filter((role) => role !== "none")];

const higher = <Any extends WorkspaceRole>(one: Any | null, other: Any): Any =>
  one === null || ASCENDING.indexOf(other) > ASCENDING.indexOf(one) ? other : one;

/** Decides a user's roles by the rules: of several that apply, the highest role counts. */
export function rolesOfClaims(
  rules: readonly RoleRule[],
  claim: string,
  claims: Readonly<Record<string, unknown>>,
): ClaimedRoles {
  const values = claimValues(claims, claim);
  let role: Role | null = null;
  const workspaces = new Map<string, WorkspaceRole | null>();
  for (const rule of rules) {
    const isMet = values.has(rule.value);
    if (rule.workspace === null) {
      if (isMet) role = higher(role, rule.role);
      continue;
    }
    const before = workspaces.get(rule.workspace) ?? null;
    workspaces.set(rule.workspace, isMet ? higher(before, rule.role) : before);
  }
  return { role, workspaces };
}
