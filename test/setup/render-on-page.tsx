import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, renderHook } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { RenewingQueryClient } from "@/lib/api/client/renewing-query-client";

export const testWorkspace = {
  id: "w",
  slug: "airline",
  connectionId: "local",
  connectionName: "Local",
  projectId: "demo/airline",
  createdAt: "2026-11-21T10:00:00Z",
};

interface PageOptions<Props> {
  readonly props: Props;
  /** The search part of the address. */
  readonly address?: string;
}

/** As in the dashboard. */
const STALE_TIME_MS = 30_000;

/** A page that has a query cache and an address. Failed queries are not repeated. */
function makePage(address: string) {
  const client = new RenewingQueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: STALE_TIME_MS, refetchOnWindowFocus: false },
    },
  });
  const addresses: URLSearchParams[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <NuqsTestingAdapter
        hasMemory
        searchParams={address}
        onUrlUpdate={({ searchParams }) => addresses.push(searchParams)}
      >
        {children}
      </NuqsTestingAdapter>
    </QueryClientProvider>
  );
  return { wrapper, client, addresses };
}

/** Renders a hook in a page. */
export function renderOnPage<Result, Props>(hook: (props: Props) => Result, options: PageOptions<Props>) {
  const { wrapper, client, addresses } = makePage(options.address ?? "");
  return { ...renderHook(hook, { wrapper, initialProps: options.props }), client, addresses };
}

/** Renders a part of a page in a page. */
export function renderElementOnPage(element: ReactNode, { address = "" }: { readonly address?: string } = {}) {
  const { wrapper, client, addresses } = makePage(address);
  return { ...render(element, { wrapper }), client, addresses };
}

/** Presses keys of the page one after the other: `j`, `Shift+x`, `Mod+Home`, `Space`. */
export function press(...names: readonly string[]): void {
  for (const name of names) {
    const parts = name.split("+");
    const key = parts.at(-1) === "Space" ? " " : parts.at(-1);
    fireEvent.keyDown(document.body, {
      key,
      ctrlKey: parts.includes("Mod"),
      shiftKey: parts.includes("Shift"),
    });
  }
}

/** Removes what a test left in the document. */
export function cleanPage(): void {
  cleanup();
  vi.unstubAllGlobals();
  window.localStorage.clear();
  window.sessionStorage.clear();
}
