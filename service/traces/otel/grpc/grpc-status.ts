import { status } from "@grpc/grpc-js";

/**
 * The gRPC status of an HTTP one. OTLP's clients send again after UNAVAILABLE, and after RESOURCE_EXHAUSTED only with the
 * time after which they may: a full disk has none (opentelemetry-proto, docs/specification.md, "Failures").
 */
const STATUS_OF_HTTP: ReadonlyMap<number, status> = new Map([
  [400, status.INVALID_ARGUMENT],
  [401, status.UNAUTHENTICATED],
  [403, status.PERMISSION_DENIED],
  [404, status.NOT_FOUND],
  [409, status.FAILED_PRECONDITION],
  [413, status.RESOURCE_EXHAUSTED],
  [422, status.INVALID_ARGUMENT],
  [429, status.UNAVAILABLE],
  [503, status.UNAVAILABLE],
  [507, status.RESOURCE_EXHAUSTED],
]);

/** Returns the gRPC status of a response that is no success; INTERNAL for one that has no other. */
export function grpcStatusOf(httpStatus: number): status {
  return STATUS_OF_HTTP.get(httpStatus) ?? status.INTERNAL;
}
