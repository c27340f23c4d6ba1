import { z } from "zod";
import type { Role, WorkspaceRole } from "@/lib/api/contract/operation/app-operation";
import { roles, workspaceRoles } from "@/lib/api/contract/operation/app-operation";

/** What a value of the provider's claim gives its users: a role of the instance, or one in a workspace. */
export type RoleRule =
  | { readonly value: string; readonly role: Role; readonly workspace: null }
  | { readonly value: string; readonly role: WorkspaceRole; readonly workspace: string };

const RULE = /^(?<value>[^,]+)=(?<role>[a-z]+)(?:@(?<workspace>[\w-]+))?$/;

/** @returns undefined for a text that is no rule */
function ruleOf(text: string): RoleRule | undefined {
  const { value, role, workspace } = RULE.exec(text)?.groups ?? {};
  if (value === undefined || role === undefined) return undefined;
  try {
    const decoded = decodeURIComponent(value);
    const own = roles.find((one) => one === role);
    const inWorkspace = workspaceRoles.find((one) => one === role);
    if (workspace === undefined) return own && { value: decoded, role: own, workspace: null };
    return inWorkspace && { value: decoded, role: inWorkspace, workspace };
  } catch {
    return undefined;
  }
}

/** Comma-separated rules: `admins=admin`, or `evals=member@WORKSPACE` with the slug of a workspace. */
export const oidcRoleRules = z.string().transform((text, context) => {
  const rules = text.split(",").map((entry) => ruleOf(entry.trim()));
  const known = rules.filter((rule) => rule !== undefined);
  if (known.length === rules.length) return known;
  const message = "rules such as GROUP=member or GROUP=viewer@WORKSPACE, separated by commas";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});
