import { Search } from "lucide-react";
import { useState } from "react";
import { Input } from "@/components/form/input";
import { useUserNames } from "@/components/session/use-user-names";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { CallFacet } from "@/lib/api/contract/calls/call-stats";
import { type Grouping, valueLabel, wordOf } from "@/lib/calls/grouping";
import { failureText } from "@/lib/failure/failure-text";
import { onlyValue, withoutValue } from "@/lib/filter/query-edit";
import { formatShortCount } from "@/lib/format/count";
import { FacetValue } from "./facet-value";
import { isValueChosen, isValueExcluded, toggleValue } from "./prepare-facets";
import { type FacetSelection, useFacetSearch } from "./use-facet-search";

export const FACET_HEADING_CLASS = "flex h-6 items-center px-4 text-micro font-medium text-ink-3";

/** A list of this length is read at a glance. */
const MAX_UNSEARCHED = 8;

const fieldValue = (grouping: Grouping, value: string) => ({ field: grouping.field, value: wordOf(grouping, value) });

type FacetProps = {
  /** The calls whose values are counted. */
  selection: FacetSelection;
  grouping: Grouping;
  /** Undefined until it is loaded. */
  facet: CallFacet | undefined;
  onQueryChange: (query: string) => void;
  onRemove: (() => void) | null;
};

/** The most frequent values of a field with bars, and a search among all of them where there are many. */
export function Facet({ selection, grouping, facet, onQueryChange, onRemove }: FacetProps) {
  const { query } = selection;
  const [text, setText] = useState("");
  const userNames = useUserNames(grouping.by === "svc_user_id");
  const name = grouping.label.replace(/^(?:attributes|score)\./, "");
  const isSearchable = facet !== undefined && facet.value_count > MAX_UNSEARCHED;
  const words = isSearchable ? text.trim() : "";
  const search = useFacetSearch({ ...selection, grouping, words, userNames, valueCount: facet?.value_count ?? 0 });
  const values = words === "" ? facet?.values : search.values;
  const hidden = words === "" ? (facet ? facet.value_count - facet.values.length : 0) : search.hiddenCount;
  const most = Math.max(0, ...(values?.map(({ count }) => count) ?? []));
  return (
    <section aria-label={grouping.label} className="pb-2">
      <h3 className={FACET_HEADING_CLASS}>
        <span className="truncate">{name}</span>
        {onRemove ? (
          <Button
            kind="ghost"
            size="small"
            className="ml-auto h-5 px-1 font-normal"
            aria-label={`Hide ${grouping.label}`}
            onClick={onRemove}
          >
            Hide
          </Button>
        ) : null}
      </h3>
      {isSearchable ? (
        <Input
          size="small"
          type="search"
          aria-label={`Search values of ${name}`}
          placeholder={`Search ${formatShortCount(facet.value_count)} values`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape" && text !== "") {
              event.stopPropagation();
              setText("");
            }
          }}
          leading={<Search size={12} strokeWidth={1.7} aria-hidden="true" />}
          className="mr-3 mb-1 ml-4"
        />
      ) : null}
      {search.failure === null ? null : (
        <p role="alert" className="px-4 text-ink-2">
          {failureText(search.failure).title}: could not search values.
        </p>
      )}
      {values === undefined && search.failure === null ? <Skeleton className="mx-4 w-24" /> : null}
      {values?.length === 0 ? (
        <p className="px-4 text-ink-3">{words === "" ? grouping.missing : `No value contains “${words}”`}</p>
      ) : null}
      {values?.map(({ value, count }) => (
        <FacetValue
          key={value}
          label={valueLabel(grouping, value, userNames)}
          count={count}
          most={most}
          isChosen={isValueChosen(query, grouping, value)}
          isExcluded={isValueExcluded(query, grouping, value)}
          onPress={() => onQueryChange(toggleValue(query, grouping, value))}
          onSelectOnly={() => onQueryChange(onlyValue(query, fieldValue(grouping, value)))}
          onExclude={() => onQueryChange(withoutValue(query, fieldValue(grouping, value)))}
        />
      ))}
      {hidden > 0 ? <p className="px-4 text-micro text-ink-3">{formatShortCount(hidden)} more</p> : null}
    </section>
  );
}
