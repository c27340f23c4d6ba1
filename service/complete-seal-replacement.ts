import { resealProviders } from "./completion/provider-settings";
import type { ServiceState } from "./kernel/state/open-state";
import type { Seal } from "./kernel/state/seal";
import { forgetPreviousSeal, openPreviousSeal, type Reseal, resealWith } from "./kernel/state/seal-replacement";
import { resealRedactions } from "./traces/redaction/redaction";
import { resealChannels } from "./watches/channels/channel-records";

/**
 * Completes the replacement of the service's key, if there is one: everything that it stores encrypted is sealed with the
 * new key, then the file of the old one is deleted. If it is interrupted at any moment, the next start completes it.
 *
 * @param previous HEDDLE_SERVICE_SECRET_KEY_PREVIOUS
 * @returns whether there was one
 */
export async function completeSealReplacement(
  { state, seal }: { readonly state: ServiceState; readonly seal: Seal },
  dataFolder: string,
  previous?: string,
): Promise<boolean> {
  const replaced = openPreviousSeal(dataFolder, previous);
  if (replaced === null) return false;
  const reseal = resealWith(seal, replaced);
  await state.transaction().execute((transaction) => resealAll(transaction, reseal));
  forgetPreviousSeal(dataFolder);
  return true;
}

/** Gives everything that the service stores encrypted to a function, and stores what it returns. */
export async function resealAll(state: ServiceState, reseal: Reseal): Promise<void> {
  await resealProviders(state, reseal);
  await resealRedactions(state, reseal);
  await resealChannels(state, reseal);
}
