// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { layOut } from "@/test/setup/browser-layout";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage } from "@/test/setup/render-on-page";
import { CallMenu } from "./call-menu";
import { deletions } from "./deletions";

vi.mock("next/navigation", () => ({ useParams: () => ({ workspace: "airline" }), useRouter: () => ({}) }));

layOut();
beforeEach(() => void vi.spyOn(deletions, "add").mockImplementation(() => undefined));
afterEach(cleanPage);

const call = {
  id: "c1",
  project_id: "demo/airline",
  op_name: "chat.completions",
  trace_id: "c1",
  started_at: "2026-11-20T00:00:00Z",
  display_name: "First question",
  attributes: {},
  summary: {},
};

/** Shows the menu to a user with a role, who is known; returns the requests. */
async function open(role: Role) {
  const person = { id: "u1", name: "Ines", email: "ines@x.y", role };
  const sent = answerRequests({
    "session.current": () => json({ person, expiresAt: "2026-12-01T00:00:00Z" }),
    "call.update": () => json({}),
  });
  const { client } = renderElementOnPage(
    <ToastProvider>
      <CallMenu address={{ connectionId: "local", projectId: "demo/airline", callId: "c1" }} call={call} hasKeys />
    </ToastProvider>,
  );
  await waitFor(() => expect(client.isFetching()).toBe(0));
  return sent;
}

describe("the actions of a call", () => {
  it("renames the call, and clears the name again", async () => {
    const sent = await open("member");
    const rename = async (name: string) => {
      press("r");
      fireEvent.change(await screen.findByLabelText("Name"), { target: { value: name } });
      await userEvent.click(screen.getByRole("button", { name: "Rename" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    };
    await rename(" Second question ");
    await rename("");
    const updates = sent.filter(({ operation }) => operation === "call.update").map(({ body }) => body);
    expect(updates).toEqual([
      { project_id: "demo/airline", call_id: "c1", display_name: "Second question" },
      { project_id: "demo/airline", call_id: "c1", display_name: "" },
    ]);
  });

  it("are not possible for a viewer, and the reason is shown", async () => {
    await open("viewer");
    press("#", "Delete", "r");
    expect(deletions.add).not.toHaveBeenCalled();
    expect(screen.queryByRole("dialog")).toBeNull();
    press("m");
    const rename = await screen.findByRole("menuitem", { name: /^Rename/ });
    expect(rename.getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByRole("menu").textContent).toContain("You are a viewer");
  });

  it("delete the call with its key", async () => {
    await open("member");
    press("#");
    expect(deletions.add).toHaveBeenCalledWith(expect.objectContaining({ callId: "c1", name: "First question" }));
  });
});
