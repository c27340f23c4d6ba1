"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { useFile } from "@/components/object/use-file";
import { useObjectUrl } from "@/components/object/use-object-url";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatBytes } from "@/lib/format/bytes";
import { imageType, type StoredFile } from "@/lib/object/stored-file";
import type { Workspace } from "@/lib/workspace/workspace";

/** A stored file: shown when it is an image, otherwise offered as a download. */
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
            Load file
          </Button>
        ) : (
          <Button asChild size="small">
            <a href={url} download={file.name}>
              <Download size={13} strokeWidth={1.7} aria-hidden="true" />
              Download
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
