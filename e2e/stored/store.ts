import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { request } from "@playwright/test";
import { signInOverHttp } from "@/e2e/support/join-over-http";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { ADMIN, API_KEY, type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { ADMIN_FILE, type StoredUser } from "@/e2e/support/stored-data";
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

/** Signs the admin in and creates the workspace of the sample. */
async function openWorkspace(heddle: Heddle): Promise<StoredUser> {
  const admin = await request.newContext();
  const state = await signInOverHttp(admin, heddle, ADMIN);
  await makeWorkspace({ request: admin }, heddle.url, SAMPLE_PROJECT);
  await admin.dispose();
  return { email: ADMIN.email, state };
}

/** Stores the sample project with its trained model, its evaluations and its review queues, and signs the admin in. */
const [folder = ""] = process.argv.slice(2);
const heddle = await runHeddle({ dataFolder: folder });
try {
  const [admin] = await Promise.all([openWorkspace(heddle), createStoredSample(heddle)]);
  writeFileSync(join(folder, ADMIN_FILE), JSON.stringify(admin));
} finally {
  await heddle.stop();
}
