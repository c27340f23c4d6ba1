import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import type { FirstRequest } from "@/lib/api/client/early-script";
import type { PrefetchedResults } from "@/lib/api/contract/app/prefetched-results";
import { EarlyRequestScript } from "./early-request-script";

const visit = vi.hoisted(() => ({ headers: new Headers(), known: null as unknown }));
vi.mock("next/headers", () => ({ headers: async () => visit.headers }));
vi.mock("@/lib/api/server/relay/prefetch-for-page", () => ({ prefetchForPage: async () => visit.known }));

const connectionWith = (support: string) => ({
  id: "local",
  lastTest: { testedAt: "2026-11-20T14:30:00.000Z", operations: [{ operation: "calls.queryStats", support }] },
});

const knownWith = (support: string) =>
  ({
    readAtMs: 12,
    answers: {
      "workspaces.list": { workspaces: [{ slug: "air", connectionId: "local", projectId: "demo/air" }] },
      "connections.list": { connections: [connectionWith(support)] },
    },
  }) as unknown as PrefetchedResults;

const firstRequest: FirstRequest = ({ projectId }, address) =>
  address.has("none") ? null : { operation: "calls.queryStats", body: { project_id: `${projectId} ${address}` } };

interface Visit {
  readonly accept?: string;
  readonly slug?: string;
  readonly known?: PrefetchedResults | null;
  readonly search?: Record<string, string[] | string>;
}

const DOCUMENT = "text/html,application/xhtml+xml";

async function scriptFor({ accept = DOCUMENT, slug = "air", known = knownWith("supported"), search = {} }: Visit) {
  visit.headers = new Headers({ accept, "x-nonce": "n" });
  visit.known = known;
  return renderToStaticMarkup(await EarlyRequestScript({ slug, search, firstRequest }));
}

afterEach(() => {
  visit.known = null;
});

it("sends the request of the address and the visitor's workspace, with the nonce of the page", async () => {
  const script = await scriptFor({ search: { q: ["one", "two"], t: "7d" } });
  expect(script).toMatch(/^<script nonce="n">/);
  expect(script).toContain("/api/service/local/calls.queryStats");
  expect(script).toContain("demo/air q=one&q=two&t=7d");
  expect(script).toContain('"atMs":12');
});

it.each<[string, Visit]>([
  ["what the router asks for", { accept: "*/*" }],
  ["a workspace that the visitor does not have", { slug: "other" }],
  ["a visitor without a session", { known: null }],
  ["an operation that the service is known not to have", { known: knownWith("missing") }],
  ["an address for which the page asks for something else", { search: { none: "" } }],
])("sends nothing for %s", async (_, visited) => {
  expect(await scriptFor(visited)).toBe("");
});
