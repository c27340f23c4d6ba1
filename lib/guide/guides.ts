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

/** The guides of one room of `docs/`, by the names of their files. */
function room(folder: string, label: string, labels: Readonly<Record<string, string>>): GuideGroup {
  const guides = Object.entries(labels).map(([name, each]) => ({ name, label: each, path: `${folder}/${name}.md` }));
  return { label, guides };
}

/** The guides by their reader. Documents for developers of Heddle are not among them. */
export const guideGroups: readonly GuideGroup[] = [
  room("use", "Use", {
    mcp: "Agents and MCP",
    "moving-in": "Moving in",
    gate: "A gate for CI",
    watches: "Watches",
    sharing: "Sharing",
  }),
  room("log", "Log", { otel: "OpenTelemetry", "coding-agents": "Coding agents" }),
  room("train", "Train", {
    "log-training": "Runs of other programs",
    renderers: "Renderers of trajectories",
    trainer: "Your own trainer",
    "model-server": "Serving checkpoints",
  }),
  room("operate", "Operate", {
    operating: "Operating Heddle",
    "sign-in": "Signing in and roles",
    "other-hosts": "Other hosts",
    postgresql: "PostgreSQL",
    scale: "Scale",
    security: "Security",
  }),
];

/** Returns the guide with a name; undefined for any other text. */
export function guideOf(name: string): Guide | undefined {
  return guideGroups.flatMap(({ guides }) => guides).find((guide) => guide.name === name);
}

export const guideHref = (name: string): string => `/settings/docs/${name}`;

/** The address of a guide as Markdown, which needs no session. */
export const markdownHref = (name: string): string => `${guideHref(name)}.md`;
