import { describe, expect, it } from "vitest";
import { type ShareLink, shareLinkState, shareLinksCount } from "./prepare-share-links";

const NOW_MS = Date.parse("2026-11-22T12:00:00Z");
const link = (members: Partial<ShareLink> = {}): ShareLink => ({
  id: "1",
  kind: "trace",
  targetId: "t",
  title: "answer",
  workspaceId: "w",
  workspaceSlug: "w",
  ownerId: "u",
  ownerName: "Ada",
  createdAt: "2026-11-20T12:00:00Z",
  expiresAt: "2026-11-27T12:00:00Z",
  revokedAt: null,
  lastOpenedAt: null,
  openCount: 0,
  isRevocable: true,
  ...members,
});
const on = [{ id: "w", slug: "w", isSharingAllowed: true }];
const off = [{ id: "w", slug: "w", isSharingAllowed: false }];

describe("the state of a link", () => {
  it("is active until it is revoked, ends, or its workspace stops links", () => {
    expect(shareLinkState(link(), on, NOW_MS)).toBe("active");
    expect(shareLinkState(link(), off, NOW_MS)).toBe("off");
    expect(shareLinkState(link({ expiresAt: "2026-11-22T12:00:00Z" }), on, NOW_MS)).toBe("expired");
    expect(shareLinkState(link({ revokedAt: "2026-11-21T12:00:00Z" }), off, NOW_MS)).toBe("revoked");
  });

  it("is counted for the foot of the page", () => {
    const links = [link(), link({ id: "2", revokedAt: "2026-11-21T12:00:00Z" })];
    expect(shareLinksCount({ links, workspaces: on }, NOW_MS)).toBe("2 links, 1 active");
  });
});
