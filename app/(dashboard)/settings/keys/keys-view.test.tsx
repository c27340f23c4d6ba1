// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { layOut } from "@/test/setup/browser-layout";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { KeysView } from "./keys-view";

vi.mock("next/navigation", () => ({ usePathname: () => "/settings/keys", useParams: () => ({}) }));

layOut();
afterEach(cleanPage);

const keyOf = (name: string, isRevocable: boolean) => ({
  id: `id of ${name}`,
  name,
  userId: "u",
  ownerName: "Ines",
  isRevocable,
  projects: null,
  scopes: null,
  createdAt: "2026-11-20T10:00:00Z",
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
});

const SECRET = "hk_the_key_itself";

/** The list of two keys, of which the user owns one. */
function open(role: Role, address = "") {
  const person = { id: "mia", name: "Mia", email: "mia@example.org", role };
  const sent = answerRequests({
    "session.current": () => json({ person, expiresAt: "2026-11-25T12:00:00Z" }),
    "serviceKeys.list": () => json({ keys: [keyOf("of the admin", false), keyOf("of the member", true)] }),
    "serviceKeys.create": () => json({ ...keyOf("ci", true), key: SECRET }),
  });
  renderElementOnPage(<KeysView />, { address });
  return sent;
}

describe("the keys in Settings", () => {
  it("are visible to a viewer, who creates none", async () => {
    open("viewer", "?new=true");
    await screen.findByRole("row", { name: /of the admin/ });
    await screen.findByText("Only members can create keys");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("button", { name: "New key" })).toBeNull();
  });

  it("are revoked by a member only where they may be", async () => {
    open("member");
    await screen.findByRole("button", { name: "Revoke of the member" });
    expect(screen.queryByRole("button", { name: "Revoke of the admin" })).toBeNull();
  });

  it("have the permissions that are chosen, at least one, and projects that are named in full", async () => {
    const sent = open("member", "?new=true");
    const created = () => sent.filter(({ operation }) => operation === "serviceKeys.create").map(({ body }) => body);
    const dialog = within(await screen.findByRole("dialog", { name: "New key" }));
    const press = (name: string) => userEvent.click(dialog.getByRole("button", { name }));
    const toggle = (name: RegExp) => userEvent.click(dialog.getByRole("checkbox", { name }));
    await userEvent.type(dialog.getByLabelText("Name"), "ci");
    await userEvent.type(dialog.getByLabelText("Limit to projects"), "no slash");
    await press("Create key");
    await dialog.findByText("Enter the project as entity/project");
    await userEvent.clear(dialog.getByLabelText("Limit to projects"));
    await userEvent.type(dialog.getByLabelText("Limit to projects"), "team/one, team/two");
    for (const name of [/^Read/, /^Train/, /^Write/]) await toggle(name);
    await press("Create key");
    await dialog.findByText("Choose at least one permission");
    expect(created()).toEqual([]);
    await toggle(/^Write/);
    await press("Create key");
    expect(await screen.findByText(SECRET)).toBeTruthy();
    expect(created()).toEqual([
      { name: "ci", projects: ["team/one", "team/two"], scopes: ["write"], lifetimeDays: null },
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Done" }));
    expect(screen.queryByText(SECRET)).toBeNull();
  });
});
