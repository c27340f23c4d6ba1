import { isJsonObject } from "@/lib/guard/json-object";
import type { Provider } from "@/service/kernel/providers/provider";

const MAX_LENGTH = 500;

/** Returns what a failed response says, as far as it is JSON of the interface, without the provider's secrets. */
export function failureText(text: string, { apiKey, extraHeaders }: Pick<Provider, "apiKey" | "extraHeaders">): string {
  const secrets = [apiKey ?? "", ...Object.values(extraHeaders)].filter((secret) => secret !== "");
  const clean = secrets.reduce((so, secret) => so.replaceAll(secret, "[key]"), reasonIn(text));
  return clean.slice(0, MAX_LENGTH);
}

function reasonIn(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A page of a proxy: the status says more than its markup.
    return "";
  }
  if (!isJsonObject(value)) return "";
  const { reason, detail } = value;
  if (typeof reason === "string") return reason;
  if (typeof detail === "string") return detail;
  if (!Array.isArray(detail)) return "";
  const items = detail.filter(isJsonObject).map(({ loc, msg }) => {
    const place = Array.isArray(loc) ? `${loc.join(".")}: ` : "";
    return `${place}${String(msg)}`;
  });
  return items.join("; ");
}
