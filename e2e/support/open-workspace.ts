import { expect, type Page } from "@playwright/test";
import { BARE_PASSWORD, BARE_TOKEN, BARE_USER } from "@/test/bare-service/bare-service";

/** A page, or what sends requests with the cookies of a user without one. */
type Sender = Pick<Page, "request">;

/** Calls one of the dashboard's own operations as its pages do, with the cookies of `page`. */
export async function callApp(page: Sender, url: string, operation: string, input: unknown): Promise<unknown> {
  const response = await page.request.post(`${url}/api/app/${operation}`, {
    data: input,
    headers: { origin: url, "sec-fetch-site": "same-origin" },
  });
  expect(response.status(), await response.text()).toBe(200);
  return await response.json();
}

/** Creates a workspace of a project on a connection and returns its slug. */
export async function makeWorkspace(
  page: Sender,
  url: string,
  projectId: string,
  connectionId = "local",
): Promise<string> {
  const made = await callApp(page, url, "workspaces.create", { connectionId, projectId });
  return (made as { workspace: { slug: string } }).workspace.slug;
}

/** Returns the slug of a project's workspace on the embedded service, and creates a missing one. */
export async function workspaceOf(page: Page, url: string, projectId: string): Promise<string> {
  const { workspaces } = (await callApp(page, url, "workspaces.list", {})) as {
    workspaces: readonly { slug: string; connectionId: string; projectId: string }[];
  };
  const found = workspaces.find((one) => one.connectionId === "local" && one.projectId === projectId);
  return found?.slug ?? (await makeWorkspace(page, url, projectId));
}

/** Creates a connection to another service and a workspace of a project on it, and returns its slug. */
export async function connectWorkspace(
  page: Page,
  url: string,
  projectId: string,
  service: { readonly url: string },
): Promise<string> {
  const made = await callApp(page, url, "connections.create", {
    name: `other ${projectId}`,
    baseUrl: service.url,
    basic: { username: BARE_USER, password: BARE_PASSWORD },
    bearer: { token: BARE_TOKEN },
  });
  const { connection } = made as { connection: { id: string } };
  return await makeWorkspace(page, url, projectId, connection.id);
}
