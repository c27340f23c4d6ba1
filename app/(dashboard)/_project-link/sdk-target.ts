import { objectHref, parseObjectKey } from "@/lib/object/object-key";

/**
 * The workspace page for a link under `/entity/project/weave/`; its traces when the link is not recognized.
 *
 * @param path the segments after `weave`, decoded
 */
export function weaveLinkTarget(slug: string, path: readonly string[]): string {
  const [part, id, versions, digest] = path;
  if ((part === "calls" || part === "traces") && id) return callTarget(slug, id);
  if (part === "runs") return id ? `/${slug}/runs/${encodeURIComponent(id)}` : `/${slug}/runs`;
  if (part !== "objects" && part !== "ops") return `/${slug}/traces`;
  const key = id ? parseObjectKey(part === "ops" ? `op/${id}` : id) : null;
  if (!key) return `/${slug}/objects${part === "ops" ? "?kind=op" : ""}`;
  return objectHref(slug, key, versions === "versions" && digest ? digest : null);
}

/** The page of a call. */
export function callTarget(slug: string, callId: string): string {
  return `/${slug}/traces/${encodeURIComponent(callId)}`;
}
