"use client";

import { ChevronDown, ChevronRight, Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Input } from "@/components/form/input";
import { FailureState } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf } from "@/lib/format/count";
import { LogLines } from "./log-lines";
import { type LogSource, useTrainerLog } from "./use-trainer-log";

type TrainerLogProps = {
  connectionId: string;
  source: LogSource;
  /** New lines may come. */
  isLive: boolean;
  title?: string;
  isOpenAtFirst?: boolean;
};

/** What a trainer prints, from its end, with a search; read once it is opened. */
export function TrainerLog({
  connectionId,
  source,
  isLive,
  title = "Trainer log",
  isOpenAtFirst = false,
}: TrainerLogProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section aria-label={title} className="flex-none border-b border-line">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex h-[38px] w-full items-center gap-2 px-4 text-left font-medium outline-offset-[-2px] hover:bg-hover max-md:px-3"
        >
          <Chevron size={13} strokeWidth={1.7} aria-hidden="true" className="flex-none text-ink-3" />
          {title}
        </button>
      </h2>
      {isOpen ? <OpenLog connectionId={connectionId} source={source} isLive={isLive} /> : null}
    </section>
  );
}

function OpenLog({ connectionId, source, isLive }: Pick<TrainerLogProps, "connectionId" | "source" | "isLive">) {
  const [search, setSearch] = useState("");
  const log = useTrainerLog(connectionId, source, useDeferredValue(search.trim()), isLive);
  if (log.isError && log.data === undefined) {
    return (
      <FailureState failure={failureOf(log.error)} onRetry={() => void log.refetch()} isRetrying={log.isFetching} />
    );
  }
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-2 px-4 pb-1 text-small text-ink-3 max-md:px-3">
        <Input
          type="search"
          size="small"
          className="w-56 max-md:w-full"
          leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
          aria-label="Search the log"
          placeholder="Search the log"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <span role="status">
          {log.isPending ? "" : `${log.hasNextPage ? "the last " : ""}${countOf(log.lines.length, "line")}`}
          {isLive ? ", live" : ""}
        </span>
        {log.hasNextPage ? (
          <Button size="small" isBusy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Earlier lines
          </Button>
        ) : null}
        {log.isError ? (
          <span role="alert" className="text-err">
            Could not read on: {failureOf(log.error).message}
          </span>
        ) : null}
      </div>
      {log.isPending ? (
        <ProgressBar label="Loading the log" />
      ) : log.lines.length === 0 ? (
        <p className="px-4 pb-3 text-small text-ink-3 max-md:px-3">
          {search.trim() !== ""
            ? "No line has this text."
            : isLive
              ? "The trainer has printed nothing yet."
              : "The trainer printed nothing."}
        </p>
      ) : (
        <LogLines lines={log.lines} search={search.trim()} />
      )}
    </>
  );
}
