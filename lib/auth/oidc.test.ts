import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AppDatabase } from "@/lib/database/app-database";
import { listAudit } from "@/lib/database/audit";
import { confirmSecondFactor, findSecondFactor, storePendingSecret } from "@/lib/database/second-factors";
import { createSession, DEFAULT_SESSION_LIMITS, findLiveSession } from "@/lib/database/sessions";
import { openTemporaryDatabase } from "@/lib/database/testing/temporary-database";
import { createUser, findPassword, findUserByEmail } from "@/lib/database/users";
import { findOwnRole } from "@/lib/database/workspace-roles";
import { insertWorkspace } from "@/lib/database/workspaces";
import { readEnvironment } from "@/lib/environment/environment";
import { firstOnce } from "@/test/setup/test-length";
import { handleAuth } from "./auth-handler";
import type { AuthContext } from "./auth-options";
import { isAllowed, oidcOf } from "./oidc-settings";
import { hashPassword } from "./password";
import { readSession } from "./session";
import { parseCookies } from "./session-cookie";
import { CLIENT_ID, TestOidcProvider, type TokenFault } from "./testing/oidc-provider";
import { SignInThrottle } from "./throttle";
import { Vault } from "./vault";

const ORIGIN = "http://localhost:7700";

let provider: TestOidcProvider;
let database: AppDatabase;
let remove: () => Promise<void>;
let logged: unknown[];
let count = 0;

beforeAll(async () => {
  provider = await new TestOidcProvider().start();
});

afterAll(() => provider.stop());

beforeEach(async () => {
  ({ database, remove } = await openTemporaryDatabase());
  logged = [];
  count += 1;
  provider.fault = {};
  provider.userinfo = null;
  provider.isDenied = false;
  provider.claimedIssuer = null;
  provider.namedAtReturn = null;
  provider.person = { sub: `ada-${count}`, email: "ada@example.org", email_verified: true, name: "Ada" };
  await newUser("admin@example.org", "admin");
  return async () => {
    expect(JSON.stringify(logged)).not.toContain("CANARY");
    await remove();
  };
});

async function newUser(email: string, role: "viewer" | "member" | "admin" = "member") {
  return await createUser(database, { name: email, email, role, passwordHash: "hash" }, new Date());
}

function contextWith(variables: Record<string, string> = {}): AuthContext {
  return {
    environment: readEnvironment({ ...provider.variables, ...variables }),
    database,
    throttle: new SignInThrottle(),
    vault: new Vault(randomBytes(32)),
    sessionSecret: randomBytes(32).toString("hex"),
    sessionLimits: DEFAULT_SESSION_LIMITS,
    now: () => new Date(),
    log: { error: (details) => void logged.push(details) },
  };
}

/** A browser that goes through the provider and back, storing cookies. */
class Visitor {
  readonly cookies = new Map<string, string>();

  constructor(readonly context: AuthContext) {}

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async ask(path: string, form?: Record<string, string>): Promise<Response> {
    const url = new URL(path, `${ORIGIN}/api/auth/`);
    const request = new Request(url, {
      method: form ? "POST" : "GET",
      headers: {
        cookie: this.cookieHeader,
        ...(form ? { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" } : {}),
      },
      ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    });
    const response = await handleAuth(this.context, request, url.pathname.replace("/api/auth/", "").split("/"));
    for (const line of response.headers.getSetCookie()) {
      const [[name, value] = []] = Object.entries(parseCookies(line));
      if (name === undefined) continue;
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    return response;
  }

  /** Presses the button and returns where the browser is sent. */
  async leave(callbackUrl = `${ORIGIN}/air/traces`): Promise<string> {
    const { csrfToken } = await (await this.ask("csrf")).json();
    const answer = await this.ask("signin/oidc", { csrfToken, callbackUrl, json: "true" });
    return (await answer.json()).url;
  }

  /** Follows the provider back and returns where the browser ends up. */
  async comeBack(authorizeUrl: string): Promise<string> {
    const there = await fetch(authorizeUrl, { redirect: "manual" });
    const answer = await this.ask(there.headers.get("location") ?? "");
    return answer.headers.get("location") ?? "";
  }

  async signIn(): Promise<string> {
    return await this.comeBack(await this.leave());
  }

  async email(): Promise<string | undefined> {
    return (await readSession(this.context, this.cookieHeader))?.user.email;
  }
}

const visitor = (variables: Record<string, string> = {}) => new Visitor(contextWith(variables));

async function lastAudit() {
  const { entries } = await listAudit(database, { limit: 1 });
  return entries[0];
}

describe("signing in with a provider", () => {
  it("returns to the requested page with a session of the account with that address", async () => {
    const user = await newUser("ada@example.org");
    const browser = visitor();
    const authorize = new URL(await browser.leave());
    expect(authorize.origin).toBe(provider.issuer);
    expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
      response_type: "code",
      scope: "openid email profile",
      redirect_uri: `${ORIGIN}/api/auth/callback/oidc`,
      code_challenge_method: "S256",
      state: expect.any(String),
      nonce: expect.any(String),
    });
    expect(await browser.comeBack(authorize.href)).toBe(`${ORIGIN}/air/traces`);
    expect(await browser.email()).toBe("ada@example.org");
    expect(await lastAudit()).toMatchObject({ event: "sign-in.succeeded", actorId: user.id });
  });

  it("is not available if the environment configures no provider", async () => {
    const none = visitor({ OIDC_ISSUER: "", OIDC_CLIENT_ID: "", OIDC_CLIENT_SECRET: "" });
    expect(await (await none.ask("providers")).json()).not.toHaveProperty("oidc");
    expect(await none.leave()).not.toContain(provider.issuer);
  });

  it("identifies a user by issuer and subject when the address changes owners", async () => {
    await newUser("ada@example.org");
    const browser = visitor();
    await browser.signIn();
    const [ada, another] = [provider.person, { ...provider.person, sub: `eve-${count}` }];
    provider.person = { ...ada, email: "ada.new@example.org" };
    const renamed = new Visitor(browser.context);
    await renamed.signIn();
    expect(await renamed.email()).toBe("ada@example.org");
    // The address now belongs to another user, who does not get the account without linking.
    provider.person = { ...another, email: "nobody@example.org" };
    expect(await new Visitor(browser.context).signIn()).toContain("error=oidc-no-account");
  });

  it("reads the address from the userinfo response when the token has none", async () => {
    await newUser("ada@example.org");
    provider.person = { sub: `thin-${count}` };
    provider.userinfo = { email: "Ada@Example.org", email_verified: true };
    const browser = visitor();
    await browser.signIn();
    expect(await browser.email()).toBe("ada@example.org");
  });
});

describe("an existing account", () => {
  it("loses its password, its second factor and its sessions when it is linked, since someone else may have created it", async () => {
    const user = await newUser("ada@example.org");
    const earlier = await createSession(database, user.id, new Date());
    expect(await findPassword(database, "ada@example.org")).toBeDefined();
    await storePendingSecret(database, user.id, "sealed", new Date());
    await confirmSecondFactor(database, user.id, 1, new Date());
    const browser = visitor();
    await browser.signIn();
    expect(await browser.email()).toBe("ada@example.org");
    expect(await findPassword(database, "ada@example.org")).toBeUndefined();
    expect(await findLiveSession(database, earlier, new Date())).toBeUndefined();
    expect(await findSecondFactor(database, user.id)).toBeUndefined();
    const again = new Visitor(browser.context);
    await again.signIn();
    expect([await browser.email(), await again.email()]).toEqual(["ada@example.org", "ada@example.org"]);
  });

  it.each([
    ["says that it is not verified", { email_verified: false }, {}, "unverified"],
    ["does not say whether it is verified", { email_verified: undefined }, {}, "unverified"],
    ["says no although it is trusted", { email_verified: false }, { OIDC_TRUST_EMAIL: "yes" }, "unverified"],
    ["says no address", { email: undefined }, {}, "no-email"],
  ])("is not taken over by an address for which the provider %s", async (_what, change, variables, reason) => {
    const user = await newUser("ada@example.org");
    const stored = await createSession(database, user.id, new Date());
    // An undefined member is omitted from the token's JSON.
    provider.person = { ...provider.person, ...change } as typeof provider.person;
    const browser = visitor(variables);
    expect(await browser.signIn()).toBe(`${ORIGIN}/sign-in?error=oidc-${reason}`);
    expect(await browser.email()).toBeUndefined();
    expect(await findPassword(database, "ada@example.org")).toBeDefined();
    expect(await findLiveSession(database, stored, new Date())).toBeDefined();
    expect(await lastAudit()).toMatchObject({ event: "sign-in.failed", isAllowed: false });
  });

  it("of an admin is not taken over by an address that is not verified, or that belongs to another user there", async () => {
    const found = provider.person;
    provider.person = { ...found, email: "admin@example.org", email_verified: false };
    expect(await visitor().signIn()).toBe(`${ORIGIN}/sign-in?error=oidc-unverified`);
    provider.person = { sub: found.sub };
    provider.userinfo = { sub: "another", email: "admin@example.org", email_verified: true };
    expect(await visitor().signIn()).toMatch(/error=OAuthCallback$/);
    expect(await database.selectFrom("session").select("id").execute()).toEqual([]);
    expect(await findPassword(database, "admin@example.org")).toBeDefined();
  });

  it("is linked by a trusted provider that does not say whether addresses are verified", async () => {
    await newUser("ada@example.org");
    provider.person = { sub: `entra-${count}`, email: "ada@example.org" };
    const browser = visitor({ OIDC_TRUST_EMAIL: "yes" });
    await browser.signIn();
    expect(await browser.email()).toBe("ada@example.org");
  });

  it("cannot be entered while it is disabled, before and after it was linked", async () => {
    const user = await newUser("ada@example.org");
    const disable = (flag: 0 | 1) =>
      database.updateTable("user").set({ is_disabled: flag }).where("id", "=", user.id).execute();
    await disable(1);
    expect(await visitor().signIn()).toContain("error=oidc-disabled");
    await disable(0);
    await visitor().signIn();
    await disable(1);
    expect(await visitor().signIn()).toContain("error=oidc-disabled");
  });
});

describe("a user without an account", () => {
  it("gets one only if that is permitted, with the configured role", async () => {
    expect(await visitor().signIn()).toBe(`${ORIGIN}/sign-in?error=oidc-no-account`);
    expect(await findUserByEmail(database, "ada@example.org")).toBeUndefined();
    const browser = visitor({ OIDC_SIGN_UP: "yes", OIDC_ROLE: "member" });
    await browser.signIn();
    expect(await browser.email()).toBe("ada@example.org");
    expect(await findUserByEmail(database, "ada@example.org")).toMatchObject({ name: "Ada", role: "member" });
    expect(await findPassword(database, "ada@example.org")).toBeUndefined();
  });

  it("is never the first, because that account is an admin's", async () => {
    await database.deleteFrom("user").execute();
    expect(await visitor({ OIDC_SIGN_UP: "yes" }).signIn()).toContain("error=oidc-not-set-up");
  });
});

describe("roles by the provider's groups", () => {
  const RULES = {
    OIDC_ROLES: "heads=admin, engineers=member,all%3Dpeople=viewer,evals=member@evals,evals=none@secret",
  };
  const inGroups = (groups: unknown) => {
    provider.person = { ...provider.person, groups } as typeof provider.person;
  };
  const roleOf = async (email = "ada@example.org") => (await findUserByEmail(database, email))?.role;

  it("are the highest that a rule gives, at each sign-in, with an entry for each change", async () => {
    const lost: unknown[] = [];
    const context = {
      ...contextWith(RULES),
      onLostWriting: async (_: unknown, where: unknown) => void lost.push(where),
    };
    await newUser("ada@example.org", "viewer");
    const roles = [];
    for (const groups of [["all=people", "engineers", "other"], ["engineers"], "heads", ["all=people"]]) {
      inGroups(groups);
      const browser = new Visitor(context);
      await browser.signIn();
      expect(await browser.email()).toBe("ada@example.org");
      roles.push(await roleOf());
    }
    expect(roles).toEqual(["member", "member", "admin", "viewer"]);
    expect(lost).toEqual(["everywhere"]);
    const { entries } = await listAudit(database, { limit: 10, event: "member.role-changed" });
    expect(entries.map(({ target }) => target)).toEqual([
      "ada@example.org admin to viewer, by the provider",
      "ada@example.org member to admin, by the provider",
      "ada@example.org viewer to member, by the provider",
    ]);
  });

  it("refuse who has none, before an account is made", async () => {
    for (const groups of [undefined, [], ["strangers"], { engineers: true }, [["engineers"]]]) {
      inGroups(groups);
      const browser = visitor({ ...RULES, OIDC_SIGN_UP: "yes" });
      expect(await browser.signIn()).toBe(`${ORIGIN}/sign-in?error=oidc-no-role`);
    }
    expect(await roleOf()).toBeUndefined();
    inGroups(["engineers"]);
    await visitor({ ...RULES, OIDC_SIGN_UP: "yes" }).signIn();
    expect(await roleOf()).toBe("member");
  });

  it("leave the last admin one, with an entry", async () => {
    await database.deleteFrom("user").execute();
    await newUser("ada@example.org", "admin");
    inGroups(["engineers"]);
    await visitor(RULES).signIn();
    expect(await roleOf()).toBe("admin");
    const { entries } = await listAudit(database, { limit: 1, event: "member.role-changed" });
    expect(entries[0]).toMatchObject({ isAllowed: false, target: expect.stringContaining("the last admin") });
  });

  it("give and take roles in workspaces, and read a claim inside an object", async () => {
    const user = await newUser("ada@example.org", "viewer");
    const connectionId = "local";
    const ids: Record<string, string> = {};
    for (const slug of ["evals", "secret"]) {
      ids[slug] = (await insertWorkspace(database, { slug, connectionId, projectId: `e/${slug}` }, new Date())).id;
    }
    const owned = (slug: string) => findOwnRole(database, { userId: user.id, workspaceId: ids[slug] ?? "" });
    const lost: unknown[] = [];
    const variables = { ...RULES, OIDC_ROLES_CLAIM: "realm_access.roles" };
    const context = {
      ...contextWith(variables),
      onLostWriting: async (_: unknown, where: unknown) => void lost.push(where),
    };
    provider.person = {
      ...provider.person,
      realm_access: { roles: ["all=people", "evals"] },
    } as typeof provider.person;
    await new Visitor(context).signIn();
    expect([await owned("evals"), await owned("secret")]).toEqual(["member", "none"]);
    provider.person = { ...provider.person, realm_access: { roles: ["all=people"] } } as typeof provider.person;
    await new Visitor(context).signIn();
    expect([await owned("evals"), await owned("secret")]).toEqual([null, null]);
    expect(lost).toContainEqual({ connectionId, projectId: "e/evals" });
  });
});

describe("passwords beside a provider", () => {
  it("open no session where only the provider signs in", async () => {
    const password = "a long password 123";
    const user = {
      name: "Ada",
      email: "ada@example.org",
      role: "member",
      passwordHash: await hashPassword(password),
    } as const;
    await createUser(database, user, new Date());
    const sign = async (variables: Record<string, string>) => {
      const browser = visitor(variables);
      const { csrfToken } = await (await browser.ask("csrf")).json();
      await browser.ask("callback/credentials", { csrfToken, email: user.email, password, json: "true" });
      return await browser.email();
    };
    expect(await sign({})).toBe(user.email);
    expect(await sign({ HEDDLE_PASSWORDS: "no" })).toBeUndefined();
    const browser = visitor({ HEDDLE_PASSWORDS: "no" });
    await browser.signIn();
    expect(await browser.email()).toBe(user.email);
  });
});

describe("allowed sign-ins", () => {
  it("are limited to the listed domains and addresses, also for existing users", async () => {
    await newUser("ada@example.org");
    for (const allowed of ["example.org", "@Example.org", "other.org, ada@example.org"]) {
      const browser = visitor({ OIDC_ALLOWED: allowed });
      await browser.signIn();
      expect([allowed, await browser.email()]).toEqual([allowed, "ada@example.org"]);
    }
    for (const allowed of ["other.org", "mia@example.org", "ample.org"]) {
      expect(await visitor({ OIDC_ALLOWED: allowed }).signIn()).toBe(`${ORIGIN}/sign-in?error=oidc-not-allowed`);
    }
  });

  it.each([
    ["ada@example.org", true],
    ["ada@sub.example.org", false],
    ["ada@notexample.org", false],
    ["example.org@evil.org", false],
  ])("for example.org: %s is %s", (email, isRight) => {
    const settings = oidcOf(readEnvironment({ ...provider.variables, OIDC_ALLOWED: "example.org" }));
    expect(settings && isAllowed(settings, email)).toBe(isRight);
  });
});

describe("an invalid response", () => {
  it.each(
    firstOnce<readonly [string, TokenFault]>(7, [
      ["is signed with another key", { isSignedByAnother: true }],
      ["is for another client", { aud: "another-client" }],
      ["has another nonce", { nonce: "another" }],
      ["has expired", { isExpired: true }],
      ["is of another issuer, as of another tenant with the same keys", { iss: "https://evil.example" }],
      ["is not signed", { alg: "none" }],
      ["is signed with the public key as a secret", { alg: "HS256" }],
      ["brings the key that it is signed with", { isSignedByAnother: true, isKeyInHead: true }],
      ["has no nonce", { nonce: undefined }],
      ["is for several clients and does not say for which it was made", { aud: [CLIENT_ID, "another-client"] }],
      ["was made for another client", { aud: [CLIENT_ID, "another-client"], azp: "another-client" }],
    ]),
  )("is refused when its token %s", async (_what, fault) => {
    await newUser("ada@example.org");
    provider.fault = fault;
    const browser = visitor();
    expect(await browser.signIn()).toMatch(/error=OAuthCallback$/);
    expect(await browser.email()).toBeUndefined();
    expect(logged).toContainEqual({ code: "OAUTH_CALLBACK_ERROR", reason: expect.any(String) });
  });

  it("is refused in a browser that did not start the sign-in", async () => {
    await newUser("ada@example.org");
    const victim = visitor();
    const attacker = new Visitor(victim.context);
    const there = await fetch(await attacker.leave(), { redirect: "manual" });
    await victim.leave();
    const answer = await victim.ask(there.headers.get("location") ?? "");
    expect(answer.headers.get("location")).toMatch(/error=OAuthCallback$/);
    expect(await victim.email()).toBeUndefined();
  });

  it("opens one session, however often it is sent, and by whom", async () => {
    await newUser("ada@example.org");
    const browser = visitor();
    const location = (await fetch(await browser.leave(), { redirect: "manual" })).headers.get("location") ?? "";
    const withCookies = new Visitor(browser.context);
    for (const [name, value] of browser.cookies) withCookies.cookies.set(name, value);
    await browser.ask(location);
    expect(await browser.email()).toBe("ada@example.org");
    for (const again of [browser, withCookies, new Visitor(browser.context)]) {
      expect((await again.ask(location)).headers.get("location")).toMatch(/error=OAuthCallback$/);
    }
    expect(await withCookies.email()).toBeUndefined();
    expect(await database.selectFrom("session").select("id").execute()).toHaveLength(1);
  });

  it("is refused when it names another provider than the one that was asked", async () => {
    await newUser("ada@example.org");
    provider.namedAtReturn = "https://evil.example";
    expect(await visitor().signIn()).toMatch(/error=OAuthCallback$/);
    provider.namedAtReturn = provider.issuer;
    const browser = visitor();
    await browser.signIn();
    expect(await browser.email()).toBe("ada@example.org");
  });

  it("of the provider that was asked is refused once the dashboard has another one", async () => {
    await newUser("ada@example.org");
    const other = await new TestOidcProvider().start();
    try {
      other.person = provider.person;
      const browser = visitor();
      const location = (await fetch(await browser.leave(), { redirect: "manual" })).headers.get("location") ?? "";
      const environment = contextWith(other.variables).environment;
      const later = new Visitor({ ...browser.context, environment });
      for (const [name, value] of browser.cookies) later.cookies.set(name, value);
      expect((await later.ask(location)).headers.get("location")).toMatch(/error=OAuthCallback$/);
      expect(await later.email()).toBeUndefined();
    } finally {
      await other.stop();
    }
  });

  it("is refused when the user left instead of signing in", async () => {
    await newUser("ada@example.org");
    provider.isDenied = true;
    const browser = visitor();
    expect(await browser.signIn()).toMatch(/error=(OAuth)?Callback$/);
    expect(await browser.email()).toBeUndefined();
  });
});

describe("a provider that says it is another one", () => {
  it("signs nobody in, whatever its keys and tokens say", async () => {
    await newUser("ada@example.org");
    provider.claimedIssuer = "https://accounts.example.org";
    expect(await visitor().signIn()).toBe(`${ORIGIN}/sign-in?error=oidc-issuer`);
    expect(await lastAudit()).toMatchObject({ event: "sign-in.failed", isAllowed: false });
  });
});

describe("a provider that is down", () => {
  it("is reported at once and retried at the next press", async () => {
    await newUser("ada@example.org");
    await provider.stop();
    const browser = visitor();
    try {
      expect(await browser.leave()).toMatch(/error=OAuthSignin$/);
      expect(logged).toContainEqual({ code: "SIGNIN_OAUTH_ERROR", reason: expect.any(String) });
    } finally {
      await provider.start();
    }
    await browser.signIn();
    expect(await browser.email()).toBe("ada@example.org");
  });
});
