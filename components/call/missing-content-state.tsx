import { PaneState } from "@/components/state/pane-state";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import type { MissingContent } from "@/lib/calls/content/missing-content";
import { guideHref } from "@/lib/guide/guides";

/** In place of the messages of a span whose client sends none: what makes it send them. */
export function MissingContentState({ setting }: MissingContent) {
  return (
    <PaneState
      kind="empty"
      title="No content was sent"
      extra={
        setting === null ? undefined : (
          <span className="mt-1 flex max-w-full items-center gap-1 rounded-control bg-sunken py-0.5 pr-0.5 pl-2">
            <code className="text-code [overflow-wrap:anywhere]">{setting}</code>
            <CopyButton text={setting} label="Copy setting" copiedMessage="Setting copied" />
          </span>
        )
      }
      actions={
        <Link href={guideHref("otel")} className="text-small text-accent-text hover:underline">
          Clients and their switches
        </Link>
      }
    >
      {setting === null
        ? "The span has neither inputs nor an output. Some clients send them only when it is switched on."
        : "The client of this span sends inputs and outputs only with this variable in its environment:"}
    </PaneState>
  );
}
