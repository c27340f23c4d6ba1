"use client";

import { Radio } from "lucide-react";
import { TimeRangeControl } from "@/components/address/time-range-control";
import { useLive } from "@/components/address/use-live";
import { useServiceSignal } from "@/components/browser/service-signal";
import { useKeys } from "@/components/keyboard/use-keys";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";

/** The time range, and the live switch on pages whose rows arrive by themselves. */
export function TimeControls({ isLive = true }: { isLive?: boolean }) {
  return (
    <>
      <TimeRangeControl />
      {isLive ? <LiveToggle /> : null}
      <span className="mx-1 h-4 w-px flex-none bg-line-strong max-md:hidden" />
    </>
  );
}

function LiveToggle() {
  const { isLive, setIsLive } = useLive();
  const signal = useServiceSignal();
  useKeys("everywhere", { "Shift+l": () => setIsLive(!isLive) });
  const isCut = isLive && signal !== null && signal.problem !== null;
  return (
    <Tooltip text={isCut ? "The service does not respond" : "Load new rows as they are stored"} keys={["⇧", "L"]}>
      <Button
        kind="ghost"
        size="small"
        isOn={isLive && !isCut}
        aria-pressed={isLive}
        onClick={() => setIsLive(!isLive)}
        className="max-md:hidden"
      >
        <Radio size={14} strokeWidth={1.7} aria-hidden="true" />
        {isCut ? "Not live" : "Live"}
      </Button>
    </Tooltip>
  );
}
