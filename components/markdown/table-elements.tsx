import { isValidElement, type ReactNode } from "react";
import type { Token } from "@/lib/markdown/markdown-parser";
import { classNames } from "@/lib/style/class-names";
import { attributeOf } from "./token-attribute";

/** Returns the element of a table that the token opens; null for any other token. */
export function tableOf(token: Token, children: ReactNode[], key: number): ReactNode {
  switch (token.type) {
    case "table_open":
      return (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
        <div
          key={key}
          role="group"
          aria-label="Table"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
          tabIndex={0}
          className="w-fit max-w-full overflow-x-auto"
        >
          <table className="border-collapse text-small">{children}</table>
        </div>
      );
    case "thead_open":
      return <thead key={key}>{children}</thead>;
    case "tbody_open":
      return <tbody key={key}>{children}</tbody>;
    case "tr_open":
      return <tr key={key}>{children}</tr>;
    case "th_open":
    case "td_open":
      return cellOf(token, children, key);
    default:
      return null;
  }
}

const ALIGNED: Readonly<Record<string, string>> = {
  "text-align:right": "pr-[18px] text-right last:pr-0",
  "text-align:center": "pr-[18px] text-center",
};

/** A cell with more characters keeps room for some words in a line: columns without would be as narrow as their longest word. */
const LONG_TEXT = 24;

function lengthOf(node: ReactNode): number {
  if (typeof node === "string") return node.length;
  if (Array.isArray(node)) return node.reduce<number>((sum, child: ReactNode) => sum + lengthOf(child), 0);
  return isValidElement<{ children?: ReactNode }>(node) ? lengthOf(node.props.children) : 0;
}

function cellOf(token: Token, children: ReactNode[], key: number): ReactNode {
  const aligned = ALIGNED[attributeOf(token, "style")] ?? "pr-[18px] text-left";
  // A header without text names no column.
  if (token.type === "td_open" || children.length === 0) {
    return (
      <td
        key={key}
        className={classNames(
          "border-b border-line py-[3px] align-top",
          aligned,
          lengthOf(children) > LONG_TEXT && "min-w-[18ch]",
        )}
      >
        {children}
      </td>
    );
  }
  return (
    <th
      key={key}
      scope="col"
      className={classNames("border-b border-line-strong py-[3px] text-micro font-medium text-ink-3", aligned)}
    >
      {children}
    </th>
  );
}
