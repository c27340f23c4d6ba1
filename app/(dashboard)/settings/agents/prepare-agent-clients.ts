/** An agent, and what connects it to the dashboard. */
export interface AgentClient {
  readonly id: string;
  readonly label: string;
  /** The file that the text belongs to. */
  readonly file: string;
  readonly text: string;
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

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
      file: ".mcp.json",
      text: pretty({ mcpServers: { heddle: { type: "http", url, headers: headers("") } } }),
    },
    {
      id: "cursor",
      label: "Cursor",
      file: ".cursor/mcp.json",
      text: pretty({ mcpServers: { heddle: { url, headers: headers("env:") } } }),
    },
    {
      id: "codex",
      label: "Codex",
      file: "~/.codex/config.toml",
      text: `[mcp_servers.heddle]\nurl = "${url}"\nbearer_token_env_var = "HEDDLE_AGENT_KEY"`,
    },
    {
      id: "stdio",
      label: "Others, over stdio",
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
