// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AppOperationId } from "@/lib/api/contract/app/app-operations";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { layOut } from "@/test/setup/browser-layout";
import type { AvailableProject } from "./available-project-list";
import { StartView } from "./start-view";

layOut();

const replace = vi.fn();
// The default timeout of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

vi.mock("next/navigation", () => ({ useRouter: () => ({ replace }) }));

interface Server {
  role: Role;
  projects: AvailableProject[];
  /** Responses that replace the defaults, by operation. */
  failures: Partial<Record<AppOperationId, { status: number; kind: string; message: string }>>;
  workspaces: { slug: string; projectId: string }[];
  readonly asked: { id: string; input: unknown }[];
  /** Requested operations of the embedded service. */
  readonly service: string[];
  /** Its list of requests, when it has one. */
  heard: unknown;
}

const KEY = "hk_4fQ2mZx1abcdefghijklmnopqrstuvwxyz0123456";

let server: Server;

const offered = (projectId: string): AvailableProject => ({
  projectId,
  callCount: 1,
  lastCallAt: null,
  workspaceSlug: null,
});

function workspaceRow({ slug, projectId }: { slug: string; projectId: string }) {
  const createdAt = "2026-11-20T00:00:00Z";
  return { id: slug, slug, connectionId: "local", connectionName: "local", projectId, createdAt };
}

const local = {
  id: "local",
  name: "local",
  baseUrl: "http://127.0.0.1:7701",
  dialect: "svc",
  isBuiltIn: true,
  basic: { username: null, isPasswordSet: false },
  bearer: { isTokenSet: true },
  workspaceCount: 0,
  createdAt: null,
  updatedAt: null,
  lastTest: null,
};

function answerOf(id: string, input: { projectId?: string }): unknown {
  const person = { id: "u1", name: "Mia", email: "mia@example.org", role: server.role };
  switch (id) {
    case "session.current":
      return { person, expiresAt: "2026-11-21T00:00:00Z" };
    case "connections.list":
      return { connections: [local] };
    case "workspaces.offered":
      return { projects: server.projects };
    case "workspaces.list":
      return { workspaces: server.workspaces.map(workspaceRow) };
    case "serviceKeys.create":
      return {
        id: "k1",
        name: "first",
        userId: "u1",
        ownerName: "Mia",
        isRevocable: true,
        projects: ["demo/first"],
        scopes: null,
        createdAt: "2026-11-20T00:00:00Z",
        lastUsedAt: null,
        expiresAt: null,
        revokedAt: null,
        key: KEY,
      };
    case "workspaces.create":
      return { workspace: workspaceRow({ slug: "made", projectId: input.projectId ?? "" }) };
    default:
      throw new Error(`Nobody answers ${id}`);
  }
}

/** Default responses of the embedded service: no requests so far and no sample. */
const ofService: Readonly<Record<string, unknown>> = {
  "requests.recent": { requests: [] },
  "objs.query": { objs: [] },
};

async function answer(path: string, init: { body: string }): Promise<Response> {
  if (path.startsWith("/api/service/local/")) {
    const id = path.replace("/api/service/local/", "");
    server.service.push(id);
    return Response.json(server.heard && id === "requests.recent" ? server.heard : ofService[id]);
  }
  const id = path.replace("/api/app/", "");
  const input = JSON.parse(init.body) as { projectId?: string };
  server.asked.push({ id, input });
  const failure = server.failures[id as AppOperationId];
  if (!failure) return Response.json(answerOf(id, input));
  const { status, kind, message } = failure;
  return Response.json({ error: { kind, message, requestId: "r1", operation: id } }, { status });
}

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <NuqsTestingAdapter hasMemory>
      <QueryClientProvider client={client}>
        <StartView />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
}

const created = () => server.asked.filter(({ id }) => id === "workspaces.create");

beforeEach(() => {
  server = { role: "member", projects: [], failures: {}, workspaces: [], asked: [], service: [], heard: null };
  vi.stubGlobal("fetch", answer);
  replace.mockReset();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the start without a workspace", () => {
  it("shows how to log the first call, then opens the first project automatically, once", async () => {
    open();
    await screen.findByRole("heading", { name: "Send your first call" });
    expect(document.body.textContent).toContain("export WANDB_BASE_URL=http://localhost:7701");
    expect(created()).toEqual([]);
    server.projects = [offered("demo/first")];
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/made/traces"));
    expect(created()).toEqual([{ id: "workspaces.create", input: { connectionId: "local", projectId: "demo/first" } }]);
  });

  it("opens the only existing project", async () => {
    server.projects = [offered("demo/first")];
    open();
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/made/traces"));
  });

  it("opens the workspace that another user created in the meantime", async () => {
    server.projects = [offered("demo/first")];
    server.workspaces = [{ slug: "theirs", projectId: "demo/first" }];
    server.failures["workspaces.create"] = { status: 422, kind: "validation", message: "taken" };
    open();
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/theirs/traces"));
  });

  it("lists several projects and opens the chosen one", async () => {
    server.projects = [offered("team/one"), offered("team/two")];
    open();
    const button = await screen.findByRole("button", { name: "Open team/two" });
    expect(created()).toEqual([]);
    fireEvent.click(button);
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/made/traces"));
    expect(created()[0]?.input).toMatchObject({ projectId: "team/two" });
  });

  it("creates nothing for a viewer, and says who can", async () => {
    server.role = "viewer";
    server.projects = [offered("demo/first")];
    open();
    await screen.findByText(/You are a viewer/);
    expect(screen.queryByRole("button", { name: /^Open/ })).toBeNull();
    expect(created()).toEqual([]);
  });

  it("shows a viewer no key, no requests of others and no sample", async () => {
    server.role = "viewer";
    open();
    await screen.findByRole("heading", { name: "Send your first call" });
    expect(screen.queryByRole("button", { name: "Create key" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Create the sample project" })).toBeNull();
    expect(screen.getByText("A member or an admin can create it.")).toBeTruthy();
    expect(server.service).toEqual([]);
  });

  it("creates a key of the project on request, and masks it until the user shows it", async () => {
    open();
    fireEvent.click(await screen.findByRole("button", { name: "Create key" }));
    await screen.findByText(/copying includes the full key/);
    const request = server.asked.find(({ id }) => id === "serviceKeys.create");
    expect(request?.input).toMatchObject({ projects: ["demo/first"] });
    expect(document.body.textContent).not.toContain(KEY);
    expect(document.body.textContent).toContain("hk_4fQ2••••");
    fireEvent.click(screen.getByRole("button", { name: "Show" }));
    expect(document.body.textContent).toContain(KEY);
  });

  it("asks for another key when the project name changes", async () => {
    open();
    fireEvent.click(await screen.findByRole("button", { name: "Create key" }));
    await screen.findByText(/copying includes the full key/);
    fireEvent.change(screen.getByLabelText("Project"), { target: { value: "mia/other" } });
    await screen.findByRole("button", { name: "Create key" });
    expect(document.body.textContent).not.toContain("hk_4fQ2");
    expect(document.body.textContent).toContain("mia/other");
  });

  it("lists a rejected request with its reason and its fix", async () => {
    server.heard = {
      requests: [
        {
          id: 1,
          first_at: "2026-11-20T14:31:40Z",
          last_at: "2026-11-20T14:31:40Z",
          count: 3,
          method: "POST",
          path: "/otel/v1/traces",
          operation: "otel.exportTraces",
          status: 400,
          project_ids: [],
          client: "curl/8",
          reason: "No project is named. Set the resource attributes.",
        },
      ],
    };
    open();
    await screen.findByText(/400, the header project_id is missing/);
    expect(screen.getByText(/3 times/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "How to add it" }));
    expect(screen.getByText(/Exporters name the project in a header/)).toBeTruthy();
    expect(document.body.textContent).toContain("project_id=demo/first");
  });

  it("does not open the sample project automatically: its card does", async () => {
    server.projects = [offered("demo/sample-airline")];
    open();
    await screen.findByRole("heading", { name: "Send your first call" });
    await waitFor(() => expect(server.service).toContain("requests.recent"));
    expect(created()).toEqual([]);
  });

  it("reports an unreachable service differently from an empty one", async () => {
    server.failures["workspaces.offered"] = { status: 502, kind: "unreachable", message: "No answer from 127.0.0.1." };
    open();
    await screen.findByText("The service does not respond");
    expect(screen.queryByText("Send your first call")).toBeNull();
  });

  it("shows why a project could not be opened, with a retry", async () => {
    server.projects = [offered("demo/first")];
    server.failures["workspaces.create"] = { status: 403, kind: "forbidden", message: "Not permitted." };
    open();
    await screen.findByText("Not permitted.");
    expect(screen.getByRole("heading", { name: "Could not open demo/first" })).toBeTruthy();
    server.failures = {};
    fireEvent.click(screen.getByRole("button", { name: "Open demo/first" }));
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/made/traces"));
  });
});
