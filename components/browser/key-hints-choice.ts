import { HINTS_HIDDEN, KEY_HINTS_COOKIE, storeChoice } from "@/lib/workspace/personal-cookies";

/** Whether the page shows hints on keys, as the server wrote it on the page or the user chose since. */
export function areKeyHintsShown(): boolean {
  return document.documentElement.dataset.keyHints !== HINTS_HIDDEN;
}

/** Shows or hides hints on keys, on this page and on those that load later. */
export function showKeyHints(areShown: boolean): void {
  storeChoice(KEY_HINTS_COOKIE, areShown ? "" : HINTS_HIDDEN);
  if (areShown) delete document.documentElement.dataset.keyHints;
  else document.documentElement.dataset.keyHints = HINTS_HIDDEN;
}
