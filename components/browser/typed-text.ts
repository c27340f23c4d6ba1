type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The fields that the user typed into since the page was loaded. */
const fields = new Set<TextField>();

function forgetRemoved(): void {
  for (const field of fields) if (!field.isConnected) fields.delete(field);
}

/** Notes each field that the user types into. Returns a function that stops it. */
export function watchTyping(): () => void {
  const note = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.matches("textarea, input:not([type=checkbox], [type=radio])")) return;
    forgetRemoved();
    // The selector matches nothing else.
    fields.add(target as TextField);
  };
  document.addEventListener("input", note, true);
  return () => {
    document.removeEventListener("input", note, true);
    fields.clear();
  };
}

/** True while a field that the user typed into is on the page and not empty: leaving the page would lose the text. */
export function hasTypedText(): boolean {
  forgetRemoved();
  return [...fields].some(({ value }) => value !== "");
}
