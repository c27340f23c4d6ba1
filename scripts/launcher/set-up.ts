import { prepareFirstAccess } from "@/lib/auth/first-access";
import { openAppDatabase } from "@/lib/database/app-database";
import type { Environment } from "@/lib/environment/environment";
import { ensureFirstApiKey } from "@/service/access/api-keys";
import { openState } from "@/service/state/open-state";
import type { SetUp } from "./announcement";
import type { Mode } from "./programs";

/** The first key, unless the environment sets one: then no other is needed. */
async function firstApiKey({ dataFolder, HEDDLE_API_KEY }: Environment): Promise<string | undefined> {
  if (HEDDLE_API_KEY !== undefined) return undefined;
  const state = await openState(dataFolder);
  try {
    return await ensureFirstApiKey(state);
  } finally {
    await state.destroy();
  }
}

async function setUpLink(environment: Environment): Promise<string | undefined> {
  const database = await openAppDatabase(environment.dataFolder, environment.DATABASE_URL);
  try {
    return (await prepareFirstAccess(database, environment, new Date())).setUpUrl ?? undefined;
  } finally {
    await database.destroy();
  }
}

/** Creates what a first start needs: an API key, and an admin or a link that creates one. */
export async function prepareSetUp(mode: Mode, environment: Environment): Promise<SetUp> {
  const firstKey = await firstApiKey(environment);
  return { firstKey, link: mode === "service" ? undefined : await setUpLink(environment) };
}
