import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { createSample } from "@/lib/sample/create-sample";
import { SAMPLE_PROJECT, sampleSpec } from "@/lib/sample/sample-project";
import { findChromium } from "@/scripts/checks/runners/chromium";
import { sampleServiceOver } from "@/test/setup/sample-service-over";
import { join as joinHeddle } from "../invite";
import { makeWorkspace } from "../open-workspace";
import { ADMIN, API_KEY, type Heddle, runHeddle } from "../run-heddle";
import { signIn } from "../sign-in";
import { SESSIONS, type StoredSessions } from "./stored-data";

async function createStoredSample({ serviceUrl }: Heddle): Promise<void> {
  const service = sampleServiceOver(async (method, path, body) => {
    const headers = { authorization: `Bearer ${API_KEY}` };
    const answer = await fetch(`${serviceUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  });
  await createSample(service, { spec: sampleSpec(Date.now()) });
}

async function signUsersIn(browser: Browser, heddle: Heddle): Promise<StoredSessions> {
  const opened = async (open: (page: Page) => Promise<string>) => {
    const page = await browser.newPage();
    const email = await open(page);
    return { email, state: await page.context().storageState() };
  };
  const joined = (role: Role) => opened(async (page) => (await joinHeddle(page, heddle, role)).email);
  const admin = await opened(async (page) => {
    await signIn(page, heddle.url);
    await makeWorkspace(page, heddle.url, SAMPLE_PROJECT);
    return ADMIN.email;
  });
  return { admin, member: await joined("member"), viewer: await joined("viewer") };
}

/** Stores the sample project with its trained model, its evaluations and its review queues, and signs users in. */
const [folder = ""] = process.argv.slice(2);
const heddle = await runHeddle({ dataFolder: folder });
const browser = await chromium.launch({ executablePath: await findChromium() });
try {
  const [sessions] = await Promise.all([signUsersIn(browser, heddle), createStoredSample(heddle)]);
  writeFileSync(join(folder, SESSIONS), JSON.stringify(sessions));
} finally {
  await browser.close();
  await heddle.stop();
}
