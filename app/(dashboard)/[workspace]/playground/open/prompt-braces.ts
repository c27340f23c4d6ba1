const STORED = /\{\{|\}\}|\{([A-Za-z_]\w*)\}/g;

/** A text of a stored prompt as the form has it: `{name}` becomes `{{name}}`, doubled braces become single ones. */
export function formText(stored: string): string {
  return stored.replaceAll(STORED, (whole, name?: string) => (name === undefined ? whole.charAt(0) : `{{${name}}}`));
}

const OWN = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}|[{}]/g;

/** A text of the form as it is stored: `{{name}}` becomes `{name}`, other braces are doubled. */
export function storedText(text: string): string {
  return text.replaceAll(OWN, (whole, name?: string) => (name === undefined ? whole.repeat(2) : `{${name}}`));
}
