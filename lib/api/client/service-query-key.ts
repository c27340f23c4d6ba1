/** Returns the query cache key of an operation: connection first, so that data is never shared between connections. */
export function serviceQueryKey(connectionId: string, id: string, body: unknown) {
  return ["service", connectionId, id, body] as const;
}
