const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns an id for tight places: the first eight characters of a UUID, others unchanged. */
export function formatShortId(id: string): string {
  return UUID.test(id) ? id.slice(0, 8) : id;
}
