// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { dialogCode } from "@/components/dialog/dialog-code";
import { TooltipProvider } from "@/components/ui/tooltip";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { ShareDialog } from "./share-dialog";

vi.mock("@/components/ui/toast", () => ({ useToast: () => vi.fn() }));

layOut();
beforeAll(dialogCode.preload);
afterEach(cleanPage);

const TOKEN_URL = `http://localhost:7700/share/hds_${"a".repeat(43)}`;
const link = {
  id: "l",
  kind: "trace",
  targetId: "t",
  title: "answer",
  workspaceId: "w",
  workspaceSlug: "airline",
  ownerId: "u",
  ownerName: "Ada",
  createdAt: "2026-11-20T12:00:00Z",
  expiresAt: "2026-11-27T12:00:00Z",
  revokedAt: null,
  lastOpenedAt: null,
  openCount: 0,
  isRevocable: true,
};
const list = (isSharingAllowed: boolean) =>
  json({ links: [], workspaces: [{ id: "w", slug: "airline", isSharingAllowed }] });

function open(answers: Answers, role = "member") {
  const sent = answerRequests({
    "session.current": () =>
      json({ person: { id: "u", name: "Ada", email: "ada@example.org", role }, expiresAt: "2026-12-01T00:00:00Z" }),
    "shareLinks.list": () => list(true),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <ShareDialog workspace={testWorkspace} kind="trace" targetId="t" title="answer" onClose={vi.fn()} />
    </TooltipProvider>,
  );
  return sent;
}

describe("sharing a trace", () => {
  it("creates a link and shows it once", async () => {
    const sent = open({ "shareLinks.create": () => json({ ...link, url: TOKEN_URL }) });
    await userEvent.click(await screen.findByRole("button", { name: "Create link" }));
    await screen.findByText(TOKEN_URL);
    await screen.findByText(/shown only once/);
    expect(sent.find(({ operation }) => operation === "shareLinks.create")?.body).toEqual({
      workspaceId: "w",
      kind: "trace",
      targetId: "t",
      title: "answer",
      lifetimeDays: 7,
    });
  });

  it("says who can allow links where they are off, and that viewers create none", async () => {
    open({ "shareLinks.list": () => list(false) });
    await screen.findByText(/An admin can allow them/);
    cleanPage();
    open({}, "viewer");
    await screen.findByText(/You are a viewer/);
    expect(screen.queryByRole("button", { name: "Create link" })).toBeNull();
  });

  it("lets an admin allow links and create one without leaving the dialog", async () => {
    let isAllowed = false;
    const sent = open(
      {
        "shareLinks.list": () => list(isAllowed),
        "shareLinks.setAllowed": () => {
          isAllowed = true;
          return json({ workspace: { id: "w", slug: "airline", isSharingAllowed: true } });
        },
      },
      "admin",
    );
    await userEvent.click(await screen.findByRole("switch", { name: "Allow links in airline" }));
    expect(await screen.findByRole("button", { name: "Create link" })).toBeTruthy();
    const change = sent.find(({ operation }) => operation === "shareLinks.setAllowed");
    expect(change?.body).toEqual({ workspaceId: "w", isAllowed: true });
  });

  it("shows failures of the list and of the creation", async () => {
    open({ "shareLinks.list": () => failed("unreachable") });
    await screen.findByText("It is unreachable.");
    cleanPage();
    open({ "shareLinks.create": () => failed("forbidden") });
    await userEvent.click(await screen.findByRole("button", { name: "Create link" }));
    await screen.findByText("It is forbidden.");
  });

  it("says when a file cannot be saved because the service has no such call", async () => {
    open({ "calls.streamQuery": () => new Response("") });
    await userEvent.click(await screen.findByRole("button", { name: "Save HTML file" }));
    await screen.findByText("The service has no call of this trace.");
  });
});
