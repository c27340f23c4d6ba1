import { HINTS_HIDDEN, KEY_HINTS_COOKIE, storeChoice } from "@/lib/workspace/personal-cookies";

/** True while the page shows keyboard hints, as the server rendered it or the user chose since. */
export function areKeyHintsShown(): boolean {
  return document.documentElement.dataset.keyHints !== HINTS_HIDDEN;
}

/** Shows or hides keyboard hints, on this page and on pages that load later. */
export function showKeyHints(areShown: boolean): void {
  storeChoice(KEY_HINTS_COOKIE, areShown ? "" : HINTS_HIDDEN);
  if (areShown) delete document.documentElement.dataset.keyHints;
  else document.documentElement.dataset.keyHints = HINTS_HIDDEN;
}
