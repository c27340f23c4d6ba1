import { type Role, roles } from "@/lib/api/contract/operation/app-operation";
import type { Effect } from "@/lib/api/contract/operation/effect";

/** Roles in ascending order: each includes the rights of the ones before it. */
export function hasRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** Reading a service needs a viewer, changing something in it a member. */
export function roleForEffect(effect: Effect): Role {
  return effect === "read" ? "viewer" : "member";
}
