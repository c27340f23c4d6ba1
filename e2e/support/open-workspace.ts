import { expect, type Page } from "@playwright/test";

/** Calls one of the dashboard's own operations as its pages do, with the cookies of `page`. */
export async function callApp(page: Page, url: string, operation: string, input: unknown): Promise<unknown> {
  const response = await page.request.post(`${url}/api/app/${operation}`, {
    data: input,
    headers: { origin: url, "sec-fetch-site": "same-origin" },
  });
  expect(response.status(), await response.text()).toBe(200);
  return await response.json();
}

/** Makes a workspace of a project on a connection and answers its short name. */
export async function makeWorkspace(
  page: Page,
  url: string,
  projectId: string,
  connectionId = "local",
): Promise<string> {
  const made = await callApp(page, url, "workspaces.create", { connectionId, projectId });
  return (made as { workspace: { slug: string } }).workspace.slug;
}
