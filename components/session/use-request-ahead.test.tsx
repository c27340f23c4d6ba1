// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PrefetchedResults } from "@/lib/api/contract/app/prefetched-results";
import type { Workspace } from "@/lib/workspace/workspace";
import { PrefetchedQueries } from "./first-answers";
import { useRequestAhead } from "./use-request-ahead";
import { useWorkspaces } from "./use-workspace";

const route = vi.hoisted(() => ({ workspace: "known" }));
vi.mock("next/navigation", () => ({ useParams: () => route }));

const workspaceOf = (slug: string): Workspace => ({
  id: slug,
  slug,
  connectionId: "local",
  connectionName: "Local",
  projectId: `team/${slug}`,
  createdAt: "2026-11-20T14:30:00.000Z",
});

const known: PrefetchedResults = {
  readAtMs: Date.now(),
  answers: { "workspaces.list": { workspaces: [workspaceOf("other"), workspaceOf("known")] } },
};

/** What happened, in order. */
const events: string[] = [];

function View() {
  useRequestAhead((workspace) => events.push(`request of ${workspace.slug}`));
  const { current } = useWorkspaces();
  events.push(`drawn with ${current?.slug ?? "nothing"}`);
  return <p>{current?.slug ?? "nothing"}</p>;
}

const page = (client: QueryClient) => (
  <QueryClientProvider client={client}>
    <PrefetchedQueries known={known} />
    <View />
  </QueryClientProvider>
);

const newClient = () => new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });

/** As the server renders the page: there is no window. */
function renderOnServer(): string {
  vi.stubGlobal("window", undefined);
  try {
    return renderToString(page(newClient()));
  } finally {
    vi.unstubAllGlobals();
  }
}

async function open(): Promise<HTMLElement> {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderOnServer();
  expect(events).toEqual(["drawn with nothing"]);
  events.length = 0;
  const onRecoverableError = vi.fn();
  const root = await act(async () => hydrateRoot(container, page(newClient()), { onRecoverableError }));
  expect(onRecoverableError).not.toHaveBeenCalled();
  const text = container.textContent;
  await act(async () => root.unmount());
  container.textContent = text;
  return container;
}

beforeEach(() => {
  events.length = 0;
});

afterEach(() => {
  document.body.replaceChildren();
  route.workspace = "known";
});

it("requests once, while the page is hydrated, and not on the server", async () => {
  const container = await open();
  expect(events).toEqual(["request of known", "drawn with nothing", "drawn with known"]);
  expect(container.textContent).toBe("known");
});

it("requests nothing of a workspace that does not exist", async () => {
  route.workspace = "removed";
  await open();
  expect(events.filter((event) => event.startsWith("request"))).toEqual([]);
});
