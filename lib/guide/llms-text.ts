import { guideGroups, markdownHref } from "./guides";

/** A document for agents that is not a guide. */
export interface LinkedText {
  readonly label: string;
  readonly href: string;
  readonly about: string;
}

/**
 * The list of documents for language models, in the form of llmstxt.org: a title, a summary, and links by subject.
 *
 * @param skills the skills of the MCP server, which are above this floor
 */
export function llmsText(skills: readonly LinkedText[]): string {
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
  const ofSkills = skills.map(({ label, href, about }) => `- [${label}](${href}): ${about}`);
  return `${[summary, ...groups, ["## Skills", "", ...ofSkills].join("\n")].join("\n\n")}\n`;
}
