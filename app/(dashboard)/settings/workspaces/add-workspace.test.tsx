// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { layOut } from "@/test/setup/browser-layout";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { AddWorkspace } from "./add-workspace";
import { RenameWorkspace } from "./workspace-dialogs";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), useParams: () => ({}) }));

layOut();
beforeEach(() => void push.mockReset());
afterEach(cleanPage);

const RESERVED = "This name is reserved for a page of the dashboard";

const CONNECTION = {
  id: "local",
  name: "local",
  baseUrl: "http://127.0.0.1:7701",
  dialect: "wb",
  isBuiltIn: true,
  basic: { username: null, isPasswordSet: false },
  bearer: { isTokenSet: false },
  workspaceCount: 0,
  createdAt: null,
  updatedAt: null,
  lastTest: null,
};

/** A connection that sees one project without a workspace. */
function answer() {
  const detail = [{ loc: ["body", "slug"], msg: RESERVED, type: "x" }];
  const error = { kind: "validation", message: RESERVED, requestId: "r", operation: "x", detail };
  return answerRequests({
    "connections.list": () => json({ connections: [CONNECTION] }),
    "workspaces.offered": () => json({ projects: [] }),
    "workspaces.create": () => json({ workspace: { ...testWorkspace, slug: "bags" } }),
    "workspaces.update": () => Response.json({ error }, { status: 422 }),
  });
}

describe("the form for a new workspace", () => {
  it("shows at its field what is wrong, sends nothing then, and opens the list of the new workspace", async () => {
    const sent = answer();
    renderElementOnPage(<AddWorkspace isMember />);
    const created = () => sent.filter(({ operation }) => operation === "workspaces.create").map(({ body }) => body);
    const create = () => userEvent.click(screen.getByRole("button", { name: "Create workspace" }));
    await screen.findByRole("combobox", { name: "Connection" });
    await userEvent.type(screen.getByLabelText("Project"), "no slash");
    await create();
    await screen.findByText("Enter the project as entity/project");
    await userEvent.clear(screen.getByLabelText("Project"));
    await userEvent.type(screen.getByLabelText("Project"), "team/bags");
    await userEvent.type(screen.getByLabelText("Short name"), "Not A Slug");
    await create();
    await screen.findByText("Lower-case letters, digits and single hyphens");
    expect(created()).toEqual([]);
    await userEvent.clear(screen.getByLabelText("Short name"));
    await userEvent.type(screen.getByLabelText("Short name"), "bags");
    await create();
    await waitFor(() => expect(push).toHaveBeenCalledWith("/bags/traces"));
    expect(created()).toEqual([{ connectionId: "local", projectId: "team/bags", slug: "bags" }]);
  });

  it("is closed to a viewer, and says why", async () => {
    answer();
    renderElementOnPage(<AddWorkspace isMember={false} />);
    await screen.findByRole("combobox", { name: "Connection" });
    expect(screen.getByText("only members can create workspaces")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Create workspace" })).toHaveProperty("disabled", true);
    expect(screen.getByLabelText("Project")).toHaveProperty("disabled", true);
  });
});

it("renaming a workspace shows at its field why a name is refused", async () => {
  const sent = answer();
  renderElementOnPage(<RenameWorkspace workspace={testWorkspace} onClose={() => undefined} />);
  const name = await screen.findByLabelText("Short name");
  await userEvent.clear(name);
  await userEvent.type(name, "settings{Enter}");
  await screen.findByText(RESERVED);
  expect(sent.find(({ operation }) => operation === "workspaces.update")?.body).toMatchObject({ slug: "settings" });
});
