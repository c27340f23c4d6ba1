import { RefreshCw } from "lucide-react";
import Link from "next/link";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { ProviderSetup } from "./use-providers";

const LINES = [
  { text: "OPENAI_API_KEY=sk-… npm start", label: "Copy the line with a key", title: "With a key in the environment" },
  { text: "ollama pull llama3.2", label: "Copy the line for Ollama", title: "Without a key, on the service's machine" },
] as const;

/** Nothing pretends to answer: which one step makes it answer. */
export function NoProvider({ providers }: { providers: ProviderSetup }) {
  const { isOwnService, maySet, list } = providers;
  const known = list.kind === "none-usable" ? list.providers : [];
  const names = known.flatMap(({ api_key_name }) => api_key_name ?? []);
  return (
    <PaneState
      kind="empty"
      title="No model provider is set"
      extra={
        <dl className="mt-1.5 grid w-full min-w-0 gap-2 text-left text-small">
          {LINES.map(({ text, label, title }) => (
            <div key={title} className="min-w-0">
              <dt className="pb-0.5 text-micro text-ink-3">{title}</dt>
              <dd className="flex min-w-0 items-center rounded-control bg-sunken py-1 pr-1 pl-2.5">
                <code className="min-w-0 grow truncate text-code">{text}</code>
                <CopyButton text={text} label={label} said="Line copied" />
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
              <Link href="/settings/providers">Set a provider</Link>
            </Button>
          ) : null}
          <Button
            size="small"
            isBusy={providers.isAsking}
            onClick={providers.askAgain}
            icon={<RefreshCw size={13} strokeWidth={1.7} aria-hidden="true" />}
          >
            Look again
          </Button>
        </>
      }
    >
      {isOwnService && maySet ? "Set one here, or give" : "An admin can set one. Or give"} the service a key in its
      environment and start it again; OPENAI_BASE_URL names any other server with that interface. A running Ollama,
      vLLM, llama.cpp or LM Studio is found by itself. What you have written stays.
    </PaneState>
  );
}
