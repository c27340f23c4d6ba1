// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useVersionPages } from "./use-version-pages";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface SentRequest {
  readonly limit: number;
  readonly offset: number;
}

const version = (index: number) => ({
  project_id: "demo/airline",
  object_id: "many",
  created_at: "2026-11-20T14:30:01Z",
  digest: `digest-${index}`,
  version_index: index,
  is_latest: 0,
  kind: "object",
});

const versions = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, offset) => version(from + offset));

const failure = { kind: "upstream", message: "It failed.", requestId: "r", operation: "objs.query" };

/** A service that answers each page as configured, and records its requests. */
function service(answer: (request: SentRequest) => unknown) {
  const requests: SentRequest[] = [];
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    const { limit, offset } = JSON.parse(String(init.body)) as SentRequest;
    requests.push({ limit, offset });
    const objs = answer({ limit, offset });
    return objs === null
      ? new Response(JSON.stringify({ error: failure }), { status: 502 })
      : new Response(JSON.stringify({ objs }));
  });
  return requests;
}

function render(question: { project_id: string } | null = { project_id: "demo/airline" }) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useVersionPages("local", question), { wrapper }).result;
}

describe("pages of versions", () => {
  it("are requested one after the other until all versions are loaded", async () => {
    const requests = service(({ limit, offset }) => versions(offset, Math.min(offset + limit, 2500)));
    const pages = render();
    await waitFor(() => expect(pages.current.isWhole).toBe(true));
    expect(pages.current.versions).toHaveLength(2500);
    expect(requests.map(({ offset }) => offset)).toEqual([0, 1000, 2000]);
  });

  it("include a version once when it moved from one page to the next", async () => {
    service(({ offset }) => (offset === 0 ? versions(0, 1000) : versions(999, 1200)));
    const pages = render();
    await waitFor(() => expect(pages.current.isWhole).toBe(true));
    expect(pages.current.versions.map(({ version_index }) => version_index)).toEqual(
      versions(0, 1200).map((_, at) => at),
    );
  });

  it("end when a service ignores the page and always returns everything", async () => {
    const requests = service(() => versions(0, 1500));
    const pages = render();
    await waitFor(() => expect(pages.current.isWhole).toBe(true));
    expect(pages.current.versions).toHaveLength(1500);
    expect(pages.current.isStuck).toBe(false);
    expect(requests).toHaveLength(2);
  });

  it("say that they are stuck when a service returns the first page again", async () => {
    const requests = service(({ limit }) => versions(0, limit));
    const pages = render();
    await waitFor(() => expect(pages.current.isStuck).toBe(true));
    expect(pages.current.isWhole).toBe(false);
    expect(pages.current.versions).toHaveLength(1000);
    expect(requests).toHaveLength(2);
  });

  it("leave out a version that does not match the contract, and name its position and the reason", async () => {
    const rows = (from: number, to: number) =>
      versions(from, to).map((row) => (row.version_index === 1001 ? { ...row, version_index: "first" } : row));
    service(({ limit, offset }) => rows(offset, Math.min(offset + limit, 1500)));
    const pages = render();
    await waitFor(() => expect(pages.current.isWhole).toBe(true));
    expect(pages.current.versions).toHaveLength(1499);
    expect(pages.current.badRows).toEqual([{ line: 1002, reason: expect.stringContaining("version_index: ") }]);
    expect(pages.current.failure).toBeNull();
  });

  it("fail when the response itself does not match", async () => {
    service(() => "none");
    const pages = render();
    await waitFor(() => expect(pages.current.failure).toMatchObject({ kind: "unreadable" }));
  });

  it("keep the versions loaded before a failure, report it, and continue from there", async () => {
    let isDown = true;
    service(({ offset }) => (offset > 0 && isDown ? null : versions(offset, Math.min(offset + 1000, 1300))));
    const pages = render();
    await waitFor(() => expect(pages.current.failure).toMatchObject({ kind: "upstream" }));
    expect(pages.current.versions).toHaveLength(1000);
    expect(pages.current.isWhole).toBe(false);
    isDown = false;
    act(() => pages.current.retry());
    await waitFor(() => expect(pages.current.isWhole).toBe(true));
    expect(pages.current.versions).toHaveLength(1300);
    expect(pages.current.failure).toBeNull();
  });

  it("wait for the user beyond twenty thousand", async () => {
    service(({ limit, offset }) => versions(offset, Math.min(offset + limit, 20_500)));
    const pages = render();
    await waitFor(() => expect(pages.current.isPaused).toBe(true));
    expect(pages.current.versions).toHaveLength(20_000);
    act(() => pages.current.loadMore());
    await waitFor(() => expect(pages.current.isWhole).toBe(true));
    expect(pages.current.versions).toHaveLength(20_500);
  });

  it("are not requested without a query", () => {
    const requests = service(() => []);
    expect(render(null).current).toMatchObject({ versions: [], isPending: false, isWhole: false });
    expect(requests).toEqual([]);
  });
});
