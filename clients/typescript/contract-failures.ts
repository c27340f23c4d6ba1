import type { ErrorKind } from "@/lib/api/contract/errors/service-error";
import type { ValidationItem } from "@/lib/api/contract/errors/validation";

// The package has these types written out in place of this file: scripts/client/contract-types.ts.

/** Every failure between a program and a service. */
export type FailureCode = Exclude<ErrorKind, "signed-out">;

/** One member of a request that was not accepted: where it is, and why. */
export type InvalidMember = ValidationItem;
