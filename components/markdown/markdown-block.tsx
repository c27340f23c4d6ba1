import { memo } from "react";
import { blockTokens } from "@/lib/markdown/markdown-parser";
import { elementsOf } from "./markdown-elements";

type MarkdownBlockViewProps = {
  source: string;
  /** True for the end of a text that is being written. */
  isGrowing: boolean;
};

/** One block of a text: a paragraph, a list, a table, code. Drawn again only when its source changes. */
export const MarkdownBlockView = memo(function MarkdownBlockView({ source, isGrowing }: MarkdownBlockViewProps) {
  const tokens = blockTokens(source);
  if (tokens === null) return <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{source}</p>;
  return elementsOf(tokens, isGrowing);
});
