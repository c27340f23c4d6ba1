import { Unknown } from "@/components/table/cells";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { FilePreview } from "./prepare-file-preview";

/** The first values of the file, as they will be stored. */
export function FilePreviewTable({ preview }: { preview: FilePreview }) {
  const { rows } = preview;
  const hasConversations = rows.some(({ what }) => what === "conversation");
  return (
    <section aria-label="First values" className="grid min-w-0 gap-1.5">
      <h2 className="font-medium">
        First values <span className="font-normal text-ink-3">{formatCount(rows.length)}</span>
      </h2>
      <SmallTable aria-label="First values of the file">
        <thead>
          <tr>
            <SmallTableHeadCell className="w-[132px] max-md:hidden">Position</SmallTableHeadCell>
            <SmallTableHeadCell className="w-52 max-md:w-36 max-md:pl-4">
              {hasConversations ? "Thread" : "Op"}
            </SmallTableHeadCell>
            <SmallTableHeadCell>{hasConversations ? "First message" : "Inputs"}</SmallTableHeadCell>
            {hasConversations ? (
              <>
                <SmallTableHeadCell className="w-14 text-right max-md:hidden">Calls</SmallTableHeadCell>
                <SmallTableHeadCell className="w-20 text-right max-md:w-16">Reward</SmallTableHeadCell>
              </>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.place}>
              <SmallTableCell className="text-ink-3 max-md:hidden">{row.place}</SmallTableCell>
              <SmallTableCell className="text-code max-md:pl-4" title={row.name}>
                {row.name}
              </SmallTableCell>
              <SmallTableCell className={classNames(row.text?.isJson && "text-code text-ink-2")}>
                {row.text === null ? <Unknown /> : row.text.text}
              </SmallTableCell>
              {hasConversations ? (
                <>
                  <SmallTableCell className="text-right max-md:hidden">{formatCount(row.callCount)}</SmallTableCell>
                  <SmallTableCell className="text-right">
                    {row.reward === null ? <Unknown /> : row.reward}
                  </SmallTableCell>
                </>
              ) : null}
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </section>
  );
}
