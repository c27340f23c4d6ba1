"use client";

import { useQuery } from "@tanstack/react-query";
import { Copy, Trash2 } from "lucide-react";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";
import { recordRequest } from "./prepare-price-query";
import type { PriceRecord } from "./prepare-price-records";
import { recordMembers } from "./prepare-record-members";

const EndPrice = openedLater(async () => (await import("./end-price")).EndPrice);

type RecordPaneProps = {
  workspace: Workspace;
  record: PriceRecord;
  canEnd: boolean;
  onCopy: () => void;
  onEnded: () => void;
};

const icon = { size: 13, strokeWidth: 1.7, "aria-hidden": true } as const;

/** One record with all its fields, with all digits. */
export function RecordPane({ workspace, record, canEnd, onCopy, onEnded }: RecordPaneProps) {
  const { connectionId, projectId } = workspace;
  const [isEnding, setIsEnding] = useState(false);
  const query = useQuery(serviceQuery(connectionId, "cost.query", recordRequest(projectId, record.id)));
  const [storedRecord] = query.data?.results ?? [];
  return (
    <section aria-label="Record" className="min-h-0 flex-1 overflow-auto">
      <header className="flex h-[34px] items-center gap-2 pr-1.5 pl-4 max-md:pl-3">
        <h2 className="truncate text-code text-ink-2">{record.model}</h2>
        <span className="ml-auto flex flex-none gap-1">
          <Button kind="ghost" size="small" icon={<Copy {...icon} />} onClick={onCopy}>
            Copy row
          </Button>
          {canEnd ? (
            <Button kind="ghost" size="small" icon={<Trash2 {...icon} />} onClick={() => setIsEnding(true)}>
              Remove
            </Button>
          ) : null}
        </span>
      </header>
      <div className="px-4 pb-3 max-md:px-3">
        {query.isError ? (
          <Callout tone="err">
            <FailureDetails failure={failureOf(query.error)} />
          </Callout>
        ) : query.isPending ? (
          <Skeleton className="w-2/3" />
        ) : storedRecord === undefined ? (
          <p className="text-small text-ink-2">The record no longer exists.</p>
        ) : (
          <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-[3px] text-small">
            {recordMembers(storedRecord).map(({ name, text }) => (
              <div key={name} className="contents">
                <dt className="text-code text-ink-3">{name}</dt>
                <dd className="truncate text-code" title={text ?? undefined}>
                  {text ?? <i className="text-ink-3">null</i>}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {isEnding ? (
        <EndPrice workspace={workspace} record={record} onClose={() => setIsEnding(false)} onEnded={onEnded} />
      ) : null}
    </section>
  );
}
