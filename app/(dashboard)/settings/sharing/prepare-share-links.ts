import type { AppResultOf } from "@/lib/api/contract/app/app-operations";
import { countOf } from "@/lib/format/count";
import { parseTime } from "@/lib/format/time";

type Sharing = AppResultOf<"shareLinks.list">;
export type ShareLink = Sharing["links"][number];
export type SharingWorkspace = Sharing["workspaces"][number];
export type ShareLinkState = "active" | "revoked" | "expired" | "off";

/** Returns whether a link shows its content now, and if not, why. */
export function shareLinkState(
  link: ShareLink,
  workspaces: readonly SharingWorkspace[],
  nowMs: number,
): ShareLinkState {
  if (link.revokedAt !== null) return "revoked";
  if ((parseTime(link.expiresAt) ?? 0) <= nowMs) return "expired";
  const workspace = workspaces.find(({ id }) => id === link.workspaceId);
  return workspace?.isSharingAllowed === false ? "off" : "active";
}

/** `5 links, 2 active`. */
export function shareLinksCount({ links, workspaces }: Sharing, nowMs: number): string {
  const activeCount = links.filter((link) => shareLinkState(link, workspaces, nowMs) === "active").length;
  return `${countOf(links.length, "link")}, ${activeCount} active`;
}
