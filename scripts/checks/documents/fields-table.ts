import { callFields } from "@/lib/calls/field-table";

const HEAD = "| field | meaning |\n| --- | --- |\n";

const code = (text: string) => `\`${text}\``;

function rows(): readonly string[] {
  const ofCalls = callFields.map(({ name, type, hint, words = {} }) => {
    const values = Object.keys(words).map(code).join(", ");
    return `| ${code(type === "json" ? `${name}PATH` : name)} | ${hint}${values === "" ? "" : `: ${values}`} |\n`;
  });
  return [...ofCalls, `| ${code("score.NAME")} | value of a score |\n`];
}

/** Returns a guide whose table of fields has a row for each field of calls; the text around the table stays. */
export function withFieldTable(guide: string): string {
  const start = guide.indexOf(HEAD) + HEAD.length;
  const end = guide.indexOf("\n\n", start) + 1;
  return `${guide.slice(0, start)}${rows().join("")}${guide.slice(end)}`;
}
