// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { layOut } from "@/test/setup/browser-layout";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { ConnectionsView } from "./connections-view";

vi.mock("next/navigation", () => ({ usePathname: () => "/settings/connections", useParams: () => ({}) }));

layOut();
afterEach(cleanPage);

const STORED = {
  id: "c1",
  name: "lab",
  baseUrl: "https://traces.example.com",
  dialect: "svc",
  isBuiltIn: false,
  basic: { username: "api", isPasswordSet: true },
  bearer: { isTokenSet: false },
  workspaceCount: 0,
  createdAt: "2026-11-20T12:00:00.000Z",
  updatedAt: "2026-11-20T12:00:01.000Z",
  lastTest: null,
};

const BUILT_IN = {
  ...STORED,
  id: "local",
  name: "local",
  isBuiltIn: true,
  basic: { username: null, isPasswordSet: false },
  createdAt: null,
  updatedAt: null,
};

const TEXT = "The base URL changed: enter the credentials again";

const ENTER_AGAIN = {
  kind: "validation",
  message: TEXT,
  requestId: "r",
  operation: "connections.update",
  detail: [{ loc: ["body", "basic", "password"], msg: TEXT, type: "x" }],
};

/** The page of a connection, for a user with a role. */
function open(
  role: Role,
  { connection = STORED, canTest = false }: { connection?: typeof STORED | typeof BUILT_IN; canTest?: boolean } = {},
) {
  const person = { id: "ines", name: "Ines", email: "ines@example.org", role };
  let connections: unknown[] = [connection];
  const operations = [
    { operation: "calls.queryStats", support: "refused", status: 401, latencyMs: 3, note: "401, refused" },
  ];
  const test = { testedAt: "2026-11-24T12:00:00.000Z", durationMs: 9, operations };
  const sent = answerRequests({
    "session.current": () => json({ person, expiresAt: "2026-11-25T12:00:00Z" }),
    "workspaces.list": () => json({ workspaces: [] }),
    "connections.list": () => json({ connections }),
    "connections.update": ({ body }) =>
      body.baseUrl === connection.baseUrl
        ? json({ connection })
        : Response.json({ error: ENTER_AGAIN }, { status: 422 }),
    "connections.test": () => (canTest ? json({ test }) : failed("unreachable")),
    "connections.delete": () => {
      connections = [];
      return json({});
    },
  });
  renderElementOnPage(
    <ToastProvider>
      <ConnectionsView />
    </ToastProvider>,
    { address: `?connection=${connection.id}` },
  );
  return (operation: string) => sent.filter((one) => one.operation === operation).map(({ body }) => body);
}

describe("the connections in Settings", () => {
  it("are seen by a viewer, who can neither change nor test them", async () => {
    open("viewer");
    await screen.findByText("Only admins can change connections");
    expect(await screen.findByRole("row", { name: /\blab\b/ })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "New connection" })).toBeNull();
    expect(await screen.findByRole("button", { name: /^Test/ })).toHaveProperty("disabled", true);
  });

  it("offer no change of the embedded service", async () => {
    open("admin", { connection: BUILT_IN });
    await screen.findByText(/so there is nothing to edit or delete here/);
    expect((await screen.findByRole("row", { name: /\blocal\b/ })).textContent).toContain("built in");
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Save/ })).toBeNull();
  });

  it("show in place of the result that a service does not respond", async () => {
    open("admin");
    await userEvent.click(await screen.findByRole("button", { name: "Test connection" }));
    const result = within(screen.getByRole("region", { name: "Test result" }));
    expect((await result.findByRole("alert")).textContent).toContain("It is unreachable.");
    expect(result.getByRole("button", { name: "Retry" })).toHaveProperty("disabled", false);
  });

  it("show which operations refused the credential", async () => {
    open("admin", { canTest: true });
    await userEvent.click(await screen.findByRole("button", { name: "Test connection" }));
    expect(await screen.findByRole("img", { name: "rejected" })).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("keep the credential for another name, and ask for it at its field for another host", async () => {
    const sent = open("admin");
    const form = within(await screen.findByRole("form", { name: "Connection lab" }));
    const name = form.getByLabelText("Name");
    await userEvent.clear(name);
    await userEvent.type(name, "bench");
    await userEvent.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent("connections.update")).toHaveLength(1));
    expect(sent("connections.update")[0]).toMatchObject({ name: "bench", basic: { username: "api" } });
    const address = form.getByLabelText("Base URL");
    await userEvent.clear(address);
    await userEvent.type(address, "https://elsewhere.example.com");
    await form.findByText("New base URL: enter the credentials again.");
    const password = form.getByLabelText("Password");
    expect(password).toHaveProperty("value", "");
    await userEvent.click(form.getByRole("button", { name: "Save" }));
    await form.findByText(TEXT);
    expect(password.getAttribute("aria-invalid")).toBe("true");
  });

  it("are deleted once the name is typed", async () => {
    const sent = open("admin");
    const form = within(await screen.findByRole("form", { name: "Connection lab" }));
    await userEvent.click(form.getByRole("button", { name: "Delete" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Delete connection lab?" }));
    const confirm = dialog.getByRole("button", { name: "Delete" });
    await userEvent.type(dialog.getByLabelText("Type the name to confirm"), "la");
    expect(confirm).toHaveProperty("disabled", true);
    await userEvent.type(dialog.getByLabelText("Type the name to confirm"), "b");
    await userEvent.click(confirm);
    await waitFor(() => expect(screen.queryByRole("row", { name: /\blab\b/ })).toBeNull());
    expect(sent("connections.delete")).toEqual([{ id: "c1" }]);
  });
});
