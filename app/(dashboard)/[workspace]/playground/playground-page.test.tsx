// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Draft, newColumn, newDraft, newMessage } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { loadDraft } from "@/app/(dashboard)/[workspace]/playground/draft/use-saved-draft";
import type { Filled } from "@/app/(dashboard)/[workspace]/playground/open/filled-draft";
import { TooltipProvider } from "@/components/ui/tooltip";
import { layOut } from "@/test/setup/browser-layout";
import { PlaygroundPage } from "./playground-page";

vi.mock("next/navigation", () => ({ useParams: () => ({ workspace: "airline" }) }));

const workspace = {
  id: "w",
  slug: "airline",
  connectionId: "local",
  connectionName: "local",
  projectId: "demo/airline",
  createdAt: "2026-11-21T10:00:00Z",
};
const place = { workspaceId: "w", personId: "p" };
const person = { id: "p", name: "Ines", email: "ines@example.org", role: "member" };

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
const messageOf = (content: string) => ({ choices: [{ index: 0, delta: { content }, finish_reason: "stop" }] });

/** The dashboard's responses by operation; requests to models are recorded. */
function answering(
  stream: (init: RequestInit) => Response | Promise<Response>,
  { role = "member", isUsable = true }: { readonly role?: string; readonly isUsable?: boolean } = {},
) {
  const requests: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const operation = path.split("/").at(-1);
    if (operation === "session.current")
      return json({ person: { ...person, role }, expiresAt: "2027-01-01T00:00:00Z" });
    if (operation === "connections.list") return json({ connections: [] });
    if (operation === "completions.providers") {
      const provider = { name: "a", title: "A", base_url: "http://a", is_local: false, api_key_name: "A_KEY" };
      return json({ providers: [{ ...provider, is_usable: isUsable, models: ["one", "two"] }] });
    }
    if (operation !== "completions.createStream") return json({}, 500);
    requests.push(JSON.parse(String(init.body)).inputs);
    return stream(init);
  });
  return requests;
}

/** The search parameters that were written to the URL. */
const onAddress = vi.fn<(address: URLSearchParams) => void>();

function draw(change: Partial<Draft> = {}, filled: Filled | null = null, address = "") {
  const draft: Draft = {
    ...newDraft(),
    messages: [newMessage("system", "Be kind."), newMessage("user", "Hi")],
    columns: [newColumn("a/one")],
    ...change,
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <NuqsTestingAdapter searchParams={address} onUrlUpdate={({ searchParams }) => onAddress(searchParams)}>
          <PlaygroundPage workspace={workspace} address={place} draft={draft} filled={filled} />
        </NuqsTestingAdapter>
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

layOut();
afterEach(() => {
  cleanup();
  window.localStorage.clear();
  window.sessionStorage.clear();
  onAddress.mockReset();
});

const message = (number: number) => screen.getByRole("textbox", { name: `Message ${number}` });
const run = () => screen.getByRole("button", { name: "Run" });
const column = () => screen.getByRole("region", { name: "Answer of a/one" });

describe("the playground", () => {
  it("sends the typed request when the keys of a run are pressed, and saves the draft on leaving", async () => {
    const requests = answering(() => new Response(`${JSON.stringify(messageOf("Hello"))}\n`));
    const { unmount } = draw();
    fireEvent.change(message(2), { target: { value: "Where is it?" } });
    fireEvent.change(screen.getByLabelText("temperature"), { target: { value: "0.5" } });
    fireEvent.keyDown(message(2), { key: "Enter", ctrlKey: true });
    expect(await within(column()).findByText("Hello")).toBeDefined();
    expect(requests).toEqual([
      {
        model: "a/one",
        messages: [
          { role: "system", content: "Be kind." },
          { role: "user", content: "Where is it?" },
        ],
        temperature: 0.5,
      },
    ]);
    unmount();
    expect(loadDraft(place)).toMatchObject({ parameters: { temperature: "0.5" } });
    expect(loadDraft({ ...place, personId: "somebody else" })).toBeNull();
  });

  it("sends nothing while the request is invalid, and shows the problem in the column", async () => {
    const requests = answering(() => json({}));
    draw({ columns: [newColumn("")], parameters: { seed: "warm" } });
    fireEvent.click(run());
    const alert = await screen.findAllByRole("alert");
    expect(alert.some(({ textContent }) => textContent?.includes("Choose a model"))).toBe(true);
    expect(alert.some(({ textContent }) => textContent?.includes("seed: Not a number"))).toBe(true);
    expect(requests).toEqual([]);
  });

  it("stops everything on Escape in a text field, and offers to run again", async () => {
    answering(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(new DOMException("Stopped", "AbortError")));
        }),
    );
    draw();
    fireEvent.click(run());
    await screen.findByRole("button", { name: "Stop a/one" });
    fireEvent.keyDown(message(2), { key: "Escape" });
    expect(await screen.findByRole("button", { name: "Run again: a/one" })).toBeDefined();
    expect(message(2)).toHaveProperty("value", "Hi");
  });

  it("stops runs when a link that leaves the page is pressed, and not when it opens another window", async () => {
    const stopped = vi.fn();
    answering(({ signal }) => new Promise(() => signal?.addEventListener("abort", stopped)));
    draw();
    fireEvent.click(run());
    await screen.findByRole("button", { name: "Stop a/one" });
    const link = document.createElement("a");
    link.href = "/airline/traces";
    link.addEventListener("click", (event) => event.preventDefault());
    document.body.append(link);
    fireEvent.click(link, { ctrlKey: true });
    expect(stopped).not.toHaveBeenCalled();
    fireEvent.click(link);
    expect(stopped).toHaveBeenCalledOnce();
    link.remove();
  });

  it("sends a call that is not tracked when that is switched off", async () => {
    const tracked: unknown[] = [];
    answering(({ body }) => {
      tracked.push(JSON.parse(String(body)).track_llm_call);
      return new Response(`${JSON.stringify(messageOf("Hello"))}\n`);
    });
    draw();
    await userEvent.click(screen.getByRole("switch", { name: "Track calls" }));
    fireEvent.click(run());
    expect(await within(column()).findByText("not tracked")).toBeDefined();
    expect(tracked).toEqual([false]);
  });

  it("gives a new message the focus, and does not send it while it is empty", async () => {
    const requests = answering(() => new Response(`${JSON.stringify(messageOf("Hello"))}\n`));
    draw();
    await userEvent.click(screen.getByRole("button", { name: "Message" }));
    expect(document.activeElement).toBe(message(3));
    fireEvent.click(run());
    expect(await within(column()).findByText("Hello")).toBeDefined();
    expect(requests).toMatchObject([{ messages: [{ role: "system" }, { role: "user", content: "Hi" }] }]);
    expect(Reflect.get(Object(requests[0]), "messages")).toHaveLength(2);
  });

  it("says without a provider how to configure one, and keeps what is typed", async () => {
    const requests = answering(() => json({}), { isUsable: false });
    const { unmount } = draw();
    expect(await screen.findByRole("heading", { name: "No model provider configured" })).toBeDefined();
    expect(screen.getByText("A_KEY")).toBeDefined();
    expect(run()).toHaveProperty("disabled", true);
    fireEvent.change(message(2), { target: { value: "Hello" } });
    unmount();
    expect(JSON.stringify(loadDraft(place)?.messages)).toContain("Hello");
    expect(requests).toEqual([]);
  });

  it("lets viewers type and not run", async () => {
    const requests = answering(() => json({}), { role: "viewer" });
    draw();
    expect(await screen.findByText("Viewers cannot run completions")).toBeDefined();
    expect(run()).toHaveProperty("disabled", true);
    fireEvent.keyDown(message(2), { key: "Enter", ctrlKey: true });
    expect(requests).toEqual([]);
  });

  it("restores the draft that another request replaced", async () => {
    answering(() => json({}));
    const before: Draft = { ...newDraft(), messages: [newMessage("user", "Mine")] };
    draw({ callId: "0199a7c2" }, { from: "call 0199a7c2", lost: ["top_k: 40"], before }, "?call=0199a7c2");
    expect(within(screen.getByRole("list", { name: "Not carried over" })).getByText("top_k: 40")).toBeDefined();
    expect(onAddress).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Restore my draft" }));
    expect(message(1)).toHaveProperty("value", "Mine");
    await expect.poll(() => onAddress.mock.calls.length).toBe(1);
    expect(onAddress.mock.lastCall?.[0].has("call")).toBe(false);
  });

  it("marks an answer as stale until the edited request is as it was", async () => {
    answering(() => new Response(`${JSON.stringify(messageOf("Hello"))}\n`));
    draw();
    await expect.poll(run).toHaveProperty("disabled", false);
    fireEvent.click(run());
    expect(await within(column()).findByText("Hello")).toBeDefined();
    expect(within(column()).queryByText("stale")).toBeNull();
    fireEvent.change(message(2), { target: { value: "Hi there" } });
    expect(within(column()).getByText("stale")).toBeDefined();
    fireEvent.change(message(2), { target: { value: "Hi" } });
    expect(within(column()).queryByText("stale")).toBeNull();
    fireEvent.change(screen.getByLabelText("temperature"), { target: { value: "0.5" } });
    expect(within(column()).getByText("stale")).toBeDefined();
  });

  it("runs one column from within it, all from elsewhere, and nothing from a dialog", async () => {
    const requests = answering(() => new Response(`${JSON.stringify(messageOf("Hello"))}\n`)) as { model: string }[];
    draw({ columns: [newColumn("a/one"), newColumn("a/two")] });
    const second = await screen.findByRole("button", { name: "Run a/two" });
    const keys = { key: "Enter", ctrlKey: true };
    fireEvent.keyDown(second, keys);
    await expect.poll(() => requests.map(({ model }) => model)).toEqual(["a/two"]);
    await screen.findByRole("button", { name: "Run again: a/two" });
    fireEvent.keyDown(second, { ...keys, shiftKey: true });
    await expect.poll(() => requests.map(({ model }) => model)).toEqual(["a/two", "a/one", "a/two"]);
    await userEvent.click(screen.getByRole("button", { name: "Code" }));
    fireEvent.keyDown(screen.getByRole("dialog"), keys);
    fireEvent.keyDown(screen.getByRole("dialog"), { ...keys, shiftKey: true });
    await userEvent.keyboard("{Escape}");
    expect(requests).toHaveLength(3);
    fireEvent.keyDown(message(2), keys);
    await expect.poll(() => requests).toHaveLength(5);
  });

  it("has at most six columns, each with its own model", async () => {
    answering(() => json({}));
    draw();
    const add = await screen.findByRole("button", { name: "Add column" });
    for (let count = 0; count < 5; count += 1) await userEvent.click(add);
    expect(screen.queryByRole("button", { name: "Add column" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Model of column 6: none" }));
    await userEvent.click(await screen.findByRole("option", { name: "a/two" }));
    expect(screen.getByRole("button", { name: "Model of column 6: a/two" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Model of column 1: a/one" })).toBeDefined();
  });

  it("runs over rows of values and shows each answer in its row", async () => {
    const requests = answering(() => json({}));
    draw({ messages: [newMessage("user", "Greet {{who}}")], rows: [{ who: "Mia" }, { who: "Noah" }] });
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      if (!path.endsWith("completions.create")) return json({}, 500);
      const { inputs } = JSON.parse(String(init.body));
      requests.push(inputs);
      return json({ response: { choices: [{ message: { content: `To: ${inputs.messages[0].content}` } }] } });
    });
    await userEvent.click(screen.getByRole("button", { name: "Run over rows (2)" }));
    await userEvent.click(await screen.findByRole("button", { name: "Run 2 rows" }));
    expect(await screen.findByText("To: Greet Mia")).toBeDefined();
    expect(await screen.findByText("To: Greet Noah")).toBeDefined();
    fireEvent.change(screen.getByRole("textbox", { name: "who, row 1" }), { target: { value: "Ada" } });
    expect(screen.queryByText("To: Greet Mia")).toBeNull();
    expect(screen.getByText("To: Greet Noah")).toBeDefined();
    expect(requests).toHaveLength(2);
  });

  it("maps columns of rows to variables, refuses empty rows, and totals latency and reported cost", async () => {
    const requests = answering(() => json({}));
    const rows = [{ name: "Mia", tier: "gold" }, {}, { name: "Noah", tier: "blue" }];
    draw({ messages: [newMessage("user", "Greet {{who}}")], rows });
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      if (!path.endsWith("completions.create")) return json({}, 500);
      const { inputs } = JSON.parse(String(init.body));
      requests.push(inputs.messages[0].content);
      const usage = { prompt_tokens: 1, completion_tokens: 1, cost: 0.25 };
      return json({ response: { choices: [{ message: { content: "Hi" } }], usage } });
    });
    await userEvent.click(screen.getByRole("button", { name: "Run over rows (3)" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Run over rows" }));
    expect(dialog.getByText(/Rows 1, 2, 3 are empty/)).toBeDefined();
    expect(dialog.getByRole("button", { name: "Run 3 rows" })).toHaveProperty("disabled", true);
    fireEvent.keyDown(dialog.getByRole("combobox", { name: "Column for who" }), { key: "Enter" });
    fireEvent.keyDown(await screen.findByRole("option", { name: "name" }), { key: "Enter" });
    expect(dialog.getByText(/Row 2 is empty/)).toBeDefined();
    await userEvent.click(dialog.getByRole("button", { name: "Remove 1 empty row" }));
    await userEvent.click(dialog.getByRole("button", { name: "Run 2 rows" }));
    const total = await dialog.findByRole("row", { name: /^Total/ });
    await expect.poll(() => total.textContent).toContain("2 answers");
    expect(total.textContent).toContain("$0.50");
    expect(requests).toEqual(["Greet Mia", "Greet Noah"]);
    expect(dialog.getByRole("columnheader", { name: "tier" })).toBeDefined();
  });
});
