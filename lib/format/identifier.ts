const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id for a narrow place: the first eight characters of a UUID, others as they are. */
export function formatShortId(id: string): string {
  return UUID.test(id) ? id.slice(0, 8) : id;
}
