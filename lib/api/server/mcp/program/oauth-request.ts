/** An answer of the dashboard's sign-in for programs. */
export interface OauthAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** The code of a refusal; null when it was none. */
  readonly error: string | null;
  /** A sentence about the refusal, for the user. */
  readonly message: string;
}

/** Shorter than the time for which a program may keep others from the stored sign-in. */
const TIMEOUT_MS = 20_000;

/** The dashboard could not be asked; the message says so. */
export class NotReachedError extends Error {
  override readonly name = "NotReached";
}

async function answerTo(fetchFrom: typeof fetch, url: URL, init: RequestInit): Promise<OauthAnswer> {
  let response: Response;
  try {
    // A redirect is refused: what is sent goes to the given address only.
    response = await fetchFrom(url, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new NotReachedError(`The dashboard at ${url.origin} does not respond. Is it running?`, { cause: error });
  }
  const body = objectIn(await response.text());
  const described = typeof body.error_description === "string" ? body.error_description : null;
  return {
    status: response.status,
    body,
    error: typeof body.error === "string" ? body.error : null,
    message: `${url.origin}: ${described ?? `answered with the status ${response.status}`}`,
  };
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    // The answer of something else than the dashboard, or an empty one: its status is reported.
    return {};
  }
}

/** @throws NotReachedError */
export async function readJson(fetchFrom: typeof fetch, url: URL, token?: string): Promise<OauthAnswer> {
  return await answerTo(fetchFrom, url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
}

/** @throws NotReachedError */
export async function sendJson(fetchFrom: typeof fetch, url: URL, value: unknown): Promise<OauthAnswer> {
  const headers = { "content-type": "application/json" };
  return await answerTo(fetchFrom, url, { method: "POST", headers, body: JSON.stringify(value) });
}

/** @throws NotReachedError */
export async function sendForm(
  fetchFrom: typeof fetch,
  url: URL,
  members: Readonly<Record<string, string>>,
): Promise<OauthAnswer> {
  return await answerTo(fetchFrom, url, { method: "POST", body: new URLSearchParams(members) });
}
