/** An agent, and what connects it to the dashboard. */
export interface AgentClient {
  readonly id: string;
  readonly label: string;
  /** The command or settings for an agent that signs in; null for agents that cannot. */
  readonly signIn: { readonly advice: string; readonly text: string } | null;
  /** The file that the text with a key belongs to. */
  readonly file: string;
  readonly text: string;
  /** What `heddle skills install` takes for it. */
  readonly skills: string;
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

const RUN = "Run this in a terminal. The agent opens this dashboard in the browser, and you choose what it may do.";

/**
 * Returns the settings of known agents. The key is taken from the environment, so that a file can be shared and no
 * command line contains it.
 */
export function agentClients(publicUrl: string): readonly AgentClient[] {
  const url = `${publicUrl}/api/mcp`;
  const headers = (scope: string) => ({ Authorization: `Bearer \${${scope}HEDDLE_AGENT_KEY}` });
  return [
    {
      id: "claude-code",
      label: "Claude Code",
      skills: "claude-code",
      signIn: {
        advice: RUN,
        text: `claude mcp add --transport http heddle ${url}\nclaude mcp login heddle`,
      },
      file: ".mcp.json",
      text: pretty({ mcpServers: { heddle: { type: "http", url, headers: headers("") } } }),
    },
    {
      id: "cursor",
      label: "Cursor",
      skills: "cursor",
      signIn: null,
      file: ".cursor/mcp.json",
      text: pretty({ mcpServers: { heddle: { url, headers: headers("env:") } } }),
    },
    {
      id: "codex",
      label: "Codex",
      skills: "codex",
      signIn: { advice: RUN, text: `codex mcp add heddle --url ${url}` },
      file: "~/.codex/config.toml",
      text: `[mcp_servers.heddle]\nurl = "${url}"\nbearer_token_env_var = "HEDDLE_AGENT_KEY"`,
    },
    {
      id: "stdio",
      label: "Others",
      skills: "--folder .agents/skills",
      signIn: {
        advice: "An agent that supports OAuth needs only the address. One that only starts programs runs this instead.",
        text: `npx mcp-remote ${url}`,
      },
      file: "the agent's MCP settings",
      text: pretty({
        mcpServers: {
          heddle: {
            command: "node",
            args: ["/path/to/heddle/build/heddle-mcp.mjs"],
            env: { HEDDLE_URL: publicUrl, HEDDLE_AGENT_KEY: "hda_…" },
          },
        },
      }),
    },
  ];
}
