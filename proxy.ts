import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";

const CONTENT_POLICY = "content-security-policy";
const NONCE = "x-nonce";

/**
 * The content policy of pages. Scripts run only with the nonce; charts set inline style attributes, and the style
 * elements of the theme and the toasts carry the nonce.
 */
export function pagePolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    // React shows server stacks in development with eval.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // The development server adds its styles to the page without a nonce.
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Gives each page its nonce. Access is not checked here but where data is read. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString("base64");
  const policy = pagePolicy(nonce, process.env.NODE_ENV === "development");
  // Next takes the nonce from the request's policy; a policy that a visitor sent is overwritten.
  const headers = new Headers(request.headers);
  headers.set(NONCE, nonce);
  headers.set(CONTENT_POLICY, policy);
  headers.delete("content-security-policy-report-only");
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(CONTENT_POLICY, policy);
  response.headers.set("cache-control", "private, no-store");
  return response;
}

/** Pages only: on API paths the proxy would buffer bodies and truncate them; shared pages have a policy of their own. */
export const config = {
  matcher: [
    "/((?!api/|share/|oauth/(?:register|token|revoke|device-authorization|userinfo)$|health$|llms\\.txt$|_next/|fonts/|icon\\.svg|favicon\\.ico).*)",
  ],
};
