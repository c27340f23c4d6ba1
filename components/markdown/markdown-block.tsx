import { memo } from "react";
import { blockTokens } from "@/lib/markdown/markdown-parser";
import { type Drawing, elementsOf } from "./markdown-elements";

type MarkdownBlockViewProps = Drawing & { source: string };

/** One block of a text: a paragraph, a list, a table, code. Drawn again only when its source changes. */
export const MarkdownBlockView = memo(function MarkdownBlockView({
  source,
  isGrowing,
  isDocument,
}: MarkdownBlockViewProps) {
  const tokens = blockTokens(source);
  if (tokens === null) return <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{source}</p>;
  return elementsOf(tokens, { isGrowing, isDocument });
});
