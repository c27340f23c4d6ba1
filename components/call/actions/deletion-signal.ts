import { createPageSignal } from "@/components/browser/page-signal";

const deletions = createPageSignal(false);

/** Notifies the page's frame of a deleted call: it shows the notice. */
export const signalDeletion = (): void => deletions.set(true);

/** True once a call was deleted in this tab. The frame knows it without the code that deletes. */
export const useHasDeletions = deletions.use;
