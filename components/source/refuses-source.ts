import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

/** Returns whether a service refused a condition on the source of calls, which those of earlier versions do not know. */
export const refusesSource = (failure: ServiceFailure | null): boolean =>
  /\bField source\b/.test(failure?.reason ?? "");
