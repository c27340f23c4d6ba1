"use client";

import { useState } from "react";
import { Segmented } from "@/components/form/segmented";
import { Select } from "@/components/form/select";
import { Snippet } from "@/components/ui/snippet";
import { agentClients } from "./prepare-agent-clients";

const WAYS = [
  { value: "sign-in", label: "Sign in" },
  { value: "key", label: "Key" },
] as const;

/** The settings that the user copies into an agent, and the command that installs the skills. */
export function ConnectAgent({ publicUrl }: { publicUrl: string }) {
  const clients = agentClients(publicUrl);
  const [chosen, setChosen] = useState("claude-code");
  const [way, setWay] = useState<"sign-in" | "key">("sign-in");
  const client = clients.find(({ id }) => id === chosen) ?? clients[0];
  if (!client) return null;
  const options = clients.map(({ id, label }) => ({ value: id, label }));
  const signIn = way === "sign-in" ? client.signIn : null;
  return (
    <section aria-labelledby="connect-agent" className="grid max-w-[760px] gap-2 px-4 py-3 max-md:px-3">
      <h2 id="connect-agent" className="font-medium">
        Connect an agent
      </h2>
      <p className="text-small text-ink-2">
        Agents read traces, figures, threads, objects and training jobs through MCP at{" "}
        <span className="text-code">{publicUrl}/api/mcp</span>.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Select label="Agent" value={client.id} options={options} onChange={setChosen} className="w-[190px]" />
        {client.signIn === null ? null : (
          <Segmented label="Way to connect" value={way} segments={WAYS} onChange={setWay} />
        )}
      </div>
      <p className="text-small text-ink-2">
        {signIn?.advice ?? (
          <>
            Create a key, set it as <span className="text-code">HEDDLE_AGENT_KEY</span> in the agent's environment, and
            add this to <span className="text-code">{client.file}</span>:
          </>
        )}
      </p>
      <Snippet text={signIn?.text ?? client.text} noun="settings" />
      <p className="text-small text-ink-2">
        Skills teach an agent to find outages, to see why an evaluation fell, to make a dataset, to read a training run
        and to instrument a program. Agents also load them as prompts, such as <span className="text-code">debug</span>.
        This installs them in the folder of a project:
      </p>
      <Snippet text={`npx heddle skills install ${client.skills}`} noun="command" />
    </section>
  );
}
