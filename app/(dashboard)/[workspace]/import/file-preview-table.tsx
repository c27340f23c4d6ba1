import { Unknown } from "@/components/table/cells";
import { Cell, HeadCell, SmallTable } from "@/components/table/small-table";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { FilePreview } from "./prepare-file-preview";

/** The first values of the file, as they would be stored. */
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
            <HeadCell className="w-[132px] max-md:hidden">Place</HeadCell>
            <HeadCell className="w-52 max-md:w-36 max-md:pl-4">{hasConversations ? "Thread" : "Op"}</HeadCell>
            <HeadCell>{hasConversations ? "First message" : "Inputs"}</HeadCell>
            {hasConversations ? (
              <>
                <HeadCell className="w-14 text-right max-md:hidden">Calls</HeadCell>
                <HeadCell className="w-20 text-right max-md:w-16">Reward</HeadCell>
              </>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.place}>
              <Cell className="text-ink-3 max-md:hidden">{row.place}</Cell>
              <Cell className="text-code max-md:pl-4" title={row.name}>
                {row.name}
              </Cell>
              <Cell className={classNames(row.text?.isJson && "text-code text-ink-2")}>
                {row.text === null ? <Unknown /> : row.text.text}
              </Cell>
              {hasConversations ? (
                <>
                  <Cell className="text-right max-md:hidden">{formatCount(row.callCount)}</Cell>
                  <Cell className="text-right">{row.reward === null ? <Unknown /> : row.reward}</Cell>
                </>
              ) : null}
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </section>
  );
}
