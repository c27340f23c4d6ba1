import { prepareFirstAccess } from "@/lib/auth/first-access";
import { openVault } from "@/lib/auth/key-check";
import { openAppDatabase } from "@/lib/database/app-database";
import type { Environment } from "@/lib/environment/environment";
import { stateAddress } from "@/lib/environment/state-address";
import { ensureFirstApiKey } from "@/service/kernel/access/api-keys";
import { openState } from "@/service/kernel/state/open-state";
import type { SetUp } from "./announcement";
import type { Mode } from "./programs";

/** The first key, unless the environment sets one: then no other is needed. */
async function firstApiKey(environment: Environment): Promise<string | undefined> {
  if (environment.HEDDLE_API_KEY !== undefined) return undefined;
  const state = await openState(environment.dataFolder, stateAddress(environment));
  try {
    return await ensureFirstApiKey(state);
  } finally {
    await state.destroy();
  }
}

async function setUpLink(environment: Environment): Promise<string | undefined> {
  const database = await openAppDatabase(environment.dataFolder, environment.DATABASE_URL);
  try {
    // A dashboard with another key never answers: the start ends here, with the reason.
    await openVault(database, environment);
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
