import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/count";
import { type DiffKind, diffKinds } from "./prepare-table-diff";
import { NO_KEY, type TableDifference } from "./use-table-diff";

const names: Record<DiffKind, string> = {
  added: "Added",
  removed: "Removed",
  changed: "Changed",
  moved: "Moved",
  same: "Unchanged",
};

type DiffBarProps = {
  difference: TableDifference;
  kinds: readonly DiffKind[];
  onKinds: (kinds: DiffKind[]) => void;
  onKey: (key: string) => void;
};

/**
 * Shows how many rows differ and how, filters them by kind, and chooses the column by which changed rows are paired.
 */
export function DiffBar({ difference, kinds, onKinds, onKey }: DiffBarProps) {
  const { counts, keys, key } = difference;
  const offered = key && !keys.includes(key) ? [key, ...keys] : keys;
  return (
    <div className="flex min-h-[34px] flex-none flex-wrap items-center gap-1.5 pr-3 pb-2.5 pl-4 max-md:px-3">
      {diffKinds.map((kind) => {
        const isShown = kinds.includes(kind);
        return (
          <Button
            key={kind}
            size="small"
            isOn={isShown}
            aria-pressed={isShown}
            onClick={() => onKinds(diffKinds.filter((other) => (other === kind ? !isShown : kinds.includes(other))))}
          >
            {names[kind]}
            <span className="font-normal">{formatCount(counts[kind])}</span>
          </Button>
        );
      })}
      <span className="ml-auto flex items-center gap-2 text-small text-ink-2 max-md:ml-0">
        Changed rows share
        <Select
          label="Key column"
          value={key?.id ?? NO_KEY}
          options={[
            ...offered.map((column) => ({ value: column.id, label: column.id })),
            { value: NO_KEY, label: "digest only" },
          ]}
          onChange={onKey}
          className="h-(--ctl-h-small) text-small"
        />
      </span>
    </div>
  );
}
