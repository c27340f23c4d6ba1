import type { Secret } from "@/lib/auth/secret";

const REPLACEMENT = "[redacted]";

/** Shorter pieces of base64 would match unrelated text. */
const MIN_BASE64_CORE_LENGTH = 6;

/**
 * Base64 of a text depends on what precedes it: returns, for each of the three alignments, the part that is certain, in
 * both alphabets.
 */
function base64Forms(text: string): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
    const wholeCharacters = Math.floor((bytes.length * 8) / 6);
    const core = (form: string) => form.slice(Math.ceil((shift * 8) / 6), wholeCharacters);
    return [core(bytes.toString("base64")), core(bytes.toString("base64url"))];
  });
}

function jsonForm(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function htmlForm(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

function formsOf(text: string): string[] {
  const percent = encodeURIComponent(text);
  const hex = Buffer.from(text).toString("hex");
  const lowerHex = percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  return [
    text,
    jsonForm(text),
    jsonForm(text).replaceAll("/", "\\/"),
    htmlForm(text),
    percent,
    lowerHex,
    percent.replaceAll("%20", "+"),
    hex,
    hex.toUpperCase(),
    ...base64Forms(text).filter((form) => form.length >= MIN_BASE64_CORE_LENGTH),
  ];
}

/**
 * Removes a credential from a service's response, in every form in which one might echo it: literal, JSON-, HTML-,
 * percent-, hex- and base64-encoded.
 */
export function redactor(secrets: readonly Secret[]): (text: string) => string {
  const forms = new Set(secrets.flatMap((secret) => formsOf(secret.reveal())));
  forms.delete("");
  // Longest first: a form that contains another one is removed as a whole.
  const ordered = [...forms].sort((left, right) => right.length - left.length);
  return (text) => ordered.reduce((rest, form) => rest.replaceAll(form, REPLACEMENT), text);
}
