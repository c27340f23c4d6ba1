"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { fileFacts, shownName, typeMismatch } from "@/lib/json/media/describe-media";
import type { RichMedia } from "@/lib/json/media/media-value";
import { ContentFacts } from "./content-facts";
import { MediaBody } from "./media-body";
import { useDescribedFile, useMedia } from "./use-media";
import { useMediaDownload } from "./use-media-download";

type MediaDialogProps = { media: RichMedia; index: number; onClose: () => void };

/** A file of a value at full size, with what is known of it and a download. */
export function MediaDialog({ media, index, onClose }: MediaDialogProps) {
  const [chosen, setChosen] = useState(index);
  const [first] = media.files;
  const given = media.files[chosen] ?? first;
  if (given === undefined) return null;
  return (
    <OpenedFile
      key={chosen}
      media={media}
      given={given}
      choice={
        media.files.length > 1 ? (
          <fieldset className="mb-2 flex flex-wrap gap-1">
            <legend className="sr-only">Files</legend>
            {media.files.map((file, at) => (
              <Button
                key={file.name}
                size="small"
                isOn={at === chosen}
                aria-pressed={at === chosen}
                className="max-w-[240px] truncate"
                onClick={() => setChosen(at)}
              >
                {file.name}
              </Button>
            ))}
          </fieldset>
        ) : null
      }
      onClose={onClose}
    />
  );
}

type OpenedFileProps = {
  media: RichMedia;
  given: RichMedia["files"][number];
  choice: React.ReactNode;
  onClose: () => void;
};

function OpenedFile({ media, given, choice, onClose }: OpenedFileProps) {
  const { file, metadata } = useDescribedFile(given, media.metadataDigest, true);
  const read = useMedia(file, "all");
  const { loaded, error } = read;
  const download = useMediaDownload(file, read);
  const type = loaded?.type ?? null;
  const name = shownName(file, type);
  const mismatch = type === null ? null : typeMismatch(file, type);
  const facts = fileFacts(file, type, loaded?.pixels ?? null, loaded?.bytes.length ?? file.sizeBytes);
  return (
    <ViewDialog
      title={name}
      size="large"
      description={
        <span className="flex flex-wrap gap-x-2 tabular-nums">
          {media.type === null ? null : <span className="text-code [overflow-wrap:anywhere]">{media.type}</span>}
          <span>{facts}</span>
        </span>
      }
      aside={
        <Button
          size="small"
          isBusy={download.isWaiting}
          onClick={download.start}
          icon={<Download size={13} strokeWidth={1.7} aria-hidden="true" />}
        >
          Download
        </Button>
      }
      onClose={onClose}
    >
      {choice}
      {error === null ? null : (
        <Callout tone="err">
          Could not load: {failureOf(error).message}{" "}
          <button type="button" onClick={read.retry} className="text-accent-text hover:underline">
            Retry
          </button>
        </Callout>
      )}
      {mismatch === null ? null : (
        <Callout tone="warn" className="mb-2">
          {mismatch}
        </Callout>
      )}
      {loaded === null ? (
        error === null ? (
          <ProgressBar label={`Loading ${name}`} />
        ) : null
      ) : (
        <MediaBody loaded={loaded} name={name} />
      )}
      <ContentFacts metadata={metadata} />
    </ViewDialog>
  );
}
