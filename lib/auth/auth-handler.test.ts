import { randomBytes } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AppDatabase } from "@/lib/database/app-database";
import { DEFAULT_SESSION_LIMITS } from "@/lib/database/sessions";
import { openTemporaryDatabase } from "@/lib/database/testing/temporary-database";
import { createUser } from "@/lib/database/users";
import { isSameOrigin, safeReturnUrl } from "@/lib/environment/dashboard-origin";
import { readEnvironment } from "@/lib/environment/environment";
import { handleAuth } from "./auth-handler";
import type { AuthContext } from "./auth-options";
import { hashPassword } from "./password";
import { beginSecondFactor, enableSecondFactor } from "./second-factor";
import { RoleError, readSession, requireUser, SignedOutError } from "./session";
import { parseCookies } from "./session-cookie";
import { codeOf } from "./testing/authenticator-app";
import { SignInThrottle } from "./throttle";
import { Vault } from "./vault";

const ORIGIN = "http://localhost:7700";
const EMAIL = "mia@example.org";
const PASSWORD = "correct horse battery";

let database: AppDatabase;
let remove: () => Promise<void>;
let context: AuthContext;
/** Both accounts have it: a hash takes longer than the rest of most tests. */
let passwordHash: string;

beforeAll(async () => {
  ({ database, remove } = await openTemporaryDatabase());
  passwordHash = await hashPassword(PASSWORD);
  await createUser(database, { name: "Mia", email: EMAIL, role: "member", passwordHash }, new Date());
});

beforeEach(() => {
  context = {
    environment: readEnvironment({}),
    database,
    throttle: new SignInThrottle(),
    sessionLimits: DEFAULT_SESSION_LIMITS,
    vault: new Vault(randomBytes(32)),
    sessionSecret: randomBytes(32).toString("hex"),
    now: () => new Date(),
    log: { error: () => {} },
  };
});

afterAll(() => remove());

/** A browser that stores cookies. */
class Browser {
  readonly cookies = new Map<string, string>();

  constructor(readonly origin = ORIGIN) {}

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async send(path: string, form?: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const body = form && new URLSearchParams({ json: "true", ...form }).toString();
    const request = new Request(`${this.origin}/api/auth/${path}`, {
      method: form ? "POST" : "GET",
      headers: {
        cookie: this.cookieHeader,
        ...(form ? { "content-type": "application/x-www-form-urlencoded", origin: this.origin } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const response = await handleAuth(context, request, path.split("?")[0]?.split("/") ?? []);
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = cookie.split("; ");
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      const isGone = value === "" || attributes.some((attribute) => attribute === "Max-Age=0");
      if (isGone) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async signIn(password = PASSWORD, more: Record<string, string> = {}): Promise<Response> {
    const { csrfToken } = (await (await this.send("csrf")).json()) as { csrfToken: string };
    return await this.send("callback/credentials", { csrfToken, email: EMAIL, password, ...more });
  }

  async signOut(): Promise<Response> {
    const { csrfToken } = (await (await this.send("csrf")).json()) as { csrfToken: string };
    return await this.send("signout", { csrfToken });
  }
}

describe("signing in", () => {
  it("opens a session that later requests carry, in a cookie that scripts cannot read", async () => {
    const browser = new Browser();
    const response = await browser.signIn();
    expect(response.status).toBe(200);
    const cookie = response.headers.getSetCookie().find((text) => text.startsWith("heddle-7700-session="));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect((await readSession(context, browser.cookieHeader))?.user).toMatchObject({ email: EMAIL, role: "member" });
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("answers a wrong password with 401 and opens no session", async () => {
    const browser = new Browser();
    const response = await browser.signIn("wrong password!");
    expect(response.status).toBe(401);
    expect(await readSession(context, browser.cookieHeader)).toBeUndefined();
  });

  it("answers the sixth wrong attempt with 429 and a Retry-After time", async () => {
    const browser = new Browser();
    expect((await browser.signIn("wrong password!")).status).toBe(401);
    for (let tries = 1; tries < 5; tries += 1) await context.throttle.countAttempt(EMAIL, "unknown");
    const response = await browser.signIn();
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("asks for the code of a second factor with an error of its own, and opens no session without it", async () => {
    const person = { name: "Two", email: "two@example.org", role: "viewer", passwordHash } as const;
    const { id } = await createUser(database, person, new Date());
    const secret = (await beginSecondFactor(database, context.vault, id, new Date())).reveal();
    // The code of the step before, so that the current one can still be used.
    const earlier = new Date(Date.now() - 30_000);
    expect(await enableSecondFactor(database, context.vault, id, codeOf(secret, earlier), new Date())).toHaveLength(10);
    const browser = new Browser();
    const errorFor = async (more: Record<string, string>) => {
      const response = await browser.signIn(PASSWORD, { email: "two@example.org", ...more });
      const { url } = (await response.json()) as { url: string };
      return [response.status, new URL(url).searchParams.get("error")];
    };
    expect(await errorFor({})).toEqual([401, "code-required"]);
    expect(await errorFor({ code: "" })).toEqual([401, "code-required"]);
    expect(await errorFor({ code: "000000" })).toEqual([401, "code-refused"]);
    expect(await errorFor({ code: "0".repeat(10_000) })).toEqual([401, "code-refused"]);
    expect(await readSession(context, browser.cookieHeader)).toBeUndefined();
    expect(await errorFor({ code: codeOf(secret, new Date()) })).toEqual([200, null]);
    expect((await readSession(context, browser.cookieHeader))?.user.email).toBe("two@example.org");
  });

  it("refuses a form posted by another site before next-auth sees it", async () => {
    const browser = new Browser();
    await browser.send("csrf");
    const form = { email: EMAIL, password: PASSWORD };
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      expect((await browser.send("callback/credentials", form, headers)).status).toBe(403);
    }
  });

  it("also requires next-auth's token", async () => {
    const browser = new Browser();
    await browser.send("callback/credentials", { email: EMAIL, password: PASSWORD });
    expect(await readSession(context, browser.cookieHeader)).toBeUndefined();
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/x",
    "javascript:alert(1)",
    "http://localhost:7700@evil.example",
    "http://localhost:7700.evil.example",
    "/%09/evil.example",
    "http://[",
    "http://user:pass@localhost:7700/",
  ])("redirects to the dashboard for callbackUrl %s", async (callbackUrl) => {
    const response = await new Browser().signIn(PASSWORD, { callbackUrl });
    expect(response.status).toBe(200);
    const { url } = (await response.json()) as { url: string };
    expect(new URL(url).origin).toBe(ORIGIN);
    expect((await new Browser().send(`signin?callbackUrl=${encodeURIComponent(callbackUrl)}`)).status).toBe(302);
  });

  it("accepts a return address of the dashboard under any of its local names", async () => {
    for (const origin of [ORIGIN, "http://127.0.0.1:7700", "http://[::1]:7700"]) {
      const response = await new Browser(origin).signIn(PASSWORD, { callbackUrl: `${origin}/air/traces?q=1` });
      expect(await response.json()).toEqual({ url: `${origin}/air/traces?q=1` });
    }
  });

  it("uses __Host- cookies over https", async () => {
    context = { ...context, environment: readEnvironment({ HEDDLE_URL: "https://heddle.example.org" }) };
    const browser = new Browser("https://heddle.example.org");
    const response = await browser.signIn();
    const cookies = [...browser.cookies.keys()];
    expect(cookies.length).toBeGreaterThanOrEqual(2);
    expect(cookies.every((name) => name.startsWith("__Host-heddle-"))).toBe(true);
    expect(response.headers.getSetCookie().every((cookie) => cookie.includes("Secure"))).toBe(true);
  });

  it("ignores a forged Host header", async () => {
    const response = await new Browser().send("signin", undefined, {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
    });
    expect(response.headers.get("location")).not.toContain("evil");
  });
});

describe("signing out", () => {
  it("ends the session itself, so a copy of the cookie is useless afterwards", async () => {
    const browser = new Browser();
    await browser.signIn();
    const copy = browser.cookieHeader;
    expect(await readSession(context, copy)).toBeDefined();
    const response = await browser.signOut();
    expect(response.headers.get("clear-site-data")).toBe('"cache"');
    expect(await readSession(context, copy)).toBeUndefined();
    expect([...browser.cookies.keys()].some((name) => name.endsWith("session"))).toBe(false);
  });

  it("is visible in next-auth's own session response", async () => {
    const browser = new Browser();
    await browser.signIn();
    expect(await (await browser.send("session")).json()).toMatchObject({ user: { email: EMAIL } });
    await database.deleteFrom("session").execute();
    expect(await (await browser.send("session")).json()).toEqual({});
  });
});

describe("requireUser", () => {
  it("refuses a missing session, a foreign token and a token that names no session", async () => {
    const foreign = await encode({ token: { sub: "x", sid: "y" }, secret: "another secret" });
    const nameless = await encode({ token: { sub: "x" }, secret: context.sessionSecret });
    const ended = await encode({ token: { sub: "x", sid: "ended" }, secret: context.sessionSecret });
    for (const token of ["", "garbage", foreign, nameless, ended]) {
      await expect(requireUser(context, `heddle-7700-session=${token}`)).rejects.toBeInstanceOf(SignedOutError);
    }
    await expect(requireUser(context, null)).rejects.toBeInstanceOf(SignedOutError);
  });

  it("does not accept a token of another kind as a session", async () => {
    const browser = new Browser();
    await browser.send("csrf");
    const csrf = browser.cookies.get("heddle-7700-csrf") ?? "";
    // The cookies of a sign-in at a provider are encrypted with the same secret, each under its own name.
    await browser.signIn();
    const claims = await decode({
      token: browser.cookies.get("heddle-7700-session") ?? "",
      secret: context.sessionSecret,
    });
    const salt = "heddle-7700-state";
    const state = await encode({ token: { ...claims }, secret: context.sessionSecret, salt });
    for (const token of [csrf, state]) {
      await expect(requireUser(context, `heddle-7700-session=${token}`)).rejects.toBeInstanceOf(SignedOutError);
    }
  });

  it("reads the current role from the account", async () => {
    const browser = new Browser();
    await browser.signIn();
    await expect(requireUser(context, browser.cookieHeader, "admin")).rejects.toBeInstanceOf(RoleError);
    await database.updateTable("user").set({ role: "admin" }).where("email", "=", EMAIL).execute();
    expect((await requireUser(context, browser.cookieHeader, "admin")).user.role).toBe("admin");
    await database.updateTable("user").set({ role: "viewer" }).where("email", "=", EMAIL).execute();
    await expect(requireUser(context, browser.cookieHeader, "member")).rejects.toBeInstanceOf(RoleError);
    await database.updateTable("user").set({ role: "member" }).where("email", "=", EMAIL).execute();
  });
});

describe("isSameOrigin", () => {
  const check = (headers: Record<string, string>) => isSameOrigin(context.environment, new Headers(headers));

  it("accepts our own pages under each local name", () => {
    expect(check({ "sec-fetch-site": "same-origin" })).toBe(true);
    for (const origin of [ORIGIN, "http://127.0.0.1:7700"]) expect(check({ origin })).toBe(true);
  });

  it.each([
    [{}],
    [{ origin: "null" }],
    [{ origin: "http://localhost:7701" }],
    [{ origin: "https://localhost:7700" }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
    [{ "sec-fetch-site": "none" }],
    [{ "sec-fetch-site": "same-origin", origin: "https://evil.example" }],
  ])("refuses %j", (headers) => {
    expect(check(headers)).toBe(false);
  });

  it("accepts only the public address when one is configured", () => {
    const environment = readEnvironment({ HEDDLE_URL: "https://heddle.example.org" });
    expect(isSameOrigin(environment, new Headers({ origin: "https://heddle.example.org" }))).toBe(true);
    expect(isSameOrigin(environment, new Headers({ origin: ORIGIN }))).toBe(false);
    expect(safeReturnUrl(environment, `${ORIGIN}/x`)).toBe("https://heddle.example.org/");
  });
});

describe("parseCookies", () => {
  it("uses the first of two cookies with one name, and treats names from Object's prototype as names", () => {
    const cookies = parseCookies("a=1; a=2; __proto__=x; toString=y; broken; =z; b=%41; c=%");
    expect({ ...cookies }).toMatchObject({ a: "1", toString: "y", b: "A", c: "%" });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});
