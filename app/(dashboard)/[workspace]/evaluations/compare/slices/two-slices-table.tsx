import { RunLetter } from "@/components/evaluation/run-letter";
import { RuledTable, RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { ComparedSliceScore, SliceComparison } from "@/lib/api/contract/evaluations/slice-comparison";
import { sliceName, slicePWords } from "@/lib/evaluation/runs/slice-words";
import { pText } from "@/lib/evaluation/runs/verdict-words";
import { countOf, formatCount } from "@/lib/format/count";
import { prepareSliceScores } from "./prepare-slice-scores";
import { SliceChange } from "./slice-change";
import { SliceMean } from "./slice-mean";

type TwoSlicesTableProps = {
  runs: readonly EvaluationRun[];
  compared: SliceComparison;
  /** Its rows are first. */
  scoreId: string;
};

/** A line for each score and run: the two slices, and the difference of the second from the first. */
export function TwoSlicesTable({ runs, compared, scoreId }: TwoSlicesTableProps) {
  const { path, slices } = compared;
  const [left = "", right = ""] = slices.map(({ value }) => sliceName(path, value));
  const scores = prepareSliceScores(compared, scoreId);
  return (
    <RuledTable label={`${left} beside ${right}`} className="max-h-64 border-t border-line max-md:max-h-96">
      <thead>
        <tr>
          <RuledTableHeadCell>Score, evaluation</RuledTableHeadCell>
          {slices.map((slice) => (
            <SliceHead key={slice.value} path={path} slice={slice} />
          ))}
          <RuledTableHeadCell>
            <span className="text-code">{right}</span> − <span className="text-code">{left}</span>, 95% interval
          </RuledTableHeadCell>
          <RuledTableHeadCell isEnd>p, corrected</RuledTableHeadCell>
        </tr>
      </thead>
      {scores.map(({ id, domain, reach, byRun }) => (
        <tbody key={id}>
          <tr>
            <th scope="rowgroup" colSpan={5} className="border-b border-line px-4 pt-2 pb-1 text-left max-md:px-3">
              <span className="sticky left-4 text-code font-medium max-md:left-3">{id}</span>
            </th>
          </tr>
          {runs.map((run, index) => (
            <SlicesOfRun key={run.id} run={run} index={index} own={byRun.get(run.id)} domain={domain} reach={reach} />
          ))}
        </tbody>
      ))}
    </RuledTable>
  );
}

type SliceHeadProps = { path: string | null; slice: SliceComparison["slices"][number] };

function SliceHead({ path, slice }: SliceHeadProps) {
  const { value, rows, trained } = slice;
  const isMixed = path !== null && trained > 0;
  return (
    <RuledTableHeadCell>
      <span className="text-code">{sliceName(path, value)}</span>, {countOf(rows, "row")}
      {isMixed ? `, ${trained === rows ? "all" : formatCount(trained)} trained on` : null}
    </RuledTableHeadCell>
  );
}

type SlicesOfRunProps = {
  run: EvaluationRun;
  index: number;
  own: ComparedSliceScore | undefined;
  domain: { readonly low: number; readonly high: number };
  reach: number;
};

function SlicesOfRun({ run, index, own, domain, reach }: SlicesOfRunProps) {
  return (
    <tr className="hover:bg-hover">
      <RuledTableCell className="h-9 max-w-64 max-md:h-11 max-md:max-w-24">
        <span className="flex min-w-0 items-center gap-2">
          <RunLetter index={index} />
          <span className="truncate" title={[run.name, run.model_name].filter(Boolean).join(", ")}>
            {run.name} <span className="text-code text-ink-3 max-md:hidden">{run.model_name}</span>
          </span>
        </span>
      </RuledTableCell>
      {own === undefined ? (
        <RuledTableCell colSpan={4} className="h-9 text-ink-3">
          does not have this score
        </RuledTableCell>
      ) : (
        <>
          {own.slices.map((slice, at) => (
            <RuledTableCell key={at === 0 ? "left" : "right"} className="h-9 max-md:h-11">
              <SliceMean slice={slice} domain={domain} />
            </RuledTableCell>
          ))}
          <RuledTableCell className="h-9 max-md:h-11">
            <SliceChange change={own.change} reach={reach} />
          </RuledTableCell>
          <RuledTableCell isEnd className="h-9 max-md:h-11">
            <span title={slicePWords(own.change)}>{own.change.holm_p === null ? "–" : pText(own.change.holm_p)}</span>
          </RuledTableCell>
        </>
      )}
    </tr>
  );
}
