import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, request } from "@playwright/test";
import { callApp, makeWorkspace } from "@/e2e/support/open-workspace";
import { ADMIN, API_KEY, type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { SESSIONS, type StoredSessions } from "@/e2e/support/stored-data";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { createSample } from "@/lib/sample/create-sample";
import { SAMPLE_PROJECT, sampleSpec } from "@/lib/sample/sample-project";
import { sampleServiceOver } from "@/test/setup/sample-service-over";

/** Fewer than a sample has: later jobs repeat what these show. */
const TRAINING_STEPS = 4;

/** One of the base model and one of the third checkpoint. */
const EVALUATIONS = 2;

const CHECK_MS = 500;
const MAX_CHECKS = 600;

/** Stores the sample, and waits for its jobs and evaluations: each product would otherwise go on with them. */
async function createStoredSample({ serviceUrl }: Heddle): Promise<void> {
  const service = sampleServiceOver(async (method, path, body) => {
    const headers = { authorization: `Bearer ${API_KEY}` };
    const answer = await fetch(`${serviceUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  });
  await createSample(service, { spec: { ...sampleSpec(Date.now()), trainingSteps: TRAINING_STEPS } });
  const project_id = SAMPLE_PROJECT;
  for (let check = 0; check < MAX_CHECKS; check += 1) {
    const { data: jobs } = await service.call("trainingJobs.list", { project_id, limit: TRAINING_STEPS });
    const { runs } = await service.call("evaluationRuns.list", { project_id });
    const isTrained = jobs.every(({ status }) => status === "completed");
    if (isTrained && runs.filter(({ state }) => state === "finished").length === EVALUATIONS) return;
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  }
  throw new Error("The sample's jobs and evaluations did not finish.");
}

/** Signs a user in with a password, as the page does. */
async function signIn(context: APIRequestContext, { url }: Heddle, user: { email: string; password: string }) {
  const { csrfToken } = await (await context.get(`${url}/api/auth/csrf`)).json();
  const form = { csrfToken, json: "true", email: user.email, password: user.password };
  const answer = await context.post(`${url}/api/auth/callback/credentials`, { form, headers: { origin: url } });
  if (!answer.ok()) throw new Error(`The sign-in of ${user.email} answered ${answer.status()}.`);
}

/** Signs users in without a browser: the pages of their sign-in have tests of their own. */
async function signUsersIn(heddle: Heddle): Promise<StoredSessions> {
  const { url } = heddle;
  const admin = await request.newContext();
  await signIn(admin, heddle, ADMIN);
  await makeWorkspace({ request: admin }, url, SAMPLE_PROJECT);
  const joined = async (role: Role) => {
    const link = (await callApp({ request: admin }, url, "invitations.create", { role })) as { url: string };
    const context = await request.newContext();
    const user = { email: `stored-${role}@example.org`, password: "another long password" };
    const token = new URLSearchParams(new URL(link.url).hash.slice(1)).get("token");
    await callApp({ request: context }, url, "setup.complete", { token, name: `A ${role}`, ...user });
    await signIn(context, heddle, user);
    return { email: user.email, state: await context.storageState() };
  };
  return {
    admin: { email: ADMIN.email, state: await admin.storageState() },
    member: await joined("member"),
    viewer: await joined("viewer"),
  };
}

/** Stores the sample project with its trained model, its evaluations and its review queues, and signs users in. */
const [folder = ""] = process.argv.slice(2);
const heddle = await runHeddle({ dataFolder: folder });
try {
  const [sessions] = await Promise.all([signUsersIn(heddle), createStoredSample(heddle)]);
  writeFileSync(join(folder, SESSIONS), JSON.stringify(sessions));
} finally {
  await heddle.stop();
}
