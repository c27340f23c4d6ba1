// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { operations } from "@/lib/api/contract/operations";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { SqlView } from "./sql-view";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: vi.fn() }),
  useParams: () => ({}),
  usePathname: () => "/",
}));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

layOut({ inside: { width: 900, height: 600 } });
afterEach(cleanPage);

const { result } = operations["sql.query"].example;

const refused = (msg: string) =>
  new Response(
    JSON.stringify({
      error: {
        kind: "validation",
        message: "x",
        requestId: "r",
        operation: "sql.query",
        detail: [{ loc: ["body", "sql"], msg, type: "sql" }],
      },
    }),
    { status: 422 },
  );

const saved = (name: string, sql: string) => ({
  ...{ id: name, name, isShared: false, isOwn: true, ownerName: "Ada", isDefault: false },
  query: new URLSearchParams({ sql, values: "env=prod" }).toString(),
});

function open(answers: Answers = {}, address = "") {
  const sent = answerRequests({
    "sql.query": () => json(result),
    "views.list": () => json({ views: [saved("Ops", "SELECT {env} AS env")] }),
    ...answers,
  });
  const view = (
    <TooltipProvider>
      <SqlView />
    </TooltipProvider>
  );
  const queries = () => sent.filter(({ operation }) => operation === "sql.query");
  return { queries, ...renderElementOnPage(view, { address }) };
}

const write = (text: string) =>
  fireEvent.change(screen.getByRole("textbox", { name: "Query" }), { target: { value: text } });

it("runs what is written by its button and by Mod and Enter, with the time range of the page, and shows rows and limits", async () => {
  const { queries, addresses } = open({}, "from=2026-11-20T10%3A00%3A00Z&to=2026-11-21T10%3A00%3A00Z");
  expect(screen.getByText("No result yet")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
  const grid = await screen.findByRole("grid", { name: "Result" });
  expect(within(grid).getByText("search_flights")).toBeTruthy();
  expect(queries()[0]?.body).toMatchObject({
    project_id: testWorkspace.projectId,
    parameters: { from: "2026-11-20 10:00:00.000", to: "2026-11-21 10:00:00.000" },
  });
  expect(screen.getByText("1 row", { exact: false }).textContent).toContain("1 row");
  write("SELECT 1 AS one");
  expect(screen.getByText("query changed since")).toBeTruthy();
  press("Mod+Enter");
  await waitFor(() => expect(queries()).toHaveLength(2));
  expect(queries()[1]?.body).toMatchObject({ sql: "SELECT 1 AS one", parameters: {} });
  expect(addresses.at(-1)?.get("sql")).toBe("SELECT 1 AS one");
});

it("says what is wrong at its line, and keeps the last result", async () => {
  let isRight = true;
  open({ "sql.query": () => (isRight ? json(result) : refused("Line 2, column 1: There is no view nothing")) });
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
  await screen.findByRole("grid", { name: "Result" });
  isRight = false;
  write("SELECT 1\nFROM nothing");
  press("Mod+Enter");
  expect((await screen.findByRole("alert")).textContent).toBe("Line 2, column 1: There is no view nothing");
  expect(screen.getByRole("textbox", { name: "Query" }).getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("grid", { name: "Result" })).toBeTruthy();
});

it("stops a query by Cancel, by Escape, and when the page is left", async () => {
  const { queries, unmount } = open({ "sql.query": () => new Promise<Response>(() => undefined) });
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(queries()[0]?.signal?.aborted).toBe(true));
  press("Mod+Enter");
  await waitFor(() => expect(queries()).toHaveLength(2));
  press("Escape");
  expect(queries()[1]?.signal?.aborted).toBe(true);
  press("Mod+Enter");
  await waitFor(() => expect(queries()).toHaveLength(3));
  unmount();
  expect(queries()[2]?.signal?.aborted).toBe(true);
});

it("opens and runs a saved query with its values, and an example", async () => {
  const { queries } = open();
  fireEvent.click(await screen.findByRole("button", { name: "Ops" }));
  await waitFor(() =>
    expect(queries()[0]?.body).toMatchObject({ sql: "SELECT {env} AS env", parameters: { env: "prod" } }),
  );
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "env" }).value).toBe("prod");
  fireEvent.click(screen.getByRole("button", { name: "Tokens by model" }));
  await waitFor(() => expect(queries()).toHaveLength(2));
  expect(queries()[1]?.body.sql).toContain("FROM usage");
});

it("does not run what a link contains until somebody asks for it", async () => {
  const { queries } = open({}, "sql=SELECT%201");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Query" }).value).toBe("SELECT 1");
  await screen.findByRole("button", { name: "Ops" });
  expect(queries()).toHaveLength(0);
});

it("says when the connection has no SQL, and when nothing matches", async () => {
  const { unmount } = open({ "sql.query": () => json({ ...result, rows: [] }) });
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
  expect(await screen.findByText("No rows")).toBeTruthy();
  unmount();
  open({
    "sql.query": () =>
      new Response(
        JSON.stringify({ error: { kind: "unsupported", message: "x", requestId: "r", operation: "sql.query" } }),
        { status: 404 },
      ),
  });
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
  expect(await screen.findByText("This connection does not support SQL")).toBeTruthy();
});

it("writes a column into the query, and completes names with the keyboard", async () => {
  open();
  const editor = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Query" });
  write("SELECT dur");
  editor.setSelectionRange(10, 10);
  fireEvent.change(editor, { target: { value: "SELECT dura" } });
  const names = within(await screen.findByRole("listbox", { name: "Names" })).getAllByRole("option");
  expect(names[0]?.textContent).toContain("duration_ms");
  fireEvent.keyDown(editor, { key: "Enter" });
  expect(editor.value).toBe("SELECT duration_ms");
  fireEvent.change(screen.getByRole("textbox", { name: "Find a column" }), { target: { value: "cached" } });
  fireEvent.click(screen.getByRole("button", { name: /^tokens_cached/ }));
  expect(editor.value).toContain("tokens_cached");
});
