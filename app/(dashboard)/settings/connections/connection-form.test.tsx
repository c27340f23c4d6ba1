// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { ConnectionForm } from "./connection-form";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Draws the form of a new connection; the dashboard refuses what it sends. Returns the requests. */
function open(detail: readonly object[]): unknown[] {
  const requests: unknown[] = [];
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    requests.push(JSON.parse(body));
    const error = { kind: "validation", message: "Refused", requestId: "r", operation: "connections.create", detail };
    return Response.json({ error }, { status: 422 });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <ConnectionForm connection={null} isEditable onSaved={vi.fn()} onMoveLeft={vi.fn()} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  return requests;
}

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => userEvent.click(screen.getByRole("button", { name: "Add connection" }));

describe("the form of a connection", () => {
  it("sends every field, and shows what was refused at its field", async () => {
    const requests = open([
      { loc: ["body", "basic", "password"], msg: "Enter it again", type: "changed" },
      { loc: ["body"], msg: "Too many connections", type: "limit" },
    ]);
    fill("Name", " Lab ");
    fill("Base URL", "https://traces.example.com");
    fill("Username", "api");
    fill("Password", " secret ");
    await save();
    expect(await screen.findByText("Too many connections")).toBeTruthy();
    expect(requests).toEqual([
      {
        name: "Lab",
        baseUrl: "https://traces.example.com",
        dialect: "svc",
        basic: { username: "api", password: " secret " },
        bearer: null,
      },
    ]);
    const password = screen.getByLabelText("Password");
    expect(password.getAttribute("aria-invalid")).toBe("true");
    const messageId = password.getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(messageId)?.textContent).toBe("Enter it again");
  });

  it("shows what the contract does not accept at its field, and sends nothing", async () => {
    const requests = open([]);
    fill("Name", "Lab");
    fill("Base URL", "https://traces.example.com");
    fill("Token", "a\u0007b");
    await save();
    expect(await screen.findByText("Control characters are not allowed")).toBeTruthy();
    expect(requests).toEqual([]);
  });
});
