// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { layOut } from "@/test/setup/browser-layout";
import { CompareView } from "./compare-view";
import { callsOf } from "./testing/example-calls";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: vi.fn() }),
  useParams: () => ({ workspace: "ws" }),
  usePathname: () => "/ws/compare",
}));

layOut({ inside: { width: 1200, height: 700 } });

afterEach(cleanup);

const workspace = {
  id: "w",
  slug: "ws",
  connectionId: "local",
  connectionName: "bare",
  projectId: "demo/airline",
  createdAt: "2026-11-20T00:00:00Z",
};

const question = { role: "user", content: "Change my flight." };

function attempt(letter: string, tool: string, words: string): Call[] {
  const steps = [
    { id: `${letter}1`, op: "chat.completions" },
    { id: `${letter}2`, op: tool, attributes: { kind: "tool" } },
    { id: `${letter}3`, op: "chat.completions" },
  ];
  const request = { id: `call-${letter}`, function: { name: tool, arguments: '{"to":"SEA"}' } };
  const asks = { role: "assistant", content: null, tool_calls: [request] };
  const outputs: Record<string, unknown> = {
    [letter]: words,
    [`${letter}1`]: { choices: [{ message: asks }] },
    [`${letter}2`]: "done",
    [`${letter}3`]: { choices: [{ message: { role: "assistant", content: words } }] },
  };
  const inputs: Record<string, Record<string, unknown>> = {
    [letter]: { message: "Change my flight." },
    [`${letter}1`]: { messages: [question] },
    [`${letter}2`]: { to: "SEA" },
    [`${letter}3`]: { messages: [question, asks, { role: "tool", content: "done" }] },
  };
  const attributes = { task_id: 7, reward: letter === "a" ? 0 : 1 };
  return callsOf([{ id: letter, op: "run", attributes, inside: steps }]).map((call) => ({
    ...call,
    trace_id: letter,
    inputs: inputs[call.id] ?? {},
    output: outputs[call.id] ?? null,
  }));
}

const stored = [...attempt("a", "cancel_flight", "It is gone."), ...attempt("b", "search_flights", "It is changed.")];

type Body = { filter?: { call_ids?: string[]; trace_ids?: string[] }; call_ids?: string[]; id?: string };

function answer(path: string, body: Body): Response {
  if (path.includes("workspaces.list")) return Response.json({ workspaces: [workspace] });
  if (path.includes("calls.streamQuery")) {
    const { call_ids: ids, trace_ids: traces } = body.filter ?? {};
    const found = stored.filter(({ id, trace_id: trace }) => ids?.includes(id) || traces?.includes(trace));
    return new Response(found.map((call) => `${JSON.stringify(call)}\n`).join(""));
  }
  if (path.includes("calls.preview")) {
    const previews = stored
      .filter(({ id }) => body.call_ids?.includes(id))
      .map((call) => {
        const [inputs, output] = [JSON.stringify(call.inputs), JSON.stringify(call.output)];
        return { id: call.id, inputs, output, inputs_length: inputs.length, output_length: output.length };
      });
    return Response.json({ previews });
  }
  return Response.json({ call: stored.find(({ id }) => id === body.id) ?? null });
}

function show(search: string, refuse: (path: string) => Response | null = () => null) {
  vi.stubGlobal(
    "fetch",
    async (path: string, init?: { body?: string }) =>
      refuse(path) ?? answer(path, JSON.parse(init?.body ?? "{}") as Body),
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const urls: string[] = [];
  render(
    <NuqsTestingAdapter searchParams={search} onUrlUpdate={({ queryString }) => urls.push(queryString)} hasMemory>
      <QueryClientProvider client={client}>
        <CompareView />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
  return urls;
}

const tree = () => screen.findByRole("treegrid", { name: "Aligned calls" });

test("shows how each pair compares, and where the sides diverge", async () => {
  show("?calls=a,b");
  await within(await tree()).findByText("A asks for cancel_flight, B asks for search_flights.");
  const lines = within(await tree())
    .getAllByRole("row")
    .map((row) => row.textContent);
  expect(lines).toHaveLength(7);
  expect(lines.some((line) => line?.includes("no matching call") && line.includes("only A"))).toBe(true);
  expect(lines.some((line) => line?.includes("It is gone.") && line.includes("It is changed."))).toBe(true);
  const facts = within(screen.getByRole("table", { name: "Facts by side" }));
  expect(facts.getByRole("columnheader", { name: "reward" })).toBeTruthy();
  expect(facts.getByRole("row", { name: /B minus A/ }).textContent).toContain("+1");
  expect(screen.getByText("task_id 7")).toBeTruthy();
  await screen.findByText("First difference");
});

test("keeps the view state in the URL", async () => {
  const urls = show("?calls=a,b");
  await within(await tree()).findByText(/^A asks for/);
  fireEvent.keyDown(document.body, { key: "n" });
  fireEvent.keyDown(document.body, { key: "d" });
  await expect.poll(() => urls.at(-1)).toContain("only=true");
  expect(urls.at(-1)).toContain("sel=a1");
  fireEvent.keyDown(document.body, { key: "s" });
  await within(await tree()).findByText("B asks for search_flights, A asks for cancel_flight.");
  expect(screen.getByRole("table", { name: "Facts by side" }).textContent).toContain("A minus B");
});

test("opens the row and the parameters that a link names", async () => {
  show("?calls=a,b&sel=b3&tab=parameters");
  const pair = within(await screen.findByRole("region", { name: "Selected row" }));
  await pair.findByText("row 5 of 5");
  await pair.findByRole("heading", { name: "No attributes or settings in these calls" });
});

test("ignores a side that no longer exists, and requests a second one when only one is left", async () => {
  show("?calls=a,gone,b,a");
  await within(await tree()).findByText("A asks for cancel_flight, C asks for search_flights.");
  expect(screen.getByText(/The URL contains a more than once/)).toBeTruthy();
  expect(screen.getByText(/This trace was not found/)).toBeTruthy();
  cleanup();
  show("?calls=a,gone");
  await screen.findByRole("heading", { name: "Compare with another trace" });
  cleanup();
  show("");
  await screen.findByRole("heading", { name: "Nothing to compare yet" });
});

test("never shows a rejected request as a missing call", async () => {
  const refusal = (kind: string, status: number) => (path: string) =>
    path.includes("calls.streamQuery")
      ? Response.json({ error: { kind, message: "No.", requestId: "r", operation: "calls.streamQuery" } }, { status })
      : null;
  show("?calls=a,b", refusal("forbidden", 403));
  await screen.findByRole("heading", { name: "Not permitted" });
  cleanup();
  show("?calls=a,b", refusal("unsupported", 501));
  await screen.findByRole("heading", { name: "This connection does not support reading calls" });
});

test("compares calls by their payloads when there are no previews", async () => {
  show("?calls=a,b", (path) =>
    path.includes("calls.preview")
      ? Response.json(
          { error: { kind: "unsupported", message: "No.", requestId: "r", operation: "calls.preview" } },
          { status: 501 },
        )
      : null,
  );
  await within(await tree()).findByText("A asks for cancel_flight, B asks for search_flights.");
});

test("shows one side at a time on a phone", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  show("?calls=a,b");
  const aligned = await tree();
  expect(within(aligned).getAllByRole("columnheader")).toHaveLength(3);
  await waitFor(() => expect(aligned.textContent).toContain("It is gone."));
  expect(aligned.textContent).not.toContain("It is changed.");
  fireEvent.click(within(screen.getByRole("radiogroup", { name: "Shown side" })).getByRole("radio", { name: "B" }));
  await waitFor(() => expect(aligned.textContent).toContain("It is changed."));
  expect(aligned.textContent).not.toContain("It is gone.");
});
