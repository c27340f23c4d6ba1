"use client";

import { Download } from "lucide-react";
import { JsonViewer } from "@/components/json/json-viewer";
import { Button } from "@/components/ui/button";
import { DetailBar } from "@/components/ui/pane-bar";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls/calls";
import { downloadValue, textToCopy } from "@/lib/json/lazy/whole-text";

/** The call as the service returns it, with all members, to copy or download. */
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
        copied={{ text: () => textToCopy(call), label: "Copy call as JSON", copiedMessage: "Call copied" }}
        actions={
          <Button kind="ghost" size="icon-small" aria-label="Download call as JSON" onClick={() => void download()}>
            <Download size={12} strokeWidth={2} aria-hidden="true" />
          </Button>
        }
      >
        As returned by the service
      </DetailBar>
      <JsonViewer label="call" value={call} isFilling />
    </>
  );
}
