// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { CHANGED_MEANWHILE } from "@/lib/api/contract/app/connections";
import { answerRequests } from "@/test/setup/page-requests";
import { ConnectionEditor } from "./connection-editor";

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
} as const;

const THEIRS = { ...STORED, name: "theirs", updatedAt: "2026-11-20T12:00:09.000Z" } as const;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function refusal(status: number, kind: string, message: string, reason?: string) {
  const error = { kind, message, reason, requestId: "r", operation: "connections.update" };
  return Response.json({ error }, { status });
}

/** Draws the form, and returns a function that draws it for a connection that was changed elsewhere. */
function open() {
  const client = new QueryClient();
  const view = (connection: typeof STORED | typeof THEIRS) => (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <ConnectionEditor connection={connection} isEditable onMoveLeft={vi.fn()} />
      </ToastProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(view(STORED));
  return () => rerender(view(THEIRS));
}

const nameField = () => screen.getByLabelText<HTMLInputElement>("Name");
const type = (value: string) => fireEvent.change(nameField(), { target: { value } });
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });

describe("a connection that is changed elsewhere", () => {
  it("is not overwritten: the form says so, keeps what was typed, and loads the current settings on request", async () => {
    const requests = answerRequests({
      "connections.update": () => refusal(409, "validation", "Changed", CHANGED_MEANWHILE),
    });
    const changeElsewhere = open();
    type("mine");
    await userEvent.click(save());
    expect((await screen.findByRole("alert")).textContent).toMatch(
      /^Your changes were not saved\. .* since you opened it/,
    );
    expect(requests.map(({ body }) => body.updatedAt)).toEqual([STORED.updatedAt]);
    changeElsewhere();
    expect([nameField().value, save().disabled]).toEqual(["mine", true]);
    await userEvent.click(screen.getByRole("button", { name: "Load current settings" }));
    expect(nameField().value).toBe("theirs");
    expect(screen.queryByRole("button", { name: "Load current settings" })).toBeNull();
  });

  it("is said before anything is sent, and the form keeps what was typed", () => {
    const changeElsewhere = open();
    type("mine");
    changeElsewhere();
    expect(screen.getByText(/^This connection was changed since you opened it/)).toBeTruthy();
    expect([nameField().value, save().disabled]).toEqual(["mine", true]);
  });

  it("is followed by a form in which nothing was typed", () => {
    open()();
    expect(nameField().value).toBe("theirs");
    expect(screen.queryByRole("button", { name: "Load current settings" })).toBeNull();
  });
});

it("a session that ended is said with a link to sign in, and what was typed stays", async () => {
  answerRequests({ "connections.update": () => refusal(401, "signed-out", "Sign in to continue.") });
  open();
  type("mine");
  await userEvent.click(save());
  expect((await screen.findByRole("link", { name: "Sign in in another tab" })).getAttribute("target")).toBe("_blank");
  expect(nameField().value).toBe("mine");
});
