const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const SHORT = 8;

/**
 * Returns an id for tight places: the last eight characters of a UUID, others unchanged. The first are a time in many
 * UUIDs, equal for what was created within the same minute.
 */
export function formatShortId(id: string): string {
  return UUID.test(id) ? `…${id.slice(-SHORT)}` : id;
}
