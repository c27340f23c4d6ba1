// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { appQuery } from "@/lib/api/client/app-client";
import type { PrefetchedResults } from "@/lib/api/contract/app/prefetched-results";
import { PrefetchedQueries } from "./first-answers";
import { useWorkspaces } from "./use-workspace";

vi.mock("next/navigation", () => ({ useParams: () => ({}) }));

const MINUTE_MS = 60_000;

const workspacesOf = (slug: string) => ({
  workspaces: [
    {
      id: slug,
      slug,
      connectionId: "local",
      connectionName: "Local",
      projectId: `team/${slug}`,
      createdAt: "2026-11-20T14:30:00.000Z",
    },
  ],
});

const request = vi.fn();

beforeEach(() => {
  vi.stubGlobal("fetch", async (path: string) => {
    request(path);
    return new Response(JSON.stringify(workspacesOf("asked")));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  request.mockClear();
});

const known = (readAtMs: number): PrefetchedResults => ({
  readAtMs,
  answers: { "workspaces.list": workspacesOf("known") },
});

function Slugs() {
  const { workspaces } = useWorkspaces();
  return <p>{workspaces.map(({ slug }) => slug).join() || "nothing yet"}</p>;
}

const newClient = () => new QueryClient({ defaultOptions: { queries: { staleTime: MINUTE_MS / 2 } } });

const page = (answers: PrefetchedResults | null, client = newClient()) => (
  <QueryClientProvider client={client}>
    <PrefetchedQueries known={answers} />
    <Slugs />
    <Suspense>
      <Slugs />
    </Suspense>
  </QueryClientProvider>
);

const shown = () => screen.getAllByText(/./).map((node) => node.textContent);

it("shows the data of the page at once, without a request", () => {
  render(page(known(Date.now())));
  expect(shown()).toEqual(["known", "known"]);
  expect(request).not.toHaveBeenCalled();
});

it("hydrates the server's markup, which was rendered without data, without a mismatch", async () => {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(page(known(Date.now())));
  expect(container.textContent).toBe("nothing yetnothing yet");
  const onRecoverableError = vi.fn();
  const root = await act(async () => hydrateRoot(container, page(known(Date.now())), { onRecoverableError }));
  expect(container.textContent).toBe("knownknown");
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(request).not.toHaveBeenCalled();
  await act(async () => root.unmount());
  container.remove();
});

it("refreshes old data, as in a page from the browser's history", async () => {
  render(page(known(Date.now() - MINUTE_MS)));
  expect(shown()).toEqual(["known", "known"]);
  expect(await screen.findAllByText("asked")).toHaveLength(2);
});

it("does not treat data as new because the server's clock is ahead", () => {
  const client = newClient();
  render(page(known(Date.now() + MINUTE_MS), client));
  const updatedAt = client.getQueryState(appQuery("workspaces.list", {}).queryKey)?.dataUpdatedAt;
  expect(updatedAt).toBeLessThanOrEqual(Date.now());
});

it("keeps data that the page has already requested", () => {
  const client = newClient();
  client.setQueryData(appQuery("workspaces.list", {}).queryKey, workspacesOf("newer"));
  render(page(known(Date.now()), client));
  expect(shown()).toEqual(["newer", "newer"]);
});

it("requests everything where the page has no data", async () => {
  render(page(null));
  expect(await screen.findAllByText("asked")).toHaveLength(2);
});
