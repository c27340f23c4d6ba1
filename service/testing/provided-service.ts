import pino from "pino";
import { openService, type Service } from "@/service/service";

/** The key of all requests that name no other. */
export const TEST_KEY = "hk_0123456789012345678901234567890123456789";

/** Opens a service on a folder, whose provider is a server of the test. */
export function openProvidedService(folder: string, provider: { readonly url: string }): Promise<Service> {
  return openService({ dataFolder: folder, HEDDLE_API_KEY: TEST_KEY }, pino({ level: "silent" }), {
    OPENAI_BASE_URL: provider.url,
    OPENAI_API_KEY: "none",
  });
}

interface SentRequest {
  /** GET without one. */
  readonly body?: object | undefined;
  readonly method?: string;
  readonly key?: string;
}

/** Sends a request to a service: operations of training take the key as a bearer, the others as a password. */
export async function sendTo(
  service: Service,
  path: string,
  { body, method = "POST", key = TEST_KEY }: SentRequest,
): Promise<{ status: number; text: string }> {
  const authorization = path.startsWith("/v1/")
    ? `Bearer ${key}`
    : `Basic ${Buffer.from(`api:${key}`).toString("base64")}`;
  const init = body === undefined ? {} : { method, body: JSON.stringify(body) };
  const response = await service.fetch(new Request(`http://service${path}`, { ...init, headers: { authorization } }));
  return { status: response.status, text: await response.text() };
}
