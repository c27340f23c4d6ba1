// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { ValueSection } from "./value-section";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const workspace = {
  id: "w",
  slug: "ws",
  connectionId: "local",
  connectionName: "local",
  projectId: "demo/airline",
  createdAt: "2026-11-20T00:00:00Z",
};

let versionCount = 0;

/** A version for this test only, since drafts are stored by version. */
function version(kind: string) {
  versionCount += 1;
  return {
    project_id: "demo/airline",
    object_id: "seed",
    created_at: "2026-11-20T00:00:00Z",
    kind,
    digest: `digest-${versionCount}`,
    version_index: 0,
    is_latest: 1,
    size_bytes: 20,
    val: parseJson('{"seed":9007199254740993,"t":1.0}'),
  };
}

/** Answers the session, and `obj.create` with the given response; records what was published. */
function dashboard(role: Role, create: () => Response) {
  const published: string[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path.includes("obj.create")) {
      published.push(String(init.body));
      return create();
    }
    const person = { id: "u1", name: "Mia", email: "mia@example.org", role };
    return new Response(JSON.stringify({ person, expiresAt: "2026-11-21T00:00:00Z" }));
  });
  return published;
}

function show(one: ReturnType<typeof version>, onPublished: (digest: string) => void = () => undefined) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <ValueSection workspace={workspace} version={one} isShown onPublished={onPublished} />
    </QueryClientProvider>,
  );
}

const edit = () => screen.getByRole("button", { name: "Edit" }) as HTMLButtonElement;
const field = () => screen.getByRole("textbox", { name: "Value as JSON" }) as HTMLTextAreaElement;
const publish = () => screen.getByRole("button", { name: "Publish" }) as HTMLButtonElement;

const done = () => new Response(JSON.stringify({ digest: "next", object_id: "seed" }));

async function openEditor(): Promise<void> {
  await waitFor(() => expect(edit().disabled).toBe(false));
  fireEvent.click(edit());
}

describe("editing a value", () => {
  it("publishes the text with all its digits as a version of the same object", async () => {
    const published = dashboard("member", done);
    const onPublished = vi.fn();
    show(version("object"), onPublished);
    await openEditor();
    expect(publish().disabled).toBe(true);
    fireEvent.change(field(), { target: { value: field().value.replace("1.0", "0.20") } });
    fireEvent.click(publish());
    await waitFor(() => expect(onPublished).toHaveBeenCalledWith("next"));
    expect(published).toEqual([
      '{"obj":{"project_id":"demo/airline","object_id":"seed","val":{"seed":9007199254740993,"t":0.20}}}',
    ]);
  });

  it("does not publish invalid JSON, and shows the error", async () => {
    dashboard("member", done);
    show(version("object"));
    await openEditor();
    fireEvent.change(field(), { target: { value: '{"seed": }' } });
    expect(publish().disabled).toBe(true);
    expect(field().getAttribute("aria-invalid")).toBe("true");
  });

  it("keeps the text when publishing fails, and when the user leaves the version and returns", async () => {
    const error = { kind: "unsupported", message: "no", requestId: "r", operation: "obj.create" };
    dashboard("member", () => new Response(JSON.stringify({ error }), { status: 404 }));
    const one = version("object");
    const first = show(one);
    await openEditor();
    fireEvent.change(field(), { target: { value: '{"t":3}' } });
    fireEvent.click(publish());
    await screen.findByText(/does not support \/obj\/create/);
    expect(field().value).toBe('{"t":3}');
    first.unmount();
    show(one);
    expect(field().value).toBe('{"t":3}');
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await openEditor();
    expect(field().value).toContain("9007199254740993");
  });

  it("is disabled for viewers, with the reason", async () => {
    dashboard("viewer", done);
    show(version("object"));
    await screen.findByText("Members and admins can edit");
    expect(edit().disabled).toBe(true);
  });

  it("is not available for ops, whose source is a file", () => {
    dashboard("admin", done);
    show(version("op"));
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  });
});
