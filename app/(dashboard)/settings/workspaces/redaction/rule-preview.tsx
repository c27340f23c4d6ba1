import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Callout } from "@/components/ui/callout";
import { failureOf } from "@/lib/api/client/request-failure";
import { PLACE_LABELS, previewText, type RedactionPreview } from "./prepare-redaction";

/** Matches that are shown. */
const MAX_SHOWN = 6;

type RulePreviewProps = {
  /** Null before anything can be previewed. */
  preview: RedactionPreview | null | undefined;
  error: unknown;
};

/** What a rule would change in the newest stored calls. */
export function RulePreview({ preview, error }: RulePreviewProps) {
  if (error) return <Callout tone="err">No preview: {failureOf(error).message}</Callout>;
  const values = (preview?.calls ?? []).flatMap((call) => call.values.map((value) => ({ call, value })));
  return (
    <section aria-label="Preview" className="grid gap-2">
      <p role="status" className="text-small text-ink-2">
        {preview === null
          ? "A preview on stored calls appears here. It stores nothing."
          : preview === undefined
            ? "Looking for matches in the newest calls…"
            : previewText(preview)}
      </p>
      {values.length === 0 ? null : (
        <div className="overflow-x-auto rounded-control border border-line">
          <SmallTable aria-label="Matches" className="min-w-[480px]">
            <thead>
              <tr>
                <SmallTableHeadCell className="w-[36%]">Call</SmallTableHeadCell>
                <SmallTableHeadCell>Before</SmallTableHeadCell>
                <SmallTableHeadCell>After</SmallTableHeadCell>
              </tr>
            </thead>
            <tbody>
              {values.slice(0, MAX_SHOWN).map(({ call, value }, at) => {
                const where = [PLACE_LABELS[value.place].toLowerCase(), value.path].filter(Boolean).join(".");
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: matches have no identity, and never move
                  <tr key={at}>
                    <SmallTableCell title={`${call.op_name} ${where}`}>
                      {call.op_name} <span className="text-ink-3">{where}</span>
                    </SmallTableCell>
                    <SmallTableCell className="text-code" title={value.before}>
                      {value.before}
                    </SmallTableCell>
                    <SmallTableCell className="text-code" title={value.after}>
                      {value.after}
                    </SmallTableCell>
                  </tr>
                );
              })}
            </tbody>
          </SmallTable>
        </div>
      )}
    </section>
  );
}
