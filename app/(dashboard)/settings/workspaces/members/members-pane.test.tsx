// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { testWorkspace } from "@/test/setup/render-on-page";
import { MembersPane } from "./members-pane";

layOut();

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const person = (name: string, role: Role) => ({ id: name, name, email: `${name}@example.org`, role });
const members = [
  { ...person("Ada", "admin"), ownRole: null, isDisabled: false },
  { ...person("Mia", "member"), ownRole: null, isDisabled: false },
  { ...person("Tom", "viewer"), ownRole: "none", isDisabled: false },
];

function open(answers: Answers = {}, role: Role = "admin", own?: Role) {
  const sent = answerRequests({
    "session.current": () => json({ person: person("Ada", role), expiresAt: "2027-01-01T00:00:00Z" }),
    "workspaceMembers.list": () => json({ members }),
    "workspaceMembers.setRole": () => json({ revokedKeyCount: 2 }),
    ...answers,
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ToastProvider>
        <MembersPane workspace={{ ...testWorkspace, ...(own ? { role: own } : {}) }} onClose={onClose} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  const changes = () =>
    sent.filter(({ operation }) => operation === "workspaceMembers.setRole").map(({ body }) => body);
  return { onClose, changes };
}

const roleOf = (name: string) => screen.findByRole("combobox", { name: new RegExp(`^Role of ${name}: `) });

async function choose(name: string, choice: string) {
  const select = await roleOf(name);
  select.focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(await screen.findByRole("option", { name: choice }));
}

describe("the members of a workspace", () => {
  it("show each user's role, and no choice for an admin of the instance", async () => {
    open();
    expect((await roleOf("Mia")).getAttribute("aria-label")).toBe("Role of Mia: member everywhere");
    expect((await roleOf("Tom")).getAttribute("aria-label")).toBe("Role of Tom: no access");
    expect(screen.getByText("admin of the instance")).toBeTruthy();
    expect(screen.getAllByRole("combobox")).toHaveLength(2);
  });

  it("are changed after a confirmation that names the consequences", async () => {
    const { changes } = open();
    await choose("Mia", "no access");
    const question = await screen.findByRole("dialog", { name: "Change the role of Mia in airline?" });
    expect(question.textContent).toContain("Mia cannot see it: to them it does not exist.");
    expect(question.textContent).toContain("Their API keys that reach it are revoked.");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(changes()).toEqual([]);
    await choose("Mia", "no access");
    await userEvent.click(await screen.findByRole("button", { name: "Change role" }));
    expect(await screen.findByText("Mia has no access, 2 keys revoked")).toBeTruthy();
    expect(changes()).toEqual([{ workspaceId: "w", userId: "Mia", role: "none" }]);
  });

  it("get the role of the instance back", async () => {
    const { changes } = open();
    await choose("Tom", "viewer everywhere");
    await userEvent.click(await screen.findByRole("button", { name: "Change role" }));
    expect(await screen.findByText("Tom is a viewer here, 2 keys revoked")).toBeTruthy();
    expect(changes()).toEqual([{ workspaceId: "w", userId: "Tom", role: null }]);
  });

  it.each([
    ["a member", "member", undefined, 0],
    ["an admin of the workspace", "viewer", "admin", 2],
    ["a member of the instance who is a viewer here", "member", "viewer", 0],
  ] as const)("are shown to %s, who can change as many as the role allows", async (_, role, own, count) => {
    open({}, role, own);
    expect(await screen.findByText("Mia@example.org")).toBeTruthy();
    expect(screen.queryAllByRole("combobox")).toHaveLength(count);
    expect(screen.queryAllByText(/Only admins of the workspace can change roles/)).toHaveLength(count === 0 ? 1 : 0);
  });

  it("keep the question open when the change fails, and say why", async () => {
    open({ "workspaceMembers.setRole": () => failed("upstream") });
    await choose("Mia", "viewer");
    await userEvent.click(await screen.findByRole("button", { name: "Change role" }));
    expect(await screen.findByText("It is upstream.")).toBeTruthy();
    expect(screen.getByRole("dialog", { name: "Change the role of Mia in airline?" })).toBeTruthy();
  });

  it("can be loaded again after a failure", async () => {
    let isDown = true;
    open({ "workspaceMembers.list": () => (isDown ? failed("unreachable") : json({ members })) });
    const retry = await screen.findByRole("button", { name: "Retry" });
    isDown = false;
    await userEvent.click(retry);
    expect(await roleOf("Mia")).toBeTruthy();
  });

  it("take the focus when they open, and close with their button", async () => {
    const { onClose } = open();
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Members of airline" }));
    await userEvent.click(screen.getByRole("button", { name: "Close the members" }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
