import { splitUnits } from "@/lib/format/units";
import { classNames } from "@/lib/style/class-names";

/** A formatted quantity with its units smaller and paler: `1.24 s`. */
export function Quantity({ text, className }: { text: string; className?: string }) {
  let offset = 0;
  return (
    <span className={classNames("whitespace-nowrap", className)}>
      {splitUnits(text).map((part) => {
        const at = offset;
        offset += part.text.length + 1;
        if (!part.isUnit) return <span key={at}>{at > 0 ? ` ${part.text}` : part.text}</span>;
        return (
          <span key={at} className="ml-0.5 text-micro font-normal text-ink-3">
            {part.text}
          </span>
        );
      })}
    </span>
  );
}
