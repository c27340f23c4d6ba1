import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { CallMenu } from "@/components/call/actions/call-menu";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Tag } from "@/components/ui/tag";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { CallAddress } from "@/lib/calls/call-address";
import type { Kind } from "@/lib/calls/call-kind";
import { countOf } from "@/lib/format/count";

type TraceHeadProps = {
  listHref: string;
  name: string;
  kind: Kind | null;
  errorCount: number;
  callCount: number;
  /** The call that was opened; null until it is loaded. */
  call: Call | null;
  address: CallAddress;
  onNextError: () => void;
  /** More actions, before the menu. */
  children?: ReactNode;
};

/** The name of a trace, the link back to the list, and the button for its errors. */
export function TraceHead(props: TraceHeadProps) {
  const { listHref, name, kind, errorCount, callCount, call, address, onNextError } = props;
  return (
    <div className="flex h-(--head-h) flex-none items-center gap-2 border-b border-line pr-3 pl-2">
      <Button asChild kind="ghost" size="icon-small">
        <Link href={listHref} aria-label="Back to traces">
          <ArrowLeft size={15} strokeWidth={1.7} aria-hidden="true" />
        </Link>
      </Button>
      {kind === null ? null : <KindGlyph kind={kind} />}
      <h1 className="min-w-0 truncate text-title font-semibold tracking-[-0.01em]">{name}</h1>
      {errorCount > 0 ? (
        <button type="button" onClick={onNextError} className="flex-none">
          <Tag tone="err">
            {callCount === 1 ? "error" : `${countOf(errorCount, "error")} in ${countOf(callCount, "call")}`}
          </Tag>
        </button>
      ) : null}
      {call === null ? null : (
        <>
          <span className="flex min-w-0 items-center gap-1 text-small text-ink-3 max-md:hidden">
            <span className="truncate text-code">{call.trace_id}</span>
            <CopyButton text={call.trace_id} label="Copy trace id" copiedMessage="Id copied" />
          </span>
          <span className="ml-auto flex flex-none items-center gap-1">
            {props.children}
            <CallMenu address={address} call={call} label="Trace actions" />
          </span>
        </>
      )}
    </div>
  );
}
