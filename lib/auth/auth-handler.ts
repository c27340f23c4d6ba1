import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { isSameOrigin, safeReturnUrl } from "@/lib/environment/dashboard-origin";
import { type AuthContext, authOptions, THROTTLED_ERROR } from "./auth-options";
import { cookieName, parseCookies } from "./session-cookie";

const MAX_BODY_BYTES = 16 * 1024;

/** Collects the response of next-auth, with the few response methods that next-auth calls. */
class ResponseCollector {
  statusCode = 200;
  body: string | null = null;
  readonly headers = new Map<string, string | string[]>();

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  getHeader(name: string): string | string[] | undefined {
    return this.headers.get(name.toLowerCase());
  }

  setHeader(name: string, value: string | string[]): this {
    this.headers.set(name.toLowerCase(), value);
    return this;
  }

  json(value: unknown): void {
    this.setHeader("content-type", "application/json");
    this.body = JSON.stringify(value);
  }

  send(value: unknown): void {
    if (typeof value === "string" || value === undefined) this.body = value ?? null;
    else this.json(value);
  }

  end(): void {}

  toResponse(): Response {
    const headers = new Headers({ "cache-control": "private, no-store", vary: "cookie" });
    for (const [name, value] of this.headers) {
      if (name === "cache-control") continue;
      for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item);
    }
    return new Response(this.body, { status: this.statusCode, headers });
  }
}

function parseForm(type: string, text: string): Record<string, unknown> {
  if (!type.includes("json")) return Object.fromEntries(new URLSearchParams(text));
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

async function readForm(request: Request): Promise<Record<string, unknown> | undefined> {
  if (request.method !== "POST") return {};
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) return undefined;
  const text = await request.text();
  if (text.length > MAX_BODY_BYTES) return undefined;
  try {
    return parseForm(request.headers.get("content-type") ?? "", text);
  } catch {
    return undefined;
  }
}

/** next-auth responds to a malformed return address with 500, so return addresses are sanitized before it sees them. */
function withSafeReturn(context: AuthContext, holder: Record<string, unknown>, name: string): void {
  if (name in holder) holder[name] = safeReturnUrl(context.environment, String(holder[name]));
}

/** A throttled sign-in is 429 with the seconds to wait, not next-auth's 401. */
function withThrottleStatus(response: Response, body: string | null): Response {
  const where = response.headers.get("location") ?? body ?? "";
  const seconds = new RegExp(`error=${THROTTLED_ERROR}(\\d+)`).exec(where)?.[1];
  if (seconds === undefined) return response;
  const headers = new Headers(response.headers);
  headers.set("retry-after", seconds);
  return new Response(body, { status: 429, headers });
}

/**
 * Handles /api/auth/…: next-auth behind our own checks. Calls its pages-style handler with a plain request, because its
 * route handler reads Next's globals and could be tested only in a browser.
 *
 * @param segments the path after /api/auth/.
 */
export async function handleAuth(
  context: AuthContext,
  request: Request,
  segments: readonly string[],
): Promise<Response> {
  const isPost = request.method === "POST";
  if (isPost && !isSameOrigin(context.environment, request.headers)) {
    return Response.json({ message: "This request came from another site." }, { status: 403 });
  }
  // next-auth logs whatever is posted there.
  if (segments[0] === "_log") return new Response(null, { status: 204 });
  const form = await readForm(request);
  if (!form) return Response.json({ message: "The form could not be read." }, { status: 400 });
  // next-auth reads its own address only from here, never from a request's headers.
  process.env.NEXTAUTH_URL = context.environment.publicUrl;

  const cookies = parseCookies(request.headers.get("cookie"));
  const query: Record<string, unknown> = Object.fromEntries(new URL(request.url).searchParams);
  withSafeReturn(context, query, "callbackUrl");
  withSafeReturn(context, form, "callbackUrl");
  withSafeReturn(context, cookies, cookieName(context.environment, "callback"));
  const headers = Object.fromEntries(request.headers);
  const nextRequest = { method: request.method, query: { ...query, nextauth: segments }, body: form, cookies, headers };
  const answer = new ResponseCollector();
  // next-auth reads only the request members above and calls only the response methods above.
  await NextAuth(
    nextRequest as unknown as NextApiRequest,
    answer as unknown as NextApiResponse,
    authOptions(context, request.headers),
  );
  const response = withThrottleStatus(answer.toResponse(), answer.body);
  // Clears cached pages. Preferences in the browser's storage are not secret and stay.
  if (isPost && segments[0] === "signout") response.headers.set("clear-site-data", '"cache"');
  return response;
}
