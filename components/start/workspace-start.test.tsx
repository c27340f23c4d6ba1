// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render, screen, waitFor } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { layOut } from "@/test/setup/browser-layout";
import { WorkspaceStart } from "./workspace-start";

layOut();

// The default timeout of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

vi.mock("next/navigation", () => ({
  useRouter: () => ({ replace: vi.fn(), push: vi.fn() }),
  useParams: () => ({}),
}));

/** The number of calls that the remote service counts, or the kind of failure it returns. */
let stored: number | "unreachable";
let sentRequests: string[];
/** The name of the newest call; null while the service has none. */
let arrived: string | null;

const newest = { project_id: "mia/airline", op_name: "greet", trace_id: "t", started_at: "2026-11-20T00:00:00Z" };

const remote = {
  id: "far",
  name: "far",
  baseUrl: "https://traces.example.org",
  dialect: "svc",
  isBuiltIn: false,
  basic: { username: "api", isPasswordSet: true },
  bearer: { isTokenSet: true },
  workspaceCount: 1,
  createdAt: null,
  updatedAt: null,
  lastTest: null,
};

const person = { id: "u1", name: "Mia", email: "mia@example.org", role: "member" };

function failure(status: number, kind: string, operation: string): Response {
  return Response.json({ error: { kind, message: `No ${operation}`, requestId: "r1", operation } }, { status });
}

async function answer(path: string): Promise<Response> {
  const id = path.split("/").at(-1) ?? "";
  sentRequests.push(path.replace("/api/", ""));
  switch (id) {
    case "session.current":
      return Response.json({ person, expiresAt: "2026-11-21T00:00:00Z" });
    case "connections.list":
      return Response.json({ connections: [remote] });
    case "calls.queryStats":
      return stored === "unreachable" ? failure(502, "unreachable", id) : Response.json({ count: stored });
    case "calls.streamQuery":
      return new Response(
        arrived === null ? "" : `${JSON.stringify({ ...newest, id: "call 1", display_name: arrived })}\n`,
      );
    case "objs.query":
      return Response.json({ objs: [] });
    default:
      return failure(404, "unsupported", id);
  }
}

const workspace = {
  id: "w1",
  slug: "airline",
  connectionId: "far",
  connectionName: "far",
  projectId: "mia/airline",
  createdAt: "2026-11-20T00:00:00Z",
};

const onArrived = vi.fn();

beforeEach(() => {
  [stored, sentRequests, arrived] = [0, [], null];
  onArrived.mockReset();
  vi.stubGlobal("fetch", answer);
});

function shown(onFirstCall?: () => void) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <NuqsTestingAdapter hasMemory>
      <QueryClientProvider client={client}>
        <WorkspaceStart
          workspace={workspace}
          onSkip={() => undefined}
          {...(onFirstCall === undefined ? {} : { onArrived: onFirstCall })}
        />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("an empty workspace of a remote service", () => {
  it("counts calls instead of listing requests, says so, and opens the list with the first call", async () => {
    shown(onArrived);
    await screen.findByText(/does not report rejected requests. Heddle checks its number of calls every second/);
    expect(screen.queryByRole("log")).toBeNull();
    expect(sentRequests.filter((path) => path === "service/far/requests.recent")).toHaveLength(1);
    expect(onArrived).not.toHaveBeenCalled();
    stored = 1;
    await waitFor(() => expect(onArrived).toHaveBeenCalled());
  });

  it("creates no key there, and a sample only in the embedded service", async () => {
    shown(onArrived);
    await screen.findByText(/This service has its own keys/);
    expect(screen.queryByRole("button", { name: "Create key" })).toBeNull();
    await screen.findByRole("button", { name: "Create the sample project" });
    expect(sentRequests.filter((path) => path.endsWith("objs.query"))).toEqual(["service/local/objs.query"]);
  });

  it("says that the service does not respond, and keeps trying", async () => {
    shown(onArrived);
    await screen.findByText("Waiting for the first call…");
    stored = "unreachable";
    await screen.findByText("The service does not respond, still trying…");
    stored = 2;
    await waitFor(() => expect(onArrived).toHaveBeenCalled());
  });
});

describe("a start page that stays open", () => {
  it("ends the waiting with the call that arrived, and links to it", async () => {
    shown();
    await screen.findByText("Waiting for the first call…");
    expect(sentRequests.filter((path) => path.endsWith("calls.streamQuery"))).toEqual([]);
    [stored, arrived] = [1, "greet"];
    const link = await screen.findByRole("link", { name: "greet" });
    expect(link.getAttribute("href")).toBe("/airline/traces/call%201");
    expect(screen.queryByText("Waiting for the first call…")).toBeNull();
    expect(screen.getByText("Call received")).toBeTruthy();
  });
});
