import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
} from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** The id that the provider knows the dashboard by. */
export const CLIENT_ID = "heddle-under-test";
const CLIENT_SECRET = "CANARY-client-secret-4b1d";

/** The user that the provider reports as signed in, and the user's claims. */
export interface TestPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

/** Deviations of an id token from a valid one. */
export interface TokenFault {
  readonly iss?: string;
  readonly aud?: string | readonly string[];
  readonly azp?: string;
  /** Undefined for none. */
  readonly nonce?: string | undefined;
  /** "HS256" takes the public key, which everyone knows, for the secret. */
  readonly alg?: "none" | "HS256";
  readonly isSignedByAnother?: boolean;
  /** Whether its head has the key that it is signed with. */
  readonly isKeyInHead?: boolean;
  readonly isExpired?: boolean;
}

interface Grant {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly person: TestPerson;
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

const newKey = () =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** A small OpenID provider on a port of this machine. It signs in `person` without a prompt. */
export class TestOidcProvider {
  person: TestPerson = { sub: "ada-1", email: "ada@example.org", email_verified: true, name: "Ada" };
  fault: TokenFault = {};
  /** Claims that only the userinfo response has, not the token. */
  userinfo: Record<string, unknown> | null = null;
  /** Whether the user leaves instead of signing in. */
  isDenied = false;
  /** The issuer that its description and its tokens name; null for its own. */
  claimedIssuer: string | null = null;
  /** The issuer that it names when it sends the user back (RFC 9207); null for none. */
  namedAtReturn: string | null = null;
  readonly #key = newKey();
  readonly #otherKey = newKey();
  readonly #grants = new Map<string, Grant>();
  #server: Server | null = null;
  #port = 0;

  /** Listens; after a stop it listens on the same port again, so that the issuer stays. */
  async start(): Promise<this> {
    const server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
    server.listen(this.#port, "127.0.0.1");
    await once(server, "listening");
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
    return this;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The environment variables that configure a dashboard for this provider. */
  get variables(): Record<string, string> {
    return { OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.issuer);
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        json(this.#description());
        return;
      case "/authorize":
        response.writeHead(302, { location: this.#authorize(url.searchParams) }).end();
        return;
      case "/token": {
        const answer = this.#token(request, new URLSearchParams(await text(request)));
        json(answer ?? { error: "invalid_grant" }, answer ? 200 : 400);
        return;
      }
      case "/jwks":
        json({
          keys: [{ ...createPublicKey(this.#key).export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" }],
        });
        return;
      case "/userinfo":
        json({ sub: this.person.sub, ...this.userinfo });
        return;
      default:
        response.writeHead(404).end();
    }
  }

  #description() {
    return {
      issuer: this.claimedIssuer ?? this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      ...(this.userinfo ? { userinfo_endpoint: `${this.issuer}/userinfo` } : {}),
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      code_challenge_methods_supported: ["S256"],
    };
  }

  #authorize(query: URLSearchParams): string {
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("state", query.get("state") ?? "");
    if (this.namedAtReturn !== null) back.searchParams.set("iss", this.namedAtReturn);
    const isComplete =
      query.get("client_id") === CLIENT_ID &&
      query.get("code_challenge_method") === "S256" &&
      ["state", "code_challenge"].every((name) => query.get(name));
    if (!isComplete || this.isDenied) {
      back.searchParams.set("error", isComplete ? "access_denied" : "invalid_request");
      return back.href;
    }
    const code = randomUUID();
    this.#grants.set(code, {
      challenge: query.get("code_challenge") ?? "",
      nonce: query.get("nonce") ?? "",
      redirectUri: query.get("redirect_uri") ?? "",
      person: this.person,
    });
    back.searchParams.set("code", code);
    return back.href;
  }

  #token(request: IncomingMessage, form: URLSearchParams): Record<string, unknown> | null {
    const expected = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString("base64")}`;
    const grant = this.#grants.get(form.get("code") ?? "");
    this.#grants.delete(form.get("code") ?? "");
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (request.headers.authorization !== expected || !grant) return null;
    if (verifier !== grant.challenge || form.get("redirect_uri") !== grant.redirectUri) return null;
    return { access_token: randomUUID(), token_type: "Bearer", expires_in: 60, id_token: this.#idToken(grant) };
  }

  #idToken({ nonce, person }: Grant): string {
    const { alg = "RS256", isSignedByAnother, isKeyInHead, isExpired, ...changed } = this.fault;
    const nowSeconds = Math.floor(Date.now() / 1000) - (isExpired ? 7200 : 0);
    const key = createPrivateKey(isSignedByAnother ? this.#otherKey : this.#key);
    const publicKey = createPublicKey(key);
    const head = { alg, typ: "JWT", kid: "1", ...(isKeyInHead ? { jwk: publicKey.export({ format: "jwk" }) } : {}) };
    const iss = this.claimedIssuer ?? this.issuer;
    const own = { iss, aud: CLIENT_ID, nonce, iat: nowSeconds, exp: nowSeconds + 3600 };
    const text = `${base64url(head)}.${base64url({ ...own, ...person, ...changed })}`;
    if (alg === "none") return `${text}.`;
    const bytes = Buffer.from(text);
    const signature =
      alg === "HS256"
        ? createHmac("sha256", publicKey.export({ type: "spki", format: "pem" }))
            .update(bytes)
            .digest()
        : sign("sha256", bytes, key);
    return `${text}.${signature.toString("base64url")}`;
  }
}
