// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { layOut } from "@/test/setup/browser-layout";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { MembersView } from "./members-view";

vi.mock("next/navigation", () => ({ usePathname: () => "/settings/members", useParams: () => ({}) }));

layOut();
afterEach(cleanPage);

const LAST_ADMIN = "Ines is the last admin. Make another user an admin first.";

/** The page of all accounts, for Ines with a role. */
function open(role: Role, address = "") {
  const person = { id: "ines", name: "Ines", email: "ines@example.org", role };
  const since = { createdAt: "2026-11-20T10:00:00Z", lastSeenAt: null, isDisabled: false };
  const members = [
    { ...person, ...since },
    { id: "omar", name: "Omar", email: "omar@example.org", role: "viewer", ...since },
  ];
  const error = {
    kind: "validation",
    message: LAST_ADMIN,
    reason: "last-admin",
    requestId: "r",
    operation: "users.remove",
  };
  const sent = answerRequests({
    "session.current": () => json({ person, expiresAt: "2026-11-25T12:00:00Z" }),
    "users.list": () => json({ members }),
    "invitations.list": () => json({ invitations: [] }),
    "users.remove": () => Response.json({ error }, { status: 409 }),
  });
  renderElementOnPage(<MembersView />, { address });
  return sent;
}

describe("the members in Settings", () => {
  it("keep a last admin, and the dialog explains why", async () => {
    const sent = open("admin");
    await userEvent.click(await screen.findByRole("button", { name: "Actions for Ines" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Remove" }));
    const dialog = await screen.findByRole("dialog", { name: "Remove your own account?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
    expect((await within(dialog).findByRole("alert")).textContent).toContain(LAST_ADMIN);
    expect(sent.filter(({ operation }) => operation === "users.remove").map(({ body }) => body)).toEqual([
      { id: "ines" },
    ]);
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("row", { name: /ines@example\.org/ })).toBeTruthy();
  });

  it.each(["member", "viewer"] as const)("are seen by a %s, who can change and invite no one", async (role) => {
    open(role, "?invite=true");
    await screen.findByRole("row", { name: /omar@example\.org/ });
    await screen.findByText("Only admins can invite members");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("combobox")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Actions/ })).toBeNull();
  });
});
