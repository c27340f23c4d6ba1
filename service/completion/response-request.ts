import { JsonReader } from "@/lib/json/scan/json-slices";

/** Replaces the model in a request, which otherwise stays byte for byte. */
export function withModel(requestText: string, model: string): string {
  const reader = new JsonReader(requestText);
  const members = new Map<string, string>();
  reader.object((name) => {
    const { start, end } = reader.skip();
    members.set(name, requestText.slice(start, end));
  });
  members.set("model", JSON.stringify(model));
  return `{${[...members].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
}
