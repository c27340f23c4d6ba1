"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Skeleton } from "@/components/ui/skeleton";
import { countOf } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { RolloutException } from "./prepare-exceptions";

type ExceptionColumnProps = {
  width: number;
  isShown: boolean;
  /** Null until it is loaded. */
  exception: RolloutException | null;
  trajectoryCount: number;
};

/** A rollout that failed: its exception, and a note that the group excludes it. */
export function ExceptionColumn({ width, isShown, exception, trajectoryCount }: ExceptionColumnProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div
      className={classNames(
        "grid min-w-0 flex-none content-start gap-2 px-3.5 pt-3 [&:not(:first-child)]:border-l [&:not(:first-child)]:border-line",
        isShown && "bg-surface",
      )}
      style={{ width }}
    >
      {exception === null ? (
        <Skeleton className="w-3/4" />
      ) : (
        <>
          <Callout tone="err">
            <b className="font-semibold">{exception.type}</b>
            {exception.message === "" ? null : <> {exception.message}</>}
          </Callout>
          <Callout tone="plain">
            Excluded: it sent no messages. The group trains on the other{" "}
            {countOf(trajectoryCount, "trajectory", "trajectories")}; mean and spread cover only those.
          </Callout>
          {exception.traceback === "" ? null : (
            <Button
              size="small"
              className="justify-self-start"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              Traceback
            </Button>
          )}
          {isOpen ? (
            <pre className="rounded-control bg-sunken p-2 text-code leading-4 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {exception.traceback}
            </pre>
          ) : null}
        </>
      )}
    </div>
  );
}
