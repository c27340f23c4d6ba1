// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { layOut } from "@/test/setup/browser-layout";
import { CallFeedback } from "./call-feedback";

layOut({ inside: { width: 480, height: 600 } });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const failure = (kind: string) =>
  new Response(JSON.stringify({ error: { kind, message: "It failed.", requestId: "r", operation: "x" } }), {
    status: 502,
  });
const json = (value: unknown) => new Response(JSON.stringify(value));
const note = (id: string, text: string, userId: string) => ({
  id,
  created_at: "2026-11-20T14:30:01Z",
  feedback_type: "wandb.note.1",
  payload: { note: text },
  svc_user_id: userId,
});

/** Renders a call's feedback with the given service responses; returns the sent requests. */
function show(role: Role, query: () => Response) {
  const sent: [path: string, body: unknown][] = [];
  vi.stubGlobal("fetch", async (path: string, init: { body: string }) => {
    const operation = path.split("/").at(-1) ?? "";
    if (operation === "session.current") {
      const person = { id: "u1", name: "Ines", email: "ines@x.y", role };
      return json({ person, expiresAt: "2026-12-01T00:00:00Z" });
    }
    if (operation === "feedback.query") return query();
    if (operation === "objs.query") return json({ objs: [] });
    if (operation === "users.list") {
      const ada = { id: "u2", name: "Ada", email: "ada@x.y", role: "member" };
      return json({ members: [{ ...ada, createdAt: "2026-11-20T14:30:01Z", lastSeenAt: null, isDisabled: false }] });
    }
    if (operation === "obj.create") {
      sent.push([operation, JSON.parse(init.body)]);
      return json({ digest: "d" });
    }
    sent.push([operation, JSON.parse(init.body)]);
    return operation === "feedback.purge" ? json({}) : failure("upstream");
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <CallFeedback address={{ connectionId: "local", projectId: "e/p", callId: "c1" }} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  return sent;
}

describe("feedback of a call", () => {
  it("is not shown where the service lacks the operation", async () => {
    show("member", () => failure("unsupported"));
    await screen.findByRole("heading", { name: "This connection does not support feedback" });
  });

  it("names who reacted and who wrote a note", async () => {
    const record = { id: "f1", created_at: "2026-11-20T14:30:01Z", svc_user_id: "u2" };
    const reaction = { ...record, feedback_type: "wandb.reaction.1", payload: { emoji: "👍" } };
    const note = { ...record, id: "f2", feedback_type: "wandb.note.1", payload: { note: "Wrong flight" } };
    show("member", () => json({ result: [reaction, note] }));
    const button = await screen.findByRole("button", { name: "👍, 1" });
    await vi.waitFor(() => expect(button.title).toBe("Ada"));
    expect(screen.getByText("Ada").title).toBe("u2");
  });

  it("shows a failed load as a failure, never as no feedback", async () => {
    show("member", () => failure("upstream"));
    expect((await screen.findByRole("alert")).textContent).toContain("It failed.");
    expect(screen.queryByText(/No notes/)).toBeNull();
  });

  it("can be removed only by its author", async () => {
    const sent = show("member", () => json({ result: [note("f1", "mine", "u1"), note("f2", "other", "u2")] }));
    await screen.findByText("other");
    const [remove, ...others] = await screen.findAllByRole("button", { name: "Remove: Note" });
    expect(others).toEqual([]);
    if (remove) fireEvent.click(remove);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(JSON.stringify(sent[0])).toContain('{"$literal":"f1"}');
  });

  it("is read-only for a viewer, with an explanation", async () => {
    show("viewer", () => json({ result: [note("f1", "mine", "u1")] }));
    await screen.findByText(/You are a viewer/);
    expect(screen.queryByRole("button", { name: "Remove: Note" })).toBeNull();
    expect(screen.queryByRole("form")).toBeNull();
  });

  it("stays in the form with the reason when the service rejects it", async () => {
    show("member", () => json({ result: [] }));
    const field = await screen.findByLabelText("Note", { exact: true });
    fireEvent.change(field, { target: { value: "Wrong flight" } });
    fireEvent.click(screen.getByRole("button", { name: "Add note" }));
    expect((await screen.findByRole("alert")).textContent).toContain("It failed.");
    expect((field as HTMLTextAreaElement).value).toBe("Wrong flight");
  });

  it("asks for a question where the project has none, and creates it", async () => {
    const sent = show("member", () => json({ result: [] }));
    fireEvent.click(await screen.findByRole("button", { name: "New question" }));
    const dialog = within(await screen.findByRole("dialog", { name: "New question" }));
    fireEvent.click(await dialog.findByRole("button", { name: "Create question" }));
    expect((await dialog.findByRole("alert")).textContent).toBe("Enter a title with letters or digits.");
    fireEvent.change(dialog.getByRole("textbox", { name: "Question" }), { target: { value: "Policy followed" } });
    fireEvent.click(dialog.getByRole("button", { name: "Create question" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject([
      "obj.create",
      { obj: { project_id: "e/p", object_id: "Policy-followed", val: { field_schema: { type: "boolean" } } } },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
