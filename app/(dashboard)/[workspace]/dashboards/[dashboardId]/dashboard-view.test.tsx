// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import type { DashboardContent } from "@/lib/api/contract/app/dashboards";
import { panelsOf } from "@/lib/dashboard/edit-panels";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, type testWorkspace } from "@/test/setup/render-on-page";
import { DashboardView } from "./dashboard-view";

layOut();

let isMember = true;

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => undefined }),
  useParams: () => ({}),
  usePathname: () => "/ws/dashboards/d",
}));
vi.mock("@/components/session/workspace-gate", async () => {
  const { testWorkspace: workspace } = await import("@/test/setup/render-on-page");
  type Gate = { children: (given: typeof testWorkspace) => unknown };
  return { WorkspaceGate: ({ children }: Gate) => children(workspace) };
});
vi.mock("@/components/session/use-role", () => ({ useHasRole: () => isMember }));

afterEach(() => {
  cleanPage();
  isMember = true;
});

const START = "2026-11-20T10:00:00.000Z";
const point = (value: number | null) => ({ start: START, value, low: null, high: null, calls: value ?? 0 });
const measuredAs = (value: number | null) => ({
  measured: {
    ...{ window_seconds: 600, total: point(value), previous: null, points: [point(value)] },
    ...{ groups: [], group_count: 0, bins: null },
  },
  problem: null,
});

const content = (panels: Parameters<typeof panelsOf>[0]): DashboardContent => ({
  ...{ name: "Production", query: "", panels: panelsOf(panels) },
});
const stored = (saved: DashboardContent, version = 1) => ({
  dashboard: { id: "d", version, updatedAt: START, updatedBy: "Ines", content: saved },
});

function open(saved: DashboardContent, answers: Answers = {}, address = "") {
  const sent = answerRequests({
    "dashboards.read": () => json(stored(saved)),
    "dashboards.save": ({ body }) => json(stored(body.content, 2)),
    "calls.facets": () => json({ facets: [] }),
    "measures.read": ({ body }) =>
      json({ after: START, before: START, results: body.measures.map(() => measuredAs(412)) }),
    ...answers,
  });
  const { addresses } = renderElementOnPage(
    <TooltipProvider>
      <DashboardView dashboardId="d" />
    </TooltipProvider>,
    { address },
  );
  return { sent, addresses };
}

const saves = (sent: ReturnType<typeof open>["sent"]) =>
  sent.filter(({ operation }) => operation === "dashboards.save");
const boxes = () =>
  screen.getAllByRole("button", { name: /, panel \d of \d$/ }).map((box) => box.getAttribute("aria-label"));
const ready = () => screen.findByRole("list", { name: "Panels" });

/** Each key sees what the one before it did. */
const type = (...keys: readonly string[]) => {
  for (const key of keys) act(() => press(key));
};

it("adds, moves, resizes, duplicates, deletes and saves panels by keys alone", async () => {
  const { sent } = open(content([{ kind: "number", size: "S", figure: "calls" }]));
  await ready();
  type("e", "n", "n", "Shift+ArrowRight", "ArrowLeft", "d");
  await waitFor(() => expect(boxes()).toHaveLength(4));
  expect(boxes().map((label) => label?.replace(/, panel.*/, ""))).toEqual([
    "Calls, Number, size S",
    "Calls, Lines, size L",
    "Calls, Lines, size L",
    "Calls, Lines, size M",
  ]);
  type("#", "k", "Mod+s");
  await waitFor(() => expect(saves(sent)).toHaveLength(1));
  const [saved] = saves(sent);
  expect(saved?.body).toMatchObject({ before: { id: "d", version: 1 } });
  expect(saved?.body.content.panels.map(({ size }: { size: string }) => size)).toEqual(["S", "L", "M"]);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
});

it("asks once for the deployments of its charts, and none where no chart is over time", async () => {
  const deployment = { id: "v", name: "v13", at: "2026-11-20T10:05:00Z", note: "", url: null, created_by: null };
  const answers: Answers = {
    "deployments.list": () => json({ deployments: [deployment], releases: [] }),
    "measures.read": ({ body }) =>
      json({ after: START, before: "2026-11-20T10:10:00Z", results: body.measures.map(() => measuredAs(412)) }),
  };
  const charts = [{ kind: "lines" as const }, { kind: "bars" as const }].map((panel) => ({
    ...panel,
    size: "M" as const,
  }));
  const { sent } = open(content([...charts, { kind: "number" }]), answers);
  expect(await screen.findAllByText(/^v13/)).toHaveLength(2);
  const asked = () => sent.filter(({ operation }) => operation === "deployments.list").map(({ body }) => body);
  const range = { after: "2026-11-20T10:00:00.000Z", before: "2026-11-20T10:10:00.000Z" };
  expect(asked()).toEqual([expect.objectContaining(range)]);
  cleanPage();
  const numbers = open(content([{ kind: "number" }]), answers);
  expect(await screen.findByRole("link", { name: /^Calls 412/ })).toBeTruthy();
  expect(numbers.sent.filter(({ operation }) => operation === "deployments.list")).toEqual([]);
});

it("draws its charts and says what they lack where deployments cannot be read", async () => {
  open(content([{ kind: "lines", size: "M" }]), { "deployments.list": () => failed("upstream") });
  expect(await screen.findByText("deployments could not be read")).toBeTruthy();
  expect(screen.getByRole("region", { name: /^Calls/ })).toBeTruthy();
});

it("asks for all panels in one request, narrowed by the variables of the address", async () => {
  const panels = [
    { kind: "number" as const },
    { kind: "lines" as const, query: "op:search" },
    { kind: "text" as const },
  ];
  const { sent } = open(content(panels), {}, "?model=gpt-4.1&env=prod");
  expect(await screen.findByRole("link", { name: /^Calls 412/ })).toBeTruthy();
  const asked = sent.filter(({ operation }) => operation === "measures.read");
  expect(asked).toHaveLength(1);
  const texts = asked[0]?.body.measures.map(({ measure }: { measure: { query_text: string } }) => measure.query_text);
  expect(texts).toEqual(["model:gpt-4.1 attributes.env:prod", "op:search model:gpt-4.1 attributes.env:prod"]);
});

it("keeps the frame of a panel that cannot be read and says why, beside those that can", async () => {
  const results = [measuredAs(7), { measured: null, problem: "Calls cannot be grouped by that" }, measuredAs(0)];
  open(content([{ kind: "number" }, { kind: "lines", title: "Odd" }, { kind: "bars", figure: "errors" }]), {
    "measures.read": () => json({ after: START, before: START, results }),
  });
  expect(await screen.findByText("Calls cannot be grouped by that")).toBeTruthy();
  expect(screen.getByRole("region", { name: "Odd" })).toBeTruthy();
  expect(screen.getByRole("link", { name: /^Calls 7/ })).toBeTruthy();
  expect(screen.getByText("No call in this range matches.")).toBeTruthy();
});

it("asks before changes are lost, and keeps them when a save is refused", async () => {
  const refusal = { error: { kind: "validation", message: "Max has saved it since.", requestId: "r", operation: "x" } };
  open(content([{ kind: "number" }]), {
    "dashboards.save": () => new Response(JSON.stringify(refusal), { status: 409 }),
  });
  await ready();
  type("e", "n", "Mod+s");
  expect(await screen.findByText("Not saved: Max has saved it since.")).toBeTruthy();
  expect(boxes()).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(boxes()).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: /, panel/ })).toBeNull());
});

it("lets a viewer look only, and says what a service cannot do", async () => {
  isMember = false;
  open(content([{ kind: "number" }]), {}, "?edit=true");
  await ready();
  type("e", "n");
  expect(screen.queryByRole("button", { name: /Edit|Save|, panel/ })).toBeNull();
  cleanPage();
  open(content([{ kind: "number" }]), { "measures.read": () => failed("unsupported") });
  expect(await screen.findByText("This connection does not support dashboards")).toBeTruthy();
});
