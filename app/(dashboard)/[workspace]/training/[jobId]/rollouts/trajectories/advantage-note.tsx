import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import type { AdvantageBasis } from "./prepare-advantages";

/** A short formula of the advantages; a click shows the full formula and its source. */
export function AdvantageNote({ basis }: { basis: AdvantageBasis }) {
  const { short, full, settings, source, hiddenCount: beyond, isKnown } = basis;
  return (
    <Popover
      label="How advantages are computed"
      align="end"
      className="grid w-[min(420px,calc(100vw-24px))] gap-2 p-3"
      trigger={
        <Button kind="ghost" size="small" className="min-w-0 shrink px-1 font-normal text-ink-2 max-lg:hidden">
          <span className="min-w-0 truncate">
            advantage: {short}
            {isKnown ? "" : ", not certain"}
          </span>
        </Button>
      }
    >
      <p className="font-medium">Advantage = {full}</p>
      <p className="text-ink-2">It is 0 in a group whose rewards are equal, so the group has no gradient.</p>
      {settings.length === 0 ? null : (
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 text-code">
          {settings.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="truncate">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-ink-2">
        {source}
        {beyond === null ? "" : ` ${beyond}`}
      </p>
    </Popover>
  );
}
