/** A document of `docs/` that users read, by the name of its file. */
export interface Guide {
  readonly name: string;
  readonly label: string;
}

/** The guides, by what a user wants to do. Documents for developers of Heddle are not among them. */
export const guideGroups: readonly { readonly label: string; readonly guides: readonly Guide[] }[] = [
  {
    label: "Use",
    guides: [
      { name: "otel", label: "OpenTelemetry" },
      { name: "mcp", label: "Agents and MCP" },
      { name: "coding-agents", label: "Coding agents" },
      { name: "moving-in", label: "Moving in" },
      { name: "gate", label: "A gate for CI" },
      { name: "watches", label: "Watches" },
      { name: "events", label: "Events and webhooks" },
      { name: "sharing", label: "Sharing" },
      { name: "sign-in", label: "Signing in and roles" },
    ],
  },
  {
    label: "Train",
    guides: [
      { name: "log-training", label: "Runs of other programs" },
      { name: "renderers", label: "Renderers of trajectories" },
      { name: "trainer", label: "Your own trainer" },
      { name: "model-server", label: "Serving checkpoints" },
    ],
  },
  {
    label: "Operate",
    guides: [
      { name: "operating", label: "Operating Heddle" },
      { name: "other-hosts", label: "Other hosts" },
      { name: "postgresql", label: "PostgreSQL" },
      { name: "scale", label: "Scale" },
      { name: "security", label: "Security" },
    ],
  },
];

/** Returns the guide with a name; undefined for any other text. */
export function guideOf(name: string): Guide | undefined {
  return guideGroups.flatMap(({ guides }) => guides).find((guide) => guide.name === name);
}

export const guideHref = (name: string): string => `/settings/docs/${name}`;

/** The address of a guide as Markdown, which needs no session. */
export const markdownHref = (name: string): string => `${guideHref(name)}.md`;
