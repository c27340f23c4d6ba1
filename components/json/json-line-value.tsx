import { StatusGlyph } from "@/components/glyph/status-glyph";
import { RefText } from "@/components/object/ref-text";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { MarkedText } from "@/components/ui/marked-text";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatBytes } from "@/lib/format/bytes";
import { countOf, formatCount } from "@/lib/format/count";
import type { JsonLine, JsonTone } from "@/lib/json/lines/viewer-line";
import type { JsonTree } from "./use-json-tree";

const colors: Record<JsonTone, string> = {
  string: "text-code-string",
  number: "text-code-number",
  boolean: "text-code-bool",
  null: "text-code-null italic",
  base64: "text-ink-3 italic",
};

const MediaLine = partLoadedLater(
  async () => (await import("@/components/media/media-line")).MediaLine,
  <Skeleton className="w-40" />,
);

/** A string that is a ref, as JSON. */
const REF_START = '"weave:///';

type JsonLineValueProps = {
  line: JsonLine;
  words: string;
  tree: JsonTree;
  /** True for the last value of a beginning, which may itself be only a beginning. */
  isCut: boolean;
};

/** The value part of a line. */
export function JsonLineValue(props: JsonLineValueProps) {
  const { line, words, tree } = props;
  switch (line.kind) {
    case "folded":
      return (
        <>
          <Rich {...props} />
          <span className="whitespace-nowrap">
            <span className="text-code-null">{line.brackets[0]}</span>
            <Chip onClick={() => tree.fold(line, false)}>{entriesText(line)}</Chip>
            <span className="text-code-null">{line.brackets[1]}</span>
          </span>
        </>
      );
    case "page":
      return <Chip onClick={() => tree.fold(line, line.isOpen)}>{pageText(line)}</Chip>;
    case "pending":
      return <Pending line={line} tree={tree} />;
    case "text":
      return line.load ? <Pending line={line} tree={tree} /> : <Leaf line={line} words={words} />;
    case "leaf":
      return <FullLeaf {...props} />;
    default:
      return (
        <>
          <span className="text-code-null">{line.brackets}</span>
          <Rich {...props} />
        </>
      );
  }
}

/** Media or a time that the value of a line is. */
function Rich({ line: { rich }, tree, isCut }: JsonLineValueProps) {
  if (rich === null) return null;
  return (
    <span className="mr-1.5 [&:not(:first-child)]:ml-1.5">
      <MediaLine
        rich={rich}
        isCut={isCut}
        isInTree
        onOpen={(index) => rich.kind === "media" && tree.openMedia(rich, index)}
      />
    </span>
  );
}

function entriesText({ isList, count }: JsonLine): string {
  return isList ? countOf(count, "item") : countOf(count, "key");
}

function pageText({ isList, from, to }: JsonLine): string {
  // Items are counted from 0, as in paths; member names are counted from 1.
  if (isList) return `items ${formatCount(from)} to ${formatCount(to - 1)}`;
  return `keys ${formatCount(from + 1)} to ${formatCount(to)}`;
}

function Leaf({ line, words }: { line: JsonLine; words: string }) {
  const text = <MarkedText text={line.text} words={words} />;
  return (
    <span className={line.tone === null ? "" : colors[line.tone]}>
      {line.text.startsWith(REF_START) ? <RefText text={line.text.slice(1, -1)}>{text}</RefText> : text}
    </span>
  );
}

function FullLeaf(props: JsonLineValueProps) {
  const { line, words, tree } = props;
  if (line.tone === "base64") {
    if (line.rich !== null) return <Rich {...props} />;
    return <span className={colors.base64}>base64, {formatCount(line.hiddenLength)} characters</span>;
  }
  return (
    <>
      <Leaf line={line} words={words} />
      {line.hiddenLength > 0 ? (
        <Chip isLink onClick={() => tree.showAll(line)}>
          Show all, {formatCount(line.hiddenLength)} more characters
        </Chip>
      ) : null}
      {line.rich === null ? null : (
        <>
          {" "}
          <Rich {...props} />
        </>
      )}
    </>
  );
}

/** A lazy value that is loading, failed to load, or waits for the user to load it. */
function Pending({ line, tree }: { line: JsonLine; tree: JsonTree }) {
  const { load } = line;
  if (load === null) return null;
  const loaded = tree.parts.get(load.key);
  if (loaded?.status === "failed") {
    return (
      <span role="alert" className="font-sans text-small text-err">
        Could not load: {failureOf(loaded.error).message}
        <Chip isLink onClick={() => tree.load(load)}>
          Retry
        </Chip>
      </span>
    );
  }
  if (loaded === undefined && load.lazy.facts.needsConfirmation) {
    return (
      <Chip isLink onClick={() => tree.load(load)}>
        Load full value, {formatBytes(load.lazy.facts.size)}
      </Chip>
    );
  }
  if (line.kind === "text") return <Skeleton className="w-3/5" />;
  return (
    <span className="inline-flex items-center gap-1.5 font-sans text-small text-ink-3">
      <StatusGlyph status="running" label="" />
      {load.window === null ? `Loading ${formatBytes(load.lazy.facts.size)}` : "Loading"}
    </span>
  );
}

type ChipProps = { onClick: () => void; isLink?: boolean; children: React.ReactNode };

function Chip({ onClick, isLink = false, children }: ChipProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={onClick}
      className={`mx-0.5 rounded-[3px] bg-active px-1 text-[0.6875rem] leading-[15px] ${isLink ? "mx-1 font-sans text-accent-text hover:underline" : "text-ink-2 hover:text-ink"}`}
    >
      {children}
    </button>
  );
}
