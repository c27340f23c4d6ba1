import { asServiceError } from "./as-service-error";
import { StorageFullError } from "./service-errors";

/** Returns the failure of a request of which earlier parts are stored: a full disk then did not refuse all of it. */
export function afterParts(failure: unknown): unknown {
  return asServiceError(failure) instanceof StorageFullError ? new StorageFullError("failed") : failure;
}
