"use client";

import { Play, ScrollText, Square } from "lucide-react";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { useHasRole } from "@/components/session/use-role";
import { useModelServer } from "@/components/training/models/use-model-server";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import { serverLine } from "./prepare-server";

const ServerLog = openedLater(async () => (await import("./server-log")).ServerLog);

const icon = { size: 13, strokeWidth: 1.7, "aria-hidden": true } as const;

type ServerBandProps = { connectionId: string; modelId: string };

/** The state of the server that answers for a model's checkpoints. Nothing where the service answers itself. */
export function ServerBand({ connectionId, modelId }: ServerBandProps) {
  const control = useModelServer(connectionId, modelId);
  const isMember = useHasRole("member");
  const [isLogOpen, setIsLogOpen] = useState(false);
  const { server, failure, acting, act } = control;
  const line = server ? serverLine(server) : null;
  if (!server || line === null) return null;
  const { action } = line;
  return (
    <section
      aria-label="Model server"
      className="flex min-h-[38px] flex-none flex-wrap items-center gap-x-2 gap-y-1 border-t border-line px-4 py-1 text-small text-ink-2 max-md:px-3"
    >
      <span className="flex-none">Model server</span>
      <span role="status" className="inline-flex flex-none">
        <Tag tone={line.word.tone}>{line.word.text}</Tag>
      </span>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere] max-md:basis-full">
        {line.text}
        {failure === null ? null : (
          <span className="text-warn"> Request failed: {failure.reason ?? failure.message}</span>
        )}
      </span>
      {server.log === "" ? null : (
        <Button size="small" kind="ghost" icon={<ScrollText {...icon} />} onClick={() => setIsLogOpen(true)}>
          Log
        </Button>
      )}
      {isMember && action !== null ? (
        <Button
          key={action}
          size="small"
          isBusy={acting !== null}
          icon={action === "start" ? <Play {...icon} /> : <Square {...icon} />}
          onClick={() => act(action)}
        >
          {action === "start" ? "Start" : "Stop"}
        </Button>
      ) : null}
      {isLogOpen ? (
        <ServerLog baseModel={server.base_model} text={server.log} onClose={() => setIsLogOpen(false)} />
      ) : null}
    </section>
  );
}
