"use client";

import { FailureState } from "@/components/state/failure-state";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatBytes } from "@/lib/format/bytes";
import type { StoredFile } from "@/lib/json/media/stored-file";
import { type ProjectAddress, useFile } from "./use-file";

/** Maximum characters of source shown; the rest is a download. */
const SHOWN_CHARACTERS = 200_000;

/** The source of an op, as the SDK stored it. */
export function SourceCode({ address, file }: { address: ProjectAddress; file: StoredFile }) {
  const read = useFile(address, file.digest);
  if (read.isError) {
    return (
      <FailureState failure={failureOf(read.error)} onRetry={() => void read.refetch()}>
        The source is stored as the file {file.name}, which could not be loaded.
      </FailureState>
    );
  }
  const source = read.data ? new TextDecoder().decode(read.data) : null;
  if (source === null) return <ProgressBar label="Loading source" className="flex-none" />;
  const lines = source.slice(0, SHOWN_CHARACTERS).split("\n");
  return (
    <section aria-label="Source" className="flex-none border-t border-line">
      <div className="flex h-8 items-center gap-2 pr-2 pl-4 text-micro text-ink-3">
        <span className="text-code">{file.name}</span>
        <span>{formatBytes(read.data?.byteLength)}</span>
        <span className="ml-auto flex">
          <CopyButton text={source} label="Copy source" copiedMessage="Source copied" />
        </span>
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
        className="max-h-[60vh] overflow-auto bg-sunken py-2 text-code leading-[18px] outline-offset-[-2px]"
      >
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are told apart by nothing but their place
          <span key={index} className="grid grid-cols-[44px_minmax(0,1fr)]">
            <span aria-hidden="true" className="pr-3 text-right text-ink-3 select-none">
              {index + 1}
            </span>
            <code className="pr-4 whitespace-pre-wrap [overflow-wrap:anywhere]">{line || " "}</code>
          </span>
        ))}
      </pre>
      {source.length > SHOWN_CHARACTERS ? (
        <Callout tone="plain" className="m-2">
          Truncated after {SHOWN_CHARACTERS.toLocaleString("en-US")} characters. Copying includes all of it.
        </Callout>
      ) : null}
    </section>
  );
}
