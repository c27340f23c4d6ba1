import { signInOf } from "@/lib/api/server/mcp/program/fresh-token";
import {
  NotReachedError,
  type OauthAnswer,
  readJson,
  sendForm,
  sendJson,
} from "@/lib/api/server/mcp/program/oauth-request";
import type { StoredSignIn } from "@/lib/api/server/mcp/program/sign-in-file";
import type { Surroundings } from "./surroundings";

const DEVICE_GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";

/** RFC 8628: what a program adds to its interval when it is told to slow down, and where none is named. */
const STEP_S = 5;
/** Between two requests while the dashboard does not respond. */
const MAX_INTERVAL_S = 60;

/** The sign-in failed; the message is a sentence for the user. */
export class SignInFailedError extends Error {
  override readonly name = "SignInFailed";
}

/** The addresses of the dashboard's sign-in that a program needs. */
interface Endpoints {
  readonly origin: string;
  readonly register: URL;
  readonly device: URL;
  readonly token: URL;
}

/** What the user is shown while the program waits. */
export interface ShownCode {
  readonly userCode: string;
  readonly page: string;
  /** The page with the code filled in. */
  readonly pageWithCode: string;
}

interface Waiting extends ShownCode {
  readonly deviceCode: string;
  readonly intervalS: number;
  readonly endsAtMs: number;
}

const textOf = (body: Readonly<Record<string, unknown>>, name: string): string => {
  const value = body[name];
  if (typeof value === "string") return value;
  throw new SignInFailedError(`The answer of the dashboard has no ${name}. Is it an older version?`);
};

/** Reads where the dashboard is asked. @throws SignInFailedError when it calls itself by another address */
async function findEndpoints(origin: string, { fetch: fetchFrom }: Surroundings): Promise<Endpoints> {
  const { status, body, message } = await readJson(
    fetchFrom,
    new URL("/.well-known/oauth-authorization-server", origin),
  );
  if (status !== 200) throw new SignInFailedError(`${message}. Is this the address of a Heddle dashboard?`);
  const issuer = textOf(body, "issuer");
  // A token is sent to one address only: that of the dashboard that the user has named.
  if (issuer !== origin) {
    throw new SignInFailedError(`This dashboard calls itself ${issuer}. Run heddle login --url ${issuer}`);
  }
  const endpoint = (name: string) => {
    const url = new URL(textOf(body, name));
    if (url.origin !== origin) throw new SignInFailedError(`${name} of ${origin} leads elsewhere: ${url.origin}.`);
    return url;
  };
  return {
    origin,
    register: endpoint("registration_endpoint"),
    device: endpoint("device_authorization_endpoint"),
    token: endpoint("token_endpoint"),
  };
}

async function register({ register: url }: Endpoints, { fetch: fetchFrom, host }: Surroundings): Promise<string> {
  const answer = await sendJson(fetchFrom, url, {
    client_name: `Heddle command line on ${host}`,
    grant_types: [DEVICE_GRANT_TYPE, "refresh_token"],
  });
  if (answer.status !== 201) throw new SignInFailedError(answer.message);
  return textOf(answer.body, "client_id");
}

const resourceOf = (origin: string) => `${origin}/api/mcp`;

async function askForCode(clientId: string, { origin, device }: Endpoints, { fetch: fetchFrom }: Surroundings) {
  const form = { client_id: clientId, scope: "read write", resource: resourceOf(origin) };
  return await sendForm(fetchFrom, device, form);
}

function waitingOf({ status, body, message }: OauthAnswer, nowMs: number): Waiting {
  if (status !== 200) throw new SignInFailedError(message);
  const page = textOf(body, "verification_uri");
  const { interval, expires_in: lifetimeS, verification_uri_complete: complete } = body;
  return {
    deviceCode: textOf(body, "device_code"),
    userCode: textOf(body, "user_code"),
    page,
    pageWithCode: typeof complete === "string" ? complete : page,
    intervalS: typeof interval === "number" ? interval : STEP_S,
    endsAtMs: nowMs + (typeof lifetimeS === "number" ? lifetimeS : 0) * 1000,
  };
}

async function pollOnce(
  clientId: string,
  { deviceCode }: Waiting,
  { token, origin }: Endpoints,
  { fetch: fetchFrom }: Surroundings,
): Promise<OauthAnswer | null> {
  const form = {
    grant_type: DEVICE_GRANT_TYPE,
    client_id: clientId,
    device_code: deviceCode,
    resource: resourceOf(origin),
  };
  try {
    return await sendForm(fetchFrom, token, form);
  } catch (error) {
    // The code is valid for minutes: a dashboard that restarts meanwhile ends nothing.
    if (error instanceof NotReachedError) return null;
    throw error;
  }
}

const REFUSALS: Readonly<Record<string, string>> = {
  access_denied: "The request was denied in the dashboard.",
  expired_token: "The code was not entered in time. Run heddle login again.",
};

/** Asks for tokens until the user has decided. @throws SignInFailedError */
async function waitForTokens(
  clientId: string,
  waiting: Waiting,
  endpoints: Endpoints,
  surroundings: Surroundings,
): Promise<StoredSignIn> {
  const { sleep, signal, nowMs } = surroundings;
  let { intervalS } = waiting;
  while (nowMs() < waiting.endsAtMs) {
    await sleep(intervalS * 1000, signal);
    const answer = await pollOnce(clientId, waiting, endpoints, surroundings);
    if (answer?.status === 200) return signInOf(clientId, answer.body, nowMs());
    if (answer === null) intervalS = Math.min(intervalS * 2, MAX_INTERVAL_S);
    else if (answer.error === "slow_down") intervalS += STEP_S;
    else if (answer.error !== "authorization_pending" && answer.status !== 429) {
      throw new SignInFailedError(REFUSALS[answer.error ?? ""] ?? answer.message);
    }
  }
  throw new SignInFailedError(REFUSALS.expired_token);
}

/**
 * Signs in to a dashboard with a code that the user types or confirms there (RFC 8628).
 *
 * @param known the id under which this machine registered before; null registers it
 * @param show is told what the user has to do
 * @throws SignInFailedError, NotReachedError
 */
export async function signInByCode(
  origin: string,
  known: string | null,
  surroundings: Surroundings,
  show: (code: ShownCode) => Promise<void>,
): Promise<StoredSignIn> {
  const endpoints = await findEndpoints(origin, surroundings);
  let clientId = known ?? (await register(endpoints, surroundings));
  let answer = await askForCode(clientId, endpoints, surroundings);
  if (answer.error === "invalid_client" && known !== null) {
    // The dashboard forgets programs that no one has allowed for a while.
    clientId = await register(endpoints, surroundings);
    answer = await askForCode(clientId, endpoints, surroundings);
  }
  const waiting = waitingOf(answer, surroundings.nowMs());
  await show(waiting);
  return await waitForTokens(clientId, waiting, endpoints, surroundings);
}
