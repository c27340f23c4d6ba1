/** A document of `docs/` that users read. */
export interface Guide {
  /** Part of its address, which stays when the file moves. */
  readonly name: string;
  readonly label: string;
  /** The file, below `docs/`. */
  readonly path: string;
}

interface GuideGroup {
  readonly label: string;
  readonly guides: readonly Guide[];
}

/** The guides of one folder of `docs/`, by the names of their files. */
function guidesIn(folder: string, labels: Readonly<Record<string, string>>): Guide[] {
  return Object.entries(labels).map(([name, label]) => ({ name, label, path: `${folder}/${name}.md` }));
}

/** The guides by their reader. Documents for developers of Heddle are not among them. */
export const guideGroups: readonly GuideGroup[] = [
  {
    label: "Use",
    guides: guidesIn("use", {
      traces: "Traces and queries",
      evaluations: "Evaluations",
      prompts: "Prompts",
      review: "Review and scoring",
      mcp: "Agents and MCP",
      "moving-in": "Moving in",
      gate: "A gate for CI",
      dashboards: "Dashboards",
      watches: "Watches",
      budgets: "Budgets",
      events: "Events and webhooks",
      sql: "SQL",
      sharing: "Sharing",
    }),
  },
  {
    label: "Log",
    guides: guidesIn("log", {
      "log-calls": "Log calls",
      typescript: "TypeScript client",
      otel: "OpenTelemetry",
      "coding-agents": "Coding agents",
    }),
  },
  {
    label: "Train",
    guides: guidesIn("train", {
      "training-runs": "Training runs",
      "log-training": "Runs of other programs",
      renderers: "Renderers of trajectories",
      trainer: "Your own trainer",
      "model-server": "Serving checkpoints",
    }),
  },
  {
    label: "Operate",
    guides: [
      { name: "configuration", label: "Configuration", path: "configuration.md" },
      ...guidesIn("operate", {
        operating: "Operating Heddle",
        commands: "Commands",
        "sign-in": "Signing in and roles",
        "other-hosts": "Other hosts",
        postgresql: "PostgreSQL",
        scale: "Scale",
        security: "Security",
      }),
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
