import { RefreshCw } from "lucide-react";
import Link from "next/link";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { ProviderSetup } from "./use-providers";

const LINES = [
  {
    text: "OPENAI_API_KEY=sk-… npm start",
    label: "Copy the command with a key",
    title: "With a key in the environment",
  },
  { text: "ollama pull llama3.2", label: "Copy the Ollama command", title: "Without a key, on the service’s machine" },
] as const;

/** There is no mock answer: the page shows which step enables real ones. */
export function NoProvider({ providers }: { providers: ProviderSetup }) {
  const { isOwnService, maySet, list } = providers;
  const known = list.kind === "none-usable" ? list.providers : [];
  const names = known.flatMap(({ api_key_name }) => api_key_name ?? []);
  return (
    <PaneState
      kind="empty"
      title="No model provider configured"
      extra={
        <dl className="mt-1.5 grid w-full min-w-0 gap-2 text-left text-small">
          {LINES.map(({ text, label, title }) => (
            <div key={title} className="min-w-0">
              <dt className="pb-0.5 text-micro text-ink-3">{title}</dt>
              <dd className="flex min-w-0 items-center rounded-control bg-sunken py-1 pr-1 pl-2.5">
                <code className="min-w-0 grow truncate text-code">{text}</code>
                <CopyButton text={text} label={label} copiedMessage="Command copied" />
              </dd>
            </div>
          ))}
          {names.length > 0 ? (
            <div className="text-micro text-ink-2 [overflow-wrap:anywhere]">
              <dt className="text-ink-3">Keys are read from</dt>
              <dd className="text-code">{names.join(", ")}</dd>
            </div>
          ) : null}
        </dl>
      }
      actions={
        <>
          {isOwnService && maySet ? (
            <Button asChild size="small" kind="primary">
              <Link href="/settings/providers">Configure provider</Link>
            </Button>
          ) : null}
          <Button
            size="small"
            isBusy={providers.isAsking}
            onClick={providers.askAgain}
            icon={<RefreshCw size={13} strokeWidth={1.7} aria-hidden="true" />}
          >
            Retry
          </Button>
        </>
      }
    >
      {isOwnService && maySet ? "Configure a provider here, or set" : "Ask an admin to configure a provider, or set"} an
      API key in the service’s environment and restart it. OPENAI_BASE_URL points to any OpenAI-compatible server. A
      running Ollama, vLLM, llama.cpp or LM Studio is detected automatically. Your draft is kept.
    </PaneState>
  );
}
