// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { appQuery } from "@/lib/api/client/app-client";
import type { FirstAnswers } from "@/lib/api/contract/first-answers";
import { KnownAnswers } from "./known-answers";

const MINUTE_MS = 60_000;

const workspacesOf = (slug: string) => ({
  workspaces: [
    {
      ...{ id: slug, slug, connectionId: "local", connectionName: "Local", projectId: `team/${slug}` },
      createdAt: "2026-11-20T14:30:00.000Z",
    },
  ],
});

const asked = vi.fn();

beforeEach(() => {
  vi.stubGlobal("fetch", async (path: string) => {
    asked(path);
    return new Response(JSON.stringify(workspacesOf("asked")));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  asked.mockClear();
});

const known = (readAtMs: number): FirstAnswers => ({ readAtMs, answers: { "workspaces.list": workspacesOf("known") } });

function Slugs() {
  const { data } = useQuery({ ...appQuery("workspaces.list", {}), staleTime: MINUTE_MS / 2 });
  return <p>{data?.workspaces.map(({ slug }) => slug).join() ?? "nothing yet"}</p>;
}

const page = (answers: FirstAnswers | null, client = new QueryClient()) => (
  <QueryClientProvider client={client}>
    <KnownAnswers known={answers} />
    <Slugs />
  </QueryClientProvider>
);

it("shows what came with the page at once, and does not ask for it", () => {
  render(page(known(Date.now())));
  expect(screen.getByText("known")).toBeDefined();
  expect(asked).not.toHaveBeenCalled();
});

it("draws the page at first as the server did, which knew no answers", () => {
  expect(renderToString(page(known(Date.now())))).toContain("nothing yet");
});

it("asks again for what was read a while ago, as in a page of the browser's history", async () => {
  render(page(known(Date.now() - MINUTE_MS)));
  expect(screen.getByText("known")).toBeDefined();
  expect(await screen.findByText("asked")).toBeDefined();
});

it("does not take an answer for new because the server's clock is ahead", () => {
  const client = new QueryClient();
  render(page(known(Date.now() + MINUTE_MS), client));
  const updatedAt = client.getQueryState(appQuery("workspaces.list", {}).queryKey)?.dataUpdatedAt;
  expect(updatedAt).toBeLessThanOrEqual(Date.now());
});

it("leaves alone what the page has asked for already", () => {
  const client = new QueryClient();
  client.setQueryData(appQuery("workspaces.list", {}).queryKey, workspacesOf("newer"));
  render(page(known(Date.now()), client));
  expect(screen.getByText("newer")).toBeDefined();
});

it("asks for everything where nothing came with the page", async () => {
  render(page(null));
  expect(await screen.findByText("asked")).toBeDefined();
});
