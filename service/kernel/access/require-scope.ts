import { scopeOf } from "@/lib/api/contract/operation/key-scopes";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { ForbiddenError } from "@/service/kernel/errors/service-errors";
import type { Identity } from "./identity";

/** @throws Forbidden when the key does not permit the operation. */
export function requireScope({ scopes }: Identity, operation: Operation): void {
  const needed = scopeOf(operation);
  if (scopes === undefined || scopes.includes(needed)) return;
  throw new ForbiddenError(`This key lacks the permission ${needed}: it has ${scopes.join(", ")}.`);
}
