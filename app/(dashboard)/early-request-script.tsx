import { headers } from "next/headers";
import { earlyScript, type FirstRequest } from "@/lib/api/client/early-script";
import { prefetchForPage } from "@/lib/api/server/relay/prefetch-for-page";

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

interface EarlyRequestProps {
  /** The workspace in the address. */
  readonly slug: string;
  readonly search: SearchParams;
  readonly firstRequest: FirstRequest;
}

/** Sends the first request of a page from its document, before the scripts of the page have loaded. */
export async function EarlyRequestScript({ slug, search, firstRequest }: EarlyRequestProps) {
  const asked = await headers();
  const nonce = asked.get("x-nonce");
  // The router also asks for pages, in whose results no script runs.
  if (nonce === null || asked.get("accept")?.includes("text/html") !== true) return null;
  const script = await scriptFor(slug, search, firstRequest);
  if (script === null) return null;
  // The browser hides the nonce of an element from scripts.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `earlyScript` escapes what the address contains
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

/** Returns the script; null for a workspace that the visitor does not have, and for what the page would not ask. */
async function scriptFor(slug: string, search: SearchParams, firstRequest: FirstRequest): Promise<string | null> {
  const known = await prefetchForPage();
  const workspace = known?.answers["workspaces.list"]?.workspaces.find((each) => each.slug === slug);
  if (known === null || workspace === undefined) return null;
  const { connectionId } = workspace;
  const request = firstRequest(workspace, addressOf(search), known.readAtMs);
  const connection = known.answers["connections.list"]?.connections.find(({ id }) => id === connectionId);
  const isMissing = connection?.lastTest?.operations.some(
    ({ operation, support }) => operation === request?.operation && support === "missing",
  );
  return request === null || isMissing === true ? null : earlyScript(connectionId, request, known.readAtMs);
}

/** Of a parameter that occurs several times, pages read the first. */
function addressOf(search: SearchParams): URLSearchParams {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    [value ?? []].flat().map((text): [string, string] => [name, text]),
  );
  return new URLSearchParams(pairs);
}
