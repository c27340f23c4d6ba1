"use client";

import { Download } from "lucide-react";
import { JsonViewer } from "@/components/json/json-viewer";
import { Button } from "@/components/ui/button";
import type { Call } from "@/lib/api/contract/calls";
import { stringifyJson } from "@/lib/api/contract/json-text";
import { openDownload } from "@/lib/export/file-sink";
import { DetailBar } from "./detail-bar";

/** The call as the service answers it, every member, to copy or to keep. */
export function CallRaw({ call }: { call: Call }) {
  return (
    <>
      <DetailBar
        copied={{ text: () => stringifyJson(call), label: "Copy the call as JSON", said: "Call copied" }}
        actions={
          <Button
            kind="ghost"
            size="icon-small"
            aria-label="Download the call as JSON"
            onClick={() => void download(call)}
          >
            <Download size={12} strokeWidth={2} aria-hidden="true" />
          </Button>
        }
      >
        As the service answers it
      </DetailBar>
      <JsonViewer label="call" value={call} isFilling />
    </>
  );
}

async function download(call: Call): Promise<void> {
  const file = openDownload(`${call.id}.json`, "application/json");
  await file.write(stringifyJson(call));
  await file.close();
}
