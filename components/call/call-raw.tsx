"use client";

import { Download } from "lucide-react";
import { JsonViewer } from "@/components/json/json-viewer";
import { Button } from "@/components/ui/button";
import { DetailBar } from "@/components/ui/pane-bar";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls/calls";
import { downloadValue, textToCopy } from "@/lib/json/lazy/whole-text";

/** The call as the service answers it, every member, to copy or to keep. */
export function CallRaw({ call }: { call: Call }) {
  const toast = useToast();
  const download = () =>
    downloadValue(call.id, call).then(
      (isWritten) => isWritten && toast("Call downloaded"),
      (error: unknown) => toast(failureOf(error).message, "warning"),
    );
  return (
    <>
      <DetailBar
        copied={{ text: () => textToCopy(call), label: "Copy the call as JSON", said: "Call copied" }}
        actions={
          <Button kind="ghost" size="icon-small" aria-label="Download the call as JSON" onClick={() => void download()}>
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
