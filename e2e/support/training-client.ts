import { API_KEY } from "./run-heddle";
import { expect } from "./test";

/** Calls a service as the public training client does. */
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

/** Registers a model and returns its id; by default one that the built-in trainer trains in seconds. */
export async function registerModel(
  serviceUrl: string,
  projectId: string,
  name = "speller",
  base_model = "heddle/bytes-blank-1",
): Promise<string> {
  const [entity, project] = projectId.split("/");
  return String((await ask(serviceUrl, "POST", "/models", { entity, project, name, base_model })).id);
}

/** A trajectory in which a model spells a word on request. */
export const spelling = (answer: string, reward: number, metadata?: Readonly<Record<string, unknown>>) => ({
  messages_and_choices: [
    { role: "user", content: "Spell it." },
    { finish_reason: "stop", index: 0, logprobs: null, message: { role: "assistant", content: answer } },
  ],
  reward,
  ...(metadata === undefined ? {} : { metadata }),
});

/** Settings under which each trajectory is a gradient step, and a word is learned in about sixty steps. */
const SPELLING_SETTINGS = { learning_rate: 0.3, packed_sequence_length: 1 } as const;

/** Starts a job and returns its id. */
export async function startJob(
  serviceUrl: string,
  modelId: string,
  groups: readonly unknown[],
  settings: Readonly<Record<string, unknown>> = SPELLING_SETTINGS,
): Promise<string> {
  const body = { model_id: modelId, trajectory_groups: groups, experimental_config: settings };
  return String((await ask(serviceUrl, "POST", "/training-jobs", body)).id);
}

/** Waits for the end of a job and returns its status. */
export async function untilOver(serviceUrl: string, jobId: string): Promise<unknown> {
  let status: unknown;
  const statusOf = async () => {
    status = (await ask(serviceUrl, "GET", `/training-jobs/${jobId}`)).status;
    return status;
  };
  await expect.poll(statusOf, { timeout: 60_000 }).toMatch(/completed|failed|cancelled/);
  return status;
}
