const openersOfLoading = new WeakMap<Element, HTMLElement>();

/** Remembers what opened a dialog whose code is still loading. */
export function rememberOpener(loadingDialog: Element, opener: HTMLElement | null): void {
  if (opener !== null) openersOfLoading.set(loadingDialog, opener);
}

/**
 * Returns the focused element. A menu closes with its item, so the button of the menu replaces the item; a dialog whose
 * code was loading is replaced by what opened it.
 */
export function focusedOpener(): HTMLElement | null {
  if (typeof document === "undefined") return null;
  const focused = document.activeElement;
  const menuButtonId = focused?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  if (menuButtonId) return document.getElementById(menuButtonId);
  const loadingDialog = focused?.closest('[role="dialog"]');
  const opener = loadingDialog ? openersOfLoading.get(loadingDialog) : undefined;
  if (opener !== undefined) return opener;
  return focused instanceof HTMLElement ? focused : null;
}
