"use client";

import { CircleStop, CornerDownRight, History as HistoryIcon, Play, Terminal } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import type { PlaygroundProviders } from "@/app/(dashboard)/[workspace]/playground/providers/use-providers";
import { openedLater } from "@/components/dialog/opened-later";
import { Switch } from "@/components/form/switch";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { PageHead } from "@/components/ui/page-head";
import { formatShortId } from "@/lib/format/identifier";
import type { Playground } from "./use-playground";

const CodeDialog = openedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/playground/code/code-dialog")).CodeDialog,
);

type PlaygroundHeadProps = {
  playground: Playground;
  providers: PlaygroundProviders;
  isHistoryOpen: boolean;
  onHistoryChange: (isOpen: boolean) => void;
  onRunAll: () => void;
};

/** The title, the origin of the request, and the actions on all of it. */
export function PlaygroundHead(props: PlaygroundHeadProps) {
  const { playground, providers, isHistoryOpen, onHistoryChange, onRunAll } = props;
  const { draft, workspace, history, isRunning } = playground;
  const [isCodeOpen, setIsCodeOpen] = useState(false);
  return (
    <>
      <PageHead title="Playground">
        {draft.callId === null ? null : (
          <Link
            href={`/${workspace.slug}/traces/${encodeURIComponent(draft.callId)}`}
            className="flex min-w-0 items-center gap-1.5 truncate text-small text-accent-text hover:underline max-md:hidden"
          >
            <CornerDownRight size={12} strokeWidth={1.7} aria-hidden="true" />
            from call <span className="text-code">{formatShortId(draft.callId)}</span>
          </Link>
        )}
        <div className="ml-auto flex flex-none items-center gap-1.5">
          <span className="mr-1 text-small max-md:hidden">
            <Switch
              isOn={draft.isTracked}
              label="Track calls"
              onChange={(isTracked) => playground.change((before) => ({ ...before, isTracked }))}
            />
          </span>
          <Button
            size="small"
            isOn={isHistoryOpen}
            aria-pressed={isHistoryOpen}
            aria-label={`History, ${history.runs.length}`}
            onClick={() => onHistoryChange(!isHistoryOpen)}
            icon={<HistoryIcon size={14} strokeWidth={1.7} aria-hidden="true" />}
          >
            <span className="max-md:hidden">History</span>
            <span className="font-normal text-ink-3">{history.runs.length}</span>
          </Button>
          <Button
            size="small"
            aria-label="Code"
            onClick={() => setIsCodeOpen(true)}
            icon={<Terminal size={14} strokeWidth={1.7} aria-hidden="true" />}
          >
            <span className="max-md:hidden">Code</span>
          </Button>
          {isRunning ? (
            <Button
              size="small"
              kind="danger"
              onClick={playground.stopAll}
              icon={<CircleStop size={14} strokeWidth={1.7} aria-hidden="true" />}
            >
              Stop <KeyCap className="max-md:hidden">Esc</KeyCap>
            </Button>
          ) : (
            <Button
              size="small"
              kind="primary"
              disabled={!providers.canRun}
              onClick={onRunAll}
              icon={<Play size={13} strokeWidth={1.7} aria-hidden="true" />}
            >
              {draft.columns.length > 1 ? "Run all" : "Run"}
            </Button>
          )}
        </div>
      </PageHead>
      {isCodeOpen ? <CodeDialog playground={playground} onClose={() => setIsCodeOpen(false)} /> : null}
    </>
  );
}
