// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { ObjectsView } from "./objects-view";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({
  useRouter: () => ({ push }),
  useParams: () => ({ workspace: "airline" }),
  usePathname: () => "/airline/objects",
}));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

layOut({ inside: { width: 1200, height: 600 }, drawn: { width: 1200, height: 600 } });
afterEach(() => {
  cleanPage();
  push.mockClear();
});

interface StoredVersion {
  readonly object_id: string;
  readonly version_index: number;
  readonly digest: string;
  readonly val: unknown;
}

const PROJECT = "demo/airline";

const CONNECTION = {
  id: "local",
  name: "Local",
  baseUrl: "http://localhost:8080",
  dialect: "svc",
  isBuiltIn: true,
  basic: { username: "api", isPasswordSet: true },
  bearer: { isTokenSet: false },
  workspaceCount: 1,
  createdAt: "2026-11-20T12:00:00.000Z",
  updatedAt: "2026-11-20T12:00:01.000Z",
  lastTest: null,
};
const REF = `weave:///${PROJECT}/object/policy:policy-2`;

const version = (object_id: string, version_index: number, val: unknown, more: object = {}) => ({
  project_id: PROJECT,
  object_id,
  created_at: `2026-11-${10 + version_index}T14:30:01Z`,
  digest: `${object_id}-${version_index}`,
  version_index,
  is_latest: 0,
  kind: "object",
  base_object_class: null,
  size_bytes: 100,
  tags: [],
  aliases: [],
  val,
  ...more,
});

const STORED = [
  version("policy", 2, { note: "Check seats" }, { is_latest: 1, aliases: ["latest"] }),
  version("policy", 1, { note: "Ask once" }, { aliases: ["production"] }),
  version("policy", 0, { note: "Draft" }),
  version("agent", 0, { name: "first of its kind" }, { is_latest: 1, base_object_class: "Model" }),
];

const signedIn =
  (role: string): Answers[string] =>
  () =>
    json({ person: { id: "p", name: "Ines", email: "ines@example.org", role }, expiresAt: "2027-01-01T00:00:00Z" });

const notFound = (more: object = {}) =>
  new Response(
    JSON.stringify({
      error: { kind: "not-found", message: "No such version.", requestId: "r", operation: "x", ...more },
    }),
    { status: 404 },
  );

/** A service with these versions, which filters them by name and class. */
function draw(answers: Answers = {}, address = "", stored: readonly StoredVersion[] = STORED) {
  const sent = answerRequests({
    "session.current": signedIn("member"),
    "connections.list": () => json({ connections: [CONNECTION] }),
    "tags.list": () => json({ tags: [] }),
    "aliases.list": () => json({ aliases: ["production"] }),
    "objs.query": ({ body }) => {
      const { object_ids: names, exclude_base_object_classes: excluded = [], is_op: isOp } = body.filter;
      const objs = stored.filter(
        (one) =>
          (names?.includes(one.object_id) ?? true) &&
          !("base_object_class" in one && excluded.includes(one.base_object_class)) &&
          !isOp,
      );
      const from = body.offset ?? 0;
      return json({ objs: objs.slice(from, from + (body.limit ?? 1000)) });
    },
    "obj.read": ({ body }) => {
      const named = stored.filter(({ object_id }) => object_id === body.object_id);
      const obj = body.digest === "latest" ? named[0] : named.find(({ digest }) => digest === body.digest);
      return obj ? json({ obj: { ...obj, ...(body.metadata_only && { val: null }) } }) : notFound();
    },
    ...answers,
  });
  const page = renderElementOnPage(
    <ToastProvider>
      <TooltipProvider>
        <ObjectsView />
      </TooltipProvider>
    </ToastProvider>,
    { address },
  );
  return { ...page, sent };
}

const list = () => screen.findByRole("treegrid", { name: "Objects" });
const bodiesOf = (sent: ReturnType<typeof answerRequests>, operation: string) =>
  sent.filter((request) => request.operation === operation).map(({ body }) => body);

it("shows a program that publishes the first object of an empty project", async () => {
  draw({}, "", []);
  expect(await screen.findByRole("heading", { name: "No objects in airline yet" })).toBeTruthy();
  expect(await screen.findByText(/WF_TRACE_SERVER_URL=http:\/\/localhost:8080/)).toBeTruthy();
});

it("names the filters when no object matches, and clears them", async () => {
  const { addresses } = draw(
    { "objs.query": ({ body }) => json({ objs: "is_op" in body.filter ? [] : STORED }) },
    "?q=nothing&kind=op",
  );
  expect(await screen.findByRole("heading", { name: "No objects match 2 filters" })).toBeTruthy();
  expect(screen.getByText(/the text “nothing”, kind op/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear all" }));
  await waitFor(() => expect(addresses.at(-1)?.size).toBe(0));
  expect(await within(await list()).findByText("agent")).toBeTruthy();
});

it("opens a version by its ref on a service that cannot list objects", async () => {
  draw({ "objs.query": () => failed("unsupported") });
  expect(
    await screen.findByRole("heading", { name: "This connection does not support a list of objects" }),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole("searchbox", { name: "Find objects" }));
  await userEvent.paste(`weave:///${PROJECT}/object/policy:policy-1`);
  expect(push).toHaveBeenCalledExactlyOnceWith("/airline/objects?object=policy&version=policy-1");
  cleanup();
  draw({ "objs.query": () => failed("unsupported") }, "?object=policy&version=policy-1");
  expect(await screen.findByText(/Ask once/)).toBeTruthy();
});

it("says that the service does not respond, and lists the objects once it does", async () => {
  let isDown = true;
  draw({ "objs.query": () => (isDown ? failed("unreachable") : json({ objs: STORED })) });
  expect(await screen.findByRole("heading", { name: "The service does not respond" })).toBeTruthy();
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await within(await list()).findByText("agent")).toBeTruthy();
});

it("distinguishes an unknown version, an unknown object and a deleted version", async () => {
  const { addresses } = draw({}, "?object=policy&version=unknown&tab=content");
  expect(await screen.findByRole("heading", { name: "Version not found" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Show latest" }));
  await waitFor(() => expect(addresses.at(-1)?.get("version")).toBeNull());
  expect(await screen.findByText(/Check seats/)).toBeTruthy();
  cleanup();
  draw({}, "?object=nowhere");
  expect(await screen.findByRole("heading", { name: "Version not found" })).toBeTruthy();
  cleanup();
  draw({}, "?object=policy&a=unknown&b=policy-1");
  expect(await screen.findByRole("heading", { name: "Version not found" })).toBeTruthy();
  cleanup();
  const deleted = () => notFound({ deletedAt: "2026-11-20T10:00:00Z" });
  draw({ "obj.read": deleted }, "?object=policy&version=policy-1&tab=content");
  expect(await screen.findByRole("heading", { name: "This version was deleted" })).toBeTruthy();
});

it("sorts in the service, descending first and back", async () => {
  const { sent, addresses } = draw();
  const head = await within(await list()).findByRole("button", { name: "Object" });
  expect(bodiesOf(sent, "objs.query")[0].sort_by).toEqual([{ field: "created_at", direction: "desc" }]);
  await userEvent.click(head);
  await waitFor(() => expect(addresses.at(-1)?.get("sort")).toBe("-object_id"));
  await userEvent.click(await within(await list()).findByRole("button", { name: "Object" }));
  await waitFor(() => expect(addresses.at(-1)?.get("sort")).toBe("object_id"));
  await waitFor(() =>
    expect(bodiesOf(sent, "objs.query").map(({ sort_by: by }) => by[0])).toContainEqual({
      field: "object_id",
      direction: "asc",
    }),
  );
});

it("asks for a part of the versions, their values, and without excluded classes", async () => {
  const { sent } = draw({}, "?view=versions&limit=2&sort=object_id");
  await userEvent.click(await screen.findByRole("button", { name: "Next versions" }));
  const page = { limit: 2, offset: 2, metadata_only: true, include_storage_size: true };
  await waitFor(() => expect(bodiesOf(sent, "objs.query")).toContainEqual(expect.objectContaining(page)));
  cleanup();
  const whole = draw({}, "?view=versions&values=true&not=Model");
  expect(await within(await list()).findAllByText(/policy/)).not.toHaveLength(0);
  expect(within(await list()).queryByText("agent")).toBeNull();
  expect(bodiesOf(whole.sent, "objs.query")).toContainEqual(
    expect.objectContaining({ metadata_only: false, filter: { exclude_base_object_classes: ["Model"] } }),
  );
});

it("reads the record of a version with its value or without it", async () => {
  const { sent } = draw({}, "?object=policy&tab=raw");
  const panel = await screen.findByRole("tabpanel");
  expect(await within(panel).findByText(/Check seats/)).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "Metadata only" }));
  await waitFor(() => expect(within(screen.getByRole("tabpanel")).queryByText(/Check seats/)).toBeNull());
  expect(bodiesOf(sent, "obj.read").at(-1)).toMatchObject({ object_id: "policy", metadata_only: true });
});

it("sets an alias and a tag, refuses a reserved name, and moves an alias to another version", async () => {
  const { sent } = draw(
    { "obj.setAliases": () => json({}), "obj.addTags": () => json({}), "obj.removeAliases": () => json({}) },
    "?object=policy&version=policy-2&tab=content",
  );
  await userEvent.click(await screen.findByRole("button", { name: "Set alias" }));
  const field = await screen.findByRole("textbox", { name: "Alias" });
  await userEvent.type(field, "latest{Enter}");
  expect(await screen.findByText("latest is reserved by the service.")).toBeTruthy();
  expect(bodiesOf(sent, "obj.setAliases")).toEqual([]);
  await userEvent.clear(field);
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "production" }));
  await waitFor(() =>
    expect(bodiesOf(sent, "obj.setAliases")).toEqual([
      { project_id: PROJECT, digest: "policy-2", aliases: ["production"] },
    ]),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Add tag" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Tag" }), "under review{Enter}");
  await waitFor(() => expect(bodiesOf(sent, "obj.addTags")).toEqual([{ project_id: PROJECT, tags: ["under review"] }]));
});

it("opens the version that an alias names, and removes the alias", async () => {
  const { sent } = draw({ "obj.removeAliases": () => json({}) }, "?object=policy&version=production&tab=content");
  expect(await screen.findByText(/Ask once/)).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "Remove alias production" }));
  await waitFor(() =>
    expect(bodiesOf(sent, "obj.removeAliases")).toEqual([{ project_id: PROJECT, aliases: ["production"] }]),
  );
});

it("deletes a version after the name of its object is typed, and shows its number as deleted", async () => {
  let stored: readonly StoredVersion[] = STORED;
  const { sent } = draw(
    {
      "objs.query": () => json({ objs: stored }),
      "obj.delete": () => {
        stored = STORED.filter(({ digest }) => digest !== "policy-1");
        return json({ num_deleted: 1 });
      },
    },
    "?object=policy&version=policy-1&tab=content",
  );
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete v1…" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete v1 of policy?" });
  const button = await within(dialog).findByRole("button", { name: "Delete" });
  expect(button).toHaveProperty("disabled", true);
  await userEvent.type(within(dialog).getByLabelText("Type the object's name to confirm"), "policy");
  await userEvent.click(button);
  await waitFor(() =>
    expect(bodiesOf(sent, "obj.delete")).toEqual([{ project_id: PROJECT, object_id: "policy", digests: ["policy-1"] }]),
  );
  const versions = screen.getByRole("list", { name: "Versions" });
  expect(await within(versions).findByRole("button", { name: "v1 deleted" })).toBeTruthy();
});

it("offers a viewer neither deletion nor labels", async () => {
  draw({ "session.current": signedIn("viewer") }, "?object=policy&tab=content");
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  const item = await screen.findByRole("menuitem", { name: "Delete all versions…" });
  expect(item.getAttribute("aria-disabled")).toBe("true");
  expect(screen.queryByRole("button", { name: "Set alias" })).toBeNull();
});

it("lists the objects that reference the selected version, and leads to them", async () => {
  draw(
    {
      "obj.usedBy": () =>
        json({
          uses: [{ ...version("agent", 2, null), is_latest: 1, leaf_object_class: "Agent", refs: [REF], row_count: 0 }],
          has_more: false,
        }),
    },
    "?object=policy&tab=used",
  );
  const using = await screen.findByRole("region", { name: "Referencing objects" });
  const link = await within(using).findByRole("link", { name: "agent" });
  expect(link.getAttribute("href")).toContain("/airline/objects?object=agent&version=agent-2");
});
