import { NotFoundError } from "@/service/kernel/errors/service-errors";

/** The links that SDKs print: `/entity/project/weave…` and `/entity/project/r/call/id`. */
const PAGE_LINK = /^\/[^/]+\/[^/]+\/(?:weave(?:\/.*)?|r\/.+)$/;

/** True for the path of a page of the dashboard, which SDKs look for at the address that they log to. */
export function isPageLink({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return (method === "GET" || method === "HEAD") && PAGE_LINK.test(path);
}

/**
 * Returns the address of a page at the dashboard.
 *
 * @param dashboardUrl the origin of the dashboard; null when the service was not told one
 * @throws NotFoundError when there is no dashboard to go to
 */
export function pageAddress(dashboardUrl: string | null, url: URL): string {
  if (dashboardUrl === null) {
    throw new NotFoundError(
      `${url.pathname} is a page of a dashboard, and this service knows none. Start it with npm start, or set HEDDLE_URL to the address of the dashboard.`,
    );
  }
  return `${dashboardUrl}${url.pathname}${url.search}`;
}
