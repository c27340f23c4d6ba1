import type { AppOperationId } from "@/lib/api/contract/app/app-operations";
import { readEnvironment } from "@/lib/environment/environment";
import { dashboardProgram } from "@/scripts/launcher/programs";
import { ProgramProcess } from "@/test/faults/program-process";

export interface DashboardProcessOptions {
  readonly dataFolder: string;
  readonly port: number;
  /** The service of the connection that every dashboard has. */
  readonly servicePort: number;
  /** With which the dashboard reaches that service. */
  readonly localToken: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** The session of a user, as a browser holds it. */
export type Cookies = string;

interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The built dashboard in a process of its own. */
export class DashboardProcess extends ProgramProcess {
  readonly url: string;
  /** The address that users have for all dashboards. */
  readonly #origin: string;

  constructor({ dataFolder, port, servicePort, localToken, variables }: DashboardProcessOptions) {
    const ports = { PORT: String(port), HEDDLE_SERVICE_PORT: String(servicePort) };
    const environment = readEnvironment({ HEDDLE_DATA: dataFolder, ...ports, ...variables });
    super({
      program: dashboardProgram("production", environment, localToken),
      file: ".next/standalone/server.js",
      preloads: ["./build/limit-connections.mjs"],
      variables: { ...ports, ...variables },
    });
    this.url = `http://127.0.0.1:${port}`;
    this.#origin = environment.publicUrl;
  }

  /** Signs a user in with a password, as the page does. */
  async signIn(user: { readonly email: string; readonly password: string }): Promise<Cookies> {
    return await this.#postForm("callback/credentials", user, "");
  }

  /** Signs the user of a session out, and returns what is left of the cookies. */
  async signOut(cookies: Cookies): Promise<Cookies> {
    return await this.#postForm("signout", {}, cookies);
  }

  /** Returns the email of the user whom a session belongs to; null when there is none. */
  async userOf(cookies: Cookies): Promise<string | null> {
    const response = await fetch(`${this.url}/api/auth/session`, { headers: { cookie: cookies } });
    const session = (await response.json()) as { user?: { email?: string } } | null;
    return session?.user?.email ?? null;
  }

  /** Asks the dashboard's service through the relay, as a page does. */
  async ask(cookies: Cookies, operation: string, body: unknown): Promise<JsonAnswer> {
    return await this.#postJson(cookies, `service/local/${operation}`, body);
  }

  /** Asks for one of the dashboard's own operations, as a page does. */
  async askApp(cookies: Cookies, operation: AppOperationId, body: unknown): Promise<JsonAnswer> {
    return await this.#postJson(cookies, `app/${operation}`, body);
  }

  async #postJson(cookies: Cookies, path: string, body: unknown): Promise<JsonAnswer> {
    const response = await fetch(`${this.url}/api/${path}`, {
      method: "POST",
      headers: { cookie: cookies, origin: this.#origin, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  async #postForm(path: string, fields: Readonly<Record<string, string>>, cookies: Cookies): Promise<Cookies> {
    const first = await fetch(`${this.url}/api/auth/csrf`, { headers: { cookie: cookies } });
    const { csrfToken } = (await first.json()) as { csrfToken: string };
    const before = withCookies(cookies, first);
    const response = await fetch(`${this.url}/api/auth/${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: before, origin: this.#origin },
      body: new URLSearchParams({ csrfToken, json: "true", ...fields }),
    });
    await response.body?.cancel();
    if (response.status >= 400) throw new Error(`${path} answered ${response.status}.`);
    return withCookies(before, response);
  }
}

/** The cookies of a browser after a response. */
function withCookies(cookies: Cookies, response: Response): Cookies {
  const all = new Map<string, string>();
  const set = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  for (const cookie of [...cookies.split("; "), ...set]) {
    const at = cookie.indexOf("=");
    if (at > 0) all.set(cookie.slice(0, at), cookie.slice(at + 1));
  }
  return [...all].map(([name, value]) => `${name}=${value}`).join("; ");
}
