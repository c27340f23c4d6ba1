import type { Page } from "@playwright/test";
import { logCalls } from "@/e2e/support/service-client";
import { SAMPLE_SLUG } from "@/e2e/support/stored-data";
import { DEVICE_GRANT_TYPE } from "@/lib/auth/oauth/device-codes";
import { StoredSignIn } from "@/test/mcp/stored-sign-in";
import type { Scene, Screen } from "./screen";

const row = (page: Page, table: string) => page.getByRole("table", { name: table }).getByRole("row").nth(1);

/** Registers an agent, and returns the path on which its user is asked, changed as a hostile page would. */
async function consentPath({ url }: Scene, change: (asked: URL) => void = () => undefined): Promise<string> {
  const agent = new StoredSignIn(`${url}/api/mcp`, "http://127.0.0.1:41234/callback");
  // The SDK ends the first attempt with an error, since the user has to be asked first.
  await agent.connect().catch(() => undefined);
  if (agent.opened === undefined) throw new Error("The agent was not led to a page that asks its user.");
  change(agent.opened);
  return `${agent.opened.pathname}${agent.opened.search}`.slice(1);
}

/** Lets a program wait for its code, and returns the path on which the code is filled in. */
async function devicePath({ url }: Scene): Promise<string> {
  const ask = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${url}${path}`, { method: "POST", ...init });
    return (await answer.json()) as Record<string, string>;
  };
  const metadata = { client_name: "Test program", grant_types: [DEVICE_GRANT_TYPE] };
  const headers = { "content-type": "application/json" };
  const { client_id: id = "" } = await ask("/oauth/register", { headers, body: JSON.stringify(metadata) });
  const asked = await ask("/oauth/device-authorization", { body: new URLSearchParams({ client_id: id }) });
  const { pathname, search } = new URL(asked.verification_uri_complete ?? "");
  return `${pathname}${search}`.slice(1);
}

/** The path of a new invitation. */
async function invitationPath({ callApp }: Scene): Promise<string> {
  const { url } = (await callApp("invitations.create", { role: "viewer" })) as { url: string };
  const { pathname, hash } = new URL(url);
  return `${pathname}${hash}`.slice(1);
}

const CONVERSATIONS = [
  '{"task_id":1,"reward":1,"traj":[{"role":"user","content":"Bags?"},{"role":"assistant","content":"Two."}]}',
  '{"broken',
].join("\n");

/** Sign-in, settings, shared pages, imports and the first steps. */
export const accessScreens: readonly Screen[] = [
  {
    name: "Sign-in",
    place: "none",
    as: "signed-out",
    path: "sign-in",
    shows: (page) => page.getByRole("button", { name: "Sign in", exact: true }),
  },
  {
    name: "Set-up, from an invitation",
    tier: "all",
    place: "none",
    as: "signed-out",
    path: invitationPath,
    shows: (page) => page.getByRole("button", { name: "Create account" }),
  },
  {
    name: "Set-up, without a token",
    tier: "all",
    place: "none",
    as: "signed-out",
    path: "set-up",
    shows: (page) => page.getByText("The URL has no token."),
  },
  {
    name: "Consent to an agent",
    place: "none",
    path: (scene) => consentPath(scene),
    shows: (page) => page.getByRole("heading", { name: "Connect Test agent?" }),
  },
  {
    name: "Consent to an agent, with an address that it did not register",
    tier: "all",
    place: "none",
    path: (scene) =>
      consentPath(scene, ({ searchParams }) => searchParams.set("redirect_uri", "https://evil.example/")),
    shows: (page) => page.getByText("The address to return to is not one that the client registered."),
  },
  {
    name: "Consent to a program with a short code",
    place: "none",
    path: (scene) => devicePath(scene),
    open: (page) => page.getByRole("button", { name: "Continue" }).click(),
    shows: (page) => page.getByRole("heading", { name: "Connect Test program?" }),
  },
  {
    name: "The code of a program, which no program shows",
    tier: "all",
    place: "none",
    path: "oauth/device?user_code=BCDF-GHJK",
    open: (page) => page.getByRole("button", { name: "Continue" }).click(),
    shows: (page) => page.getByText(/^No program waits under this code/),
    expected: /^422 /,
  },
  {
    name: "Connections",
    tier: "all",
    place: "none",
    path: "settings/connections?connection=local",
    open: (page) => page.getByRole("button", { name: /^Test/ }).click(),
    shows: (page) => page.getByRole("table", { name: "Operations" }).getByRole("row").nth(5),
  },
  {
    name: "Connections, with the form for a new one",
    tier: "all",
    place: "none",
    path: "settings/connections?new=true",
    shows: (page) => page.getByRole("form", { name: "New connection" }),
  },
  {
    name: "Connections, for a viewer",
    tier: "all",
    place: "none",
    as: "viewer",
    path: "settings/connections",
    shows: (page) => page.getByText("Only admins can change connections"),
  },
  {
    name: "Workspaces, with the members of one",
    place: "none",
    seed: async ({ addViewer }) => void (await addViewer()),
    path: `settings/workspaces?members=${SAMPLE_SLUG}`,
    shows: (page) => page.getByRole("combobox", { name: /^Role of / }),
  },
  {
    name: "API keys, with the dialog for a new one",
    place: "none",
    path: "settings/keys?new=true",
    shows: (page) => page.getByRole("dialog", { name: "New key" }),
  },
  {
    name: "Agents",
    tier: "all",
    place: "none",
    seed: async ({ callApp, project }) => void (await callApp("agentKeys.create", { name: `key of ${project}` })),
    path: "settings/agents",
    shows: (page) => row(page, "Keys for agents"),
  },
  {
    name: "Share links",
    tier: "all",
    place: "none",
    path: "settings/sharing",
    shows: (page) => page.getByRole("switch", { name: SAMPLE_SLUG, exact: true }),
  },
  {
    name: "Providers",
    tier: "all",
    place: "none",
    path: "settings/providers",
    shows: (page) => row(page, "Model providers"),
  },
  {
    name: "Providers, with the dialog for a new one",
    tier: "all",
    place: "none",
    path: "settings/providers?edit=",
    shows: (page) => page.getByRole("dialog", { name: "New provider" }),
  },
  {
    name: "Storage",
    tier: "all",
    place: "none",
    path: "settings/storage",
    shows: (page) => page.getByText("The embedded service can read all of its stored data."),
  },
  {
    name: "Members",
    tier: "all",
    place: "none",
    seed: async (scene) => void (await invitationPath(scene)),
    path: "settings/members",
    shows: (page) => row(page, "Open invitations"),
  },
  {
    name: "Audit log",
    place: "none",
    path: "settings/audit",
    shows: (page) => row(page, "Audit log"),
  },
  {
    name: "Audit log, for a viewer",
    tier: "all",
    place: "none",
    as: "viewer",
    path: "settings/audit",
    shows: (page) => page.getByRole("heading", { name: "Only admins can read the audit log" }),
  },
  {
    name: "Account",
    tier: "all",
    place: "none",
    path: "settings/account",
    shows: (page) => row(page, "Sessions"),
  },
  {
    name: "Import, with a chosen file",
    place: "own",
    path: "import",
    open: (page) =>
      page
        .getByLabel("Choose a file to import")
        .setInputFiles({ name: "mixed.jsonl", mimeType: "text/plain", buffer: Buffer.from(CONVERSATIONS) }),
    shows: (page) => page.getByRole("region", { name: "Values that cannot be read" }).getByRole("listitem"),
  },
  {
    name: "Import, from an API",
    tier: "all",
    place: "sample",
    path: "import?from=langsmith",
    shows: (page) => page.getByRole("textbox", { name: "Workspace ID" }),
  },
  {
    name: "Import, for a viewer",
    tier: "all",
    place: "sample",
    as: "viewer",
    path: "import",
    shows: (page) => page.getByRole("heading", { name: "Import not permitted" }),
  },
  {
    name: "First steps, with a refused request",
    place: "own",
    path: "traces",
    open: async (page) => {
      await page.getByText("Waiting for the first call…").waitFor();
      const serviceUrl = /WANDB_BASE_URL=(\S+)/.exec(await page.getByRole("main").innerText())?.[1] ?? "";
      await fetch(`${serviceUrl}/api/v1/traces`, { method: "POST" });
    },
    shows: (page) => page.getByRole("log", { name: "Requests" }).getByText(/404/),
  },
  {
    name: "A project without a workspace",
    tier: "all",
    place: "none",
    seed: async ({ serviceUrl, project }) => {
      await logCalls(serviceUrl, project, [{ op: "greet", startedAt: new Date(), durationMs: 5 }]);
    },
    path: ({ project }) => project,
    shows: (page) => page.getByRole("heading", { name: "This project has no workspace yet" }),
  },
];
