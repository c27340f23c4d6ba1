// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { StorageView } from "./storage-view";

vi.mock("next/navigation", () => ({ usePathname: () => "/settings/storage" }));
vi.mock("@/components/settings/settings-head", () => ({ SettingsHead: () => null }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(answers: Answers): void {
  answerRequests(answers);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <StorageView />
    </QueryClientProvider>,
  );
}

describe("the page Storage", () => {
  it("says which tables have damaged parts, and what to do", async () => {
    open({ "storage.read": () => json({ damaged: [{ table: "calls", part_count: 2, bytes: 4096 }] }) });
    expect((await screen.findByRole("alert")).textContent).toContain("2 parts of the stored data cannot be read");
    expect(screen.getByRole("row", { name: "calls 2 4.1 kB" })).toBeDefined();
    expect(screen.getByText(/npm run restore/)).toBeDefined();
  });

  it("says that everything can be read", async () => {
    open({ "storage.read": () => json({ damaged: [] }) });
    expect(await screen.findByText(/can read all of its stored data/)).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("does not look healthy when the service cannot be asked", async () => {
    open({ "storage.read": () => failed("unreachable") });
    expect(await screen.findByRole("alert")).toBeDefined();
    expect(screen.queryByText(/can read all/)).toBeNull();
  });
});
