import { API_KEY } from "./run-heddle";
import { expect } from "./test";

/** Asks a service as the public training client does. */
export async function ask(
  serviceUrl: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${serviceUrl}/v1/preview${path}`, {
    method,
    headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Waits for the end of a job, whichever it is. */
export async function untilOver(serviceUrl: string, jobId: string): Promise<void> {
  const statusOf = async () => (await ask(serviceUrl, "GET", `/training-jobs/${jobId}`)).status;
  await expect.poll(statusOf, { timeout: 60_000 }).toMatch(/completed|failed|cancelled/);
}
