import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";

type PlaygroundToggleProps = {
  /** True while calls of the playground and the arena are counted. */
  isCounted: boolean;
  onChange: (isCounted: boolean) => void;
};

/** Says whether calls of the playground and the arena are counted, and changes it. */
export function PlaygroundToggle({ isCounted, onChange }: PlaygroundToggleProps) {
  const text = isCounted
    ? "The figures on this page include calls sent from the playground and the arena."
    : "The figures on this page leave out calls sent from the playground and the arena, also their cost. Costs includes it.";
  return (
    <Tooltip text={text}>
      <Button
        size="small"
        aria-pressed={isCounted}
        isOn={isCounted}
        onClick={() => onChange(!isCounted)}
        className="font-normal max-md:hidden"
      >
        Playground and arena <b>{isCounted ? "included" : "left out"}</b>
      </Button>
    </Tooltip>
  );
}

/** The same as a line of its own, for phones. */
export function PlaygroundLine({ isCounted, onChange }: PlaygroundToggleProps) {
  return (
    <p className="flex h-8 flex-none items-center gap-2 px-3 text-small text-ink-2 md:hidden">
      <span className="truncate">
        Playground and arena: <b>{isCounted ? "included" : "left out"}</b>
      </span>
      <Button size="small" kind="ghost" className="ml-auto" onClick={() => onChange(!isCounted)}>
        {isCounted ? "Leave out" : "Include"}
      </Button>
    </p>
  );
}
