import { randomBytes } from "node:crypto";
import { type Browser, expect, type Page, type Response, test } from "@playwright/test";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { ADMIN, type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { type Canary, SecretSearch } from "@/e2e/support/secret-search";
import { signIn } from "@/e2e/support/sign-in";
import { TestOidcProvider } from "@/lib/auth/testing/oidc-provider";
import { Upstream } from "@/test/faults/relay-upstream";

const random = () => randomBytes(9).toString("hex");

const PASSWORD = { name: "the basic password", value: `CANARY-basic-${random()}/"+é` };
const TOKEN = { name: "the bearer token", value: `CANARY-bearer-${random()}` };
const SECOND_PASSWORD = { name: "the replaced password", value: `CANARY-second-${random()}` };
const REFUSED_KEY = { name: "a key that the service refused", value: `CANARY-refused-${random()}${random()}` };
const SECRET_KEY = { name: "HEDDLE_SECRET_KEY", value: randomBytes(32).toString("base64") };
const ADMIN_PASSWORD = { name: "the password of the admin", value: `CANARY-admin-${random()}` };

const QUERY = { project_id: "canary/project" };

interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request as a script of the page does: through the browser, which therefore sees every response and address.
 */
async function post(page: Page, path: string, body: unknown): Promise<Answer> {
  return await page.evaluate(
    async ([to, json]) => {
      const response = await fetch(to, { method: "POST", headers: { "content-type": "application/json" }, body: json });
      // A body that breaks off is a response too.
      return { status: response.status, text: await response.text().catch((error: unknown) => String(error)) };
    },
    [path, JSON.stringify(body)] as const,
  );
}

/** Searches everything that the browser receives, and every address that it requests, until what it returns is called. */
function watch(page: Page, search: SecretSearch): () => Promise<void> {
  const bodies: Promise<void>[] = [];
  page.on("request", (request) => search.look("an address", request.url()));
  page.on("console", (message) => search.look("the browser's console", message.text()));
  const look = (response: Response) => {
    const place = `the answer of ${new URL(response.url()).pathname}`;
    const headers = response.allHeaders().then((found) => search.look(`${place}, headers`, JSON.stringify(found)));
    // Redirects and truncated responses have no readable body.
    const body = response.body().then(
      (bytes) => search.look(place, bytes),
      () => undefined,
    );
    bodies.push(headers, body);
  };
  page.on("response", look);
  return async () => {
    // A response that comes while the page is closed cannot be read.
    page.off("response", look);
    await Promise.all(bodies);
  };
}

/** Returns its id, and when it was last changed. */
async function createConnection(page: Page, upstream: Upstream): Promise<{ id: string; updatedAt: string }> {
  const answer = await post(page, "/api/app/connections.create", {
    name: "Elsewhere",
    baseUrl: upstream.url,
    basic: { username: "ines", password: PASSWORD.value },
    bearer: { token: TOKEN.value },
  });
  expect(answer.status, answer.text).toBe(200);
  return (JSON.parse(answer.text) as { connection: { id: string; updatedAt: string } }).connection;
}

/** The response of a service that reflects its request in many forms. */
function reflect(upstream: Upstream, status: number, type: string): void {
  upstream.reply = (response, request) => {
    const sent = String(request.headers.authorization);
    const pair = Buffer.from(sent.replace("Basic ", ""), "base64").toString();
    const forms = [sent, pair, pair.slice(pair.indexOf(":") + 1), encodeURIComponent(pair), TOKEN.value];
    response.writeHead(status, {
      "content-type": type,
      "x-reflected": encodeURIComponent(sent),
      "set-cookie": `reflected=${encodeURIComponent(pair)}`,
      "www-authenticate": `Basic realm="${encodeURIComponent(pair)}"`,
      location: `/?key=${encodeURIComponent(pair)}`,
    });
    const detail = forms.map((form) => ({ loc: ["body", form], msg: form, type: form }));
    response.end(type === "text/html" ? `<b>${forms.join("</b><b>")}</b>` : JSON.stringify({ reason: pair, detail }));
  };
}

/** Causes every kind of failure at an upstream that reflects the credentials it is sent. */
async function failInEveryWay(page: Page, connection: string, upstream: Upstream): Promise<void> {
  const call = (operation: string, body: unknown = QUERY) =>
    post(page, `/api/service/${connection}/${operation}`, body);
  for (const type of ["application/json", "text/html"]) {
    for (const status of [302, 400, 401, 403, 404, 409, 422, 429, 500, 503]) {
      reflect(upstream, status, type);
      expect((await call("calls.queryStats")).status).toBeGreaterThanOrEqual(400);
      await call("calls.streamQuery");
      await call("completions.create", { ...QUERY, inputs: { model: "m", messages: [] } });
    }
  }
  upstream.reply = (response) => void response.destroy();
  await call("calls.queryStats");
  upstream.reply = (response) => {
    response.writeHead(200, { "content-type": "application/jsonl" });
    response.write('{"id":"1"}\n', () => response.destroy());
  };
  await call("calls.streamQuery");
  await call("no.such.operation");
  await post(page, `/api/service/no-such-connection/calls.queryStats`, QUERY);
}

/** Signs a user in with the provider, from the page that was requested back to it, and reads that page. */
async function signInWithProvider(browser: Browser, heddle: Heddle, search: SecretSearch): Promise<void> {
  const page = await browser.newPage({ baseURL: heddle.url });
  const settled = watch(page, search);
  await page.goto("/settings/members");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
  await page.getByRole("button", { name: "Continue with Meridian" }).click();
  await expect(page).toHaveURL(`${heddle.url}/settings/members`);
  await expect(page.getByRole("row", { name: /Ada Lovelace.*ada@example\.org.*viewer/ })).toBeVisible();
  search.look("the page of a user of the provider", await page.content());
  await settled();
  await page.context().close();
}

async function tryKeys(heddle: Heddle, key: string, search: SecretSearch): Promise<void> {
  for (const [scheme, secret, path] of [
    ["Basic", key, "/calls/query_stats"],
    ["Bearer", key, "/calls/query_stats"],
    ["Bearer", key, "/obj/read"],
    ["Bearer", key, "/no/such/route"],
    ["Basic", REFUSED_KEY.value, "/calls/query_stats"],
    ["Bearer", REFUSED_KEY.value, "/calls/query_stats"],
  ] as const) {
    const credential = scheme === "Basic" ? Buffer.from(`api:${secret}`).toString("base64") : secret;
    const response = await fetch(`${heddle.serviceUrl}${path}`, {
      method: "POST",
      headers: { authorization: `${scheme} ${credential}` },
      body: JSON.stringify(QUERY),
    });
    search.look(`the service's ${path}`, `${await response.text()} ${JSON.stringify([...response.headers])}`);
  }
}

test("finds a secret in every form that the search covers", () => {
  const { value } = PASSWORD;
  const json = JSON.stringify(value);
  const places = {
    "as it is": value,
    base64: Buffer.from(`user:${value}`).toString("base64"),
    "base64 of two more": Buffer.from(`ab${value}!`).toString("base64"),
    base64url: Buffer.from(`a${value}`).toString("base64url"),
    percent: encodeURIComponent(value),
    JSON: json,
    flight: JSON.stringify(json),
    HTML: `<b>${value.replaceAll('"', "&quot;")}</b>`,
    hex: Buffer.from(value).toString("hex"),
    bytes: Buffer.concat([Buffer.from([0, 255]), Buffer.from(value), Buffer.from([0])]),
  };
  const search = new SecretSearch([PASSWORD]);
  for (const [place, content] of Object.entries(places)) search.look(place, content);
  expect(new Set(search.leaks.map(({ place }) => place))).toEqual(new Set(Object.keys(places)));
  search.leaks.length = 0;
  search.look("elsewhere", 'CANARY-basic-/"+é, and much else');
  expect(search.leaks).toEqual([]);
});

test("finds no stored secret in a response, a page, a script, an address, a log or a file", async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const upstream = await Upstream.start();
  const provider = await new TestOidcProvider().start();
  provider.person = { sub: "ada-1", email: "ada@example.org", email_verified: true, name: "Ada Lovelace" };
  const client = { name: "the secret of the provider's client", value: provider.variables.OIDC_CLIENT_SECRET ?? "" };
  expect(client.value).not.toBe("");
  const canaries: Canary[] = [PASSWORD, TOKEN, SECOND_PASSWORD, REFUSED_KEY, SECRET_KEY, ADMIN_PASSWORD, client];
  const heddle = await runHeddle({
    env: {
      HEDDLE_API_KEY: undefined,
      HEDDLE_SECRET_KEY: SECRET_KEY.value,
      HEDDLE_ADMIN_PASSWORD: ADMIN_PASSWORD.value,
      ...provider.variables,
      OIDC_NAME: "Meridian",
      OIDC_ALLOWED: "example.org",
      OIDC_SIGN_UP: "yes",
    },
  });
  try {
    const key = /API key\s+(\S{40,})\n/.exec(heddle.output())?.[1] ?? "";
    expect(key).not.toBe("");
    const search = new SecretSearch([...canaries, { name: "the API key", value: key }]);
    const settled = watch(page, search);

    await signIn(page, heddle.url, { ...ADMIN, password: ADMIN_PASSWORD.value });
    const { id: connection, updatedAt } = await createConnection(page, upstream);
    const slug = await makeWorkspace(page, heddle.url, QUERY.project_id, connection);

    await post(page, "/api/app/connections.test", { id: connection, mayCreateCompletion: true, completionModel: "m" });
    await failInEveryWay(page, connection, upstream);
    reflect(upstream, 401, "application/json");
    await post(page, "/api/app/connections.test", { id: connection, mayCreateCompletion: true, completionModel: "m" });
    // The upstream proves that there was something to leak.
    const sent = upstream.seen.map(({ headers }) => headers.authorization);
    expect(sent).toContain(`Basic ${Buffer.from(`ines:${PASSWORD.value}`).toString("base64")}`);
    expect(sent).toContain(`Bearer ${TOKEN.value}`);

    const changed = { id: connection, updatedAt, name: "Elsewhere", baseUrl: upstream.url, dialect: "wb", bearer: {} };
    const moved = { ...changed, baseUrl: "http://127.0.0.1:1", basic: { username: "ines" } };
    expect((await post(page, "/api/app/connections.update", moved)).status).toBe(422);
    const tooLong = {
      ...changed,
      basic: { username: "ines", password: `${SECOND_PASSWORD.value}${"x".repeat(9000)}` },
    };
    expect((await post(page, "/api/app/connections.update", tooLong)).status).toBe(422);
    const replaced = { ...changed, basic: { username: "ines", password: SECOND_PASSWORD.value } };
    expect((await post(page, "/api/app/connections.update", replaced)).status).toBe(200);
    await post(page, "/api/app/connections.test", { id: connection });

    const pages = [
      ["/", "The service rejected the stored credential"],
      [`/${slug}/traces?peek=x`, "The service rejected the stored credential"],
      [`/settings/connections?connection=${connection}`, "credential rejected"],
    ] as const;
    for (const [path, sight] of pages) {
      await page.goto(`${heddle.url}${path}`);
      await expect(page.getByText(sight).first()).toBeVisible();
      search.look(`the page ${path}`, await page.content());
      const storage = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
      search.look(`what the browser keeps after ${path}`, storage);
    }
    for (const id of ["connections.list", "audit.list", "workspaces.list", "users.list", "session.current"]) {
      expect((await post(page, `/api/app/${id}`, {})).status).toBe(200);
    }
    await signInWithProvider(browser, heddle, search);
    await tryKeys(heddle, key, search);
    await settled();

    search.lookIntoFolder(heddle.dataFolder);
    search.lookIntoFolder(".next/static");
    search.lookIntoFolder(".next/server");
    expect(await heddle.stop()).toBe(0);
    const output = heddle.output();
    // Printed once, in the table and in the program to paste: those two are removed before the search.
    const printed = output.indexOf("Heddle is ready.");
    const afterwards = output.indexOf("Ctrl-C stops everything.");
    expect(afterwards).toBeGreaterThan(printed);
    search.look("what the three processes printed", output.slice(0, printed) + output.slice(afterwards));
    expect(output).toContain("calls.queryStats");

    expect(search.leaks).toEqual([]);
    expect(search.placeCount).toBeGreaterThan(200);
  } finally {
    await heddle.stop();
    await provider.stop();
    await upstream.stop();
  }
});
