import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

/** Returns the facts of a failure that find it in a log: `calls.delete · status 502 · request 7f3a`. */
export function failureFacts({ operation, status, requestId }: ServiceFailure): string {
  return [operation, status === undefined ? null : `status ${status}`, requestId === "" ? null : `request ${requestId}`]
    .filter((fact) => fact !== null)
    .join(" · ");
}
