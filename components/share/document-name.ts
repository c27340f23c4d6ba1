import type { SharedKind } from "@/lib/api/contract/app/share-links";

const MAX_ID_LENGTH = 80;

/** Returns the name of a saved document: the id without what file systems refuse. */
export function documentName(kind: SharedKind, id: string): string {
  const safe = id.replace(/[^\w.-]+/g, "-").replace(/^[-.]+/, "");
  return `${kind}-${safe.slice(0, MAX_ID_LENGTH) || "document"}.html`;
}
