"use client";

import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import type { Workspace } from "@/components/layout/use-workspace";
import { FailureState } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { Shuttle } from "@/components/ui/shuttle";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatBytes } from "@/lib/format/bytes";
import { imageType, type StoredFile } from "./prepare-content";
import { useFile } from "./use-object-value";

/** Source is drawn up to here; the rest is a download. */
const SHOWN_CHARACTERS = 200_000;

/** The source of an op, as the SDK stored it. */
export function SourceCode({ workspace, file }: { workspace: Workspace; file: StoredFile }) {
  const read = useFile(workspace, file.digest);
  if (read.isError) {
    return (
      <FailureState failure={failureOf(read.error)} onRetry={() => void read.refetch()}>
        The source is kept as the file {file.name}, which could not be read.
      </FailureState>
    );
  }
  const source = read.data ? new TextDecoder().decode(read.data) : null;
  if (source === null) return <Shuttle label="Reading the source" className="flex-none" />;
  const lines = source.slice(0, SHOWN_CHARACTERS).split("\n");
  return (
    <section aria-label="Source" className="flex-none border-t border-line">
      <div className="flex h-8 items-center gap-2 pr-2 pl-4 text-micro text-ink-3">
        <span className="text-code">{file.name}</span>
        <span>{formatBytes(read.data?.byteLength)}</span>
        <span className="ml-auto flex">
          <CopyButton text={source} label="Copy the source" said="Source copied" />
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
          Cut after {SHOWN_CHARACTERS.toLocaleString("en-US")} characters. Copy takes all of it.
        </Callout>
      ) : null}
    </section>
  );
}

/** A stored file: shown when it is an image, else to be downloaded. */
export function ContentFile({ workspace, file }: { workspace: Workspace; file: StoredFile }) {
  const type = imageType(file.name);
  const [isWanted, setIsWanted] = useState(false);
  const read = useFile(workspace, type !== null || isWanted ? file.digest : null);
  const url = useObjectUrl(read.data, type);
  return (
    <div className="grid justify-items-start gap-2 text-small">
      <div className="flex items-center gap-2">
        <span className="text-code">{file.name}</span>
        {read.data ? <span className="text-ink-3">{formatBytes(read.data.byteLength)}</span> : null}
        {url === null ? (
          <Button size="small" isBusy={read.isFetching} onClick={() => setIsWanted(true)}>
            Read the file
          </Button>
        ) : (
          <Button asChild size="small">
            <a href={url} download={file.name}>
              <Download size={13} strokeWidth={1.7} aria-hidden="true" />
              Save
            </a>
          </Button>
        )}
      </div>
      {read.isError ? <Callout tone="err">{failureOf(read.error).message}</Callout> : null}
      {url !== null && type !== null ? (
        // biome-ignore lint/performance/noImgElement: the bytes are in the page, there is nothing to optimise
        <img src={url} alt={file.name} className="max-h-[50vh] max-w-full rounded-control border border-line" />
      ) : null}
    </div>
  );
}

/** An address for bytes, given back when they change or the page is left. */
function useObjectUrl(bytes: Uint8Array<ArrayBuffer> | undefined, type: string | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  // The outside system is the browser's list of object addresses.
  useEffect(() => {
    if (!bytes) return;
    const made = URL.createObjectURL(new Blob([bytes], { type: type ?? "application/octet-stream" }));
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [bytes, type]);
  return url;
}
