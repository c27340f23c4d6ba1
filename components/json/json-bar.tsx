import { ChevronDown, ChevronUp, Download, Search } from "lucide-react";
import type { KeyboardEvent, Ref } from "react";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatBytes } from "@/lib/format/bytes";
import { formatCount } from "@/lib/format/count";
import { LazyValue, lazyOriginOf } from "@/lib/json/lazy/lazy-value";
import { downloadValue } from "@/lib/json/lazy/whole-text";
import type { JsonFind } from "./use-json-find";

type JsonBarProps = {
  label: string;
  value: unknown;
  find: JsonFind;
  ref: Ref<HTMLInputElement>;
  /** Called when the user leaves the search. */
  onLeave: () => void;
};

/** The bar above a large value: search, size and download. */
export function JsonBar({ label, value, find, ref, onLeave }: JsonBarProps) {
  const toast = useToast();
  const download = () =>
    downloadValue(label, value).then(
      (isWritten) => isWritten && toast("Value downloaded"),
      (error: unknown) => toast(failureOf(error).message, "warning"),
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") find.step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") {
      if (find.words === "") onLeave();
      else find.setWords("");
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className="flex flex-none items-center gap-1 border-b border-line py-1 pr-2 pl-4">
      <Input
        ref={ref}
        type="search"
        size="small"
        aria-label={`Find in ${label}`}
        placeholder="Find"
        value={find.words}
        onChange={(event) => find.setWords(event.target.value)}
        onKeyDown={onKeyDown}
        leading={<Search size={12} strokeWidth={2} aria-hidden="true" />}
        className="w-[200px] min-w-[96px] shrink"
      />
      <span role="status" className="flex-none px-1 text-micro whitespace-nowrap text-ink-3 tabular-nums">
        {foundText(find)}
      </span>
      {find.total ? (
        <>
          <Button kind="ghost" size="icon-small" aria-label="Previous match" onClick={() => find.step(-1)}>
            <ChevronUp size={12} strokeWidth={2} aria-hidden="true" />
          </Button>
          <Button kind="ghost" size="icon-small" aria-label="Next match" onClick={() => find.step(1)}>
            <ChevronDown size={12} strokeWidth={2} aria-hidden="true" />
          </Button>
        </>
      ) : null}
      <span className="ml-auto flex flex-none items-center gap-1 text-micro text-ink-3">
        {value instanceof LazyValue ? formatBytes(value.facts.size) : null}
        {lazyOriginOf(value) ? (
          <Button kind="ghost" size="icon-small" aria-label={`Download ${label}`} onClick={() => void download()}>
            <Download size={12} strokeWidth={2} aria-hidden="true" />
          </Button>
        ) : null}
      </span>
    </search>
  );
}

/** Services count matches up to this number. */
const MAX_COUNTED_HITS = 10_000;

function foundText({ words, total, index, isSearching, problem }: JsonFind): string {
  if (words === "") return "";
  if (problem !== null) return problem;
  if (total === null) return isSearching ? "Searching" : "";
  if (total === 0) return "No matches";
  return `${formatCount(index + 1)} of ${formatCount(total)}${total >= MAX_COUNTED_HITS ? " or more" : ""}`;
}
