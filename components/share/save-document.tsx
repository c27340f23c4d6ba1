"use client";

import { useMutation } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import { openDownload } from "@/lib/export/file-sink";
import { documentName } from "./document-name";
import type { SharedContent } from "./shared-content";

async function save({ workspace, kind, targetId }: SharedContent): Promise<void> {
  // What writes documents loads with the first one.
  const { readDocument } = await import("./read-document");
  const text = await readDocument(workspace, kind, targetId);
  const sink = openDownload(documentName(kind, targetId), "text/html");
  await sink.write(text);
  await sink.close();
}

/** Saves a trace or thread as one HTML file that opens without a network. */
export function SaveDocument(content: SharedContent) {
  const saving = useMutation({ mutationFn: () => save(content) });
  return (
    <section aria-label="HTML file" className="grid gap-2 text-small text-ink-2">
      <h3 className="text-base font-medium text-ink">HTML file</h3>
      <p>One file that opens in every browser, also offline. It contains no scripts and loads nothing.</p>
      <Button
        className="w-fit"
        icon={<FileDown size={14} strokeWidth={1.7} aria-hidden="true" />}
        isBusy={saving.isPending}
        onClick={() => saving.mutate()}
      >
        Save HTML file
      </Button>
      {saving.isError && !isAbort(saving.error) ? (
        <Callout tone="err">{failureOf(saving.error).message}</Callout>
      ) : null}
    </section>
  );
}
