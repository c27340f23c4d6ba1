import { guideGroups, markdownHref } from "./guides";

/** The list of documents for language models, in the form of llmstxt.org: a title, a summary, and links by subject. */
export function llmsText(): string {
  const groups = guideGroups.map(({ label, guides }) => {
    const links = guides.map((guide) => `- [${guide.label}](${markdownHref(guide.name)})`);
    return [`## ${label}`, "", ...links].join("\n");
  });
  const summary = [
    "# Heddle",
    "",
    "> A self-hosted dashboard for LLM traces and RL training. Programs log calls with the Weave SDKs, OpenTelemetry or HTTP;",
    "> people and agents read traces, threads, objects, tables, evaluations and training runs.",
    "",
    "Agents read stored data through MCP at `/api/mcp` of this address. Every operation of the service is described by its own",
    "`/openapi.json` (http://localhost:7701/openapi.json without other settings).",
  ].join("\n");
  return `${[summary, ...groups].join("\n\n")}\n`;
}
