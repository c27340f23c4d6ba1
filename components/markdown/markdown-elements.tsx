import { Square, SquareCheck } from "lucide-react";
import { createElement, Fragment, type ReactNode } from "react";
import type { Token } from "@/lib/markdown/markdown-parser";
import { isSafeHref } from "@/lib/markdown/safe-href";
import { classNames } from "@/lib/style/class-names";
import { CodeBox } from "./code-box";
import { ImageLink, MessageLink } from "./message-link";

/** Deeper elements are drawn in the last one: a browser draws thousands of nested ones badly, or not at all. */
const MAX_DEPTH = 60;

interface OpenElement {
  readonly token: Token;
  readonly children: ReactNode[];
}

/**
 * Draws the tokens of a block. Only the elements below exist: the text of a token never becomes a tag, an attribute
 * other than a checked address, or a style.
 */
export function elementsOf(tokens: readonly Token[], isGrowing: boolean): ReactNode {
  const root: ReactNode[] = [];
  const open: OpenElement[] = [];
  let skipped = 0;
  for (const [index, token] of tokens.entries()) {
    const children = open.at(-1)?.children ?? root;
    if (token.nesting === 1) {
      if (open.length < MAX_DEPTH) open.push({ token, children: [] });
      else skipped += 1;
    } else if (token.nesting === -1) {
      if (skipped > 0) skipped -= 1;
      else {
        const closed = open.pop();
        if (closed) (open.at(-1)?.children ?? root).push(elementOf(closed, index));
      }
    } else if (token.type === "inline") {
      if (token.content === "") continue;
      const task = taskOf(tokens, index);
      if (task !== null) children.push(<TaskMark key={`task ${index}`} isDone={task.isDone} />, task.text);
      children.push(<Fragment key={index}>{elementsOf(task?.rest ?? token.children ?? [], isGrowing)}</Fragment>);
    } else {
      children.push(leafOf(token, index, isGrowing));
    }
  }
  return root;
}

function leafOf(token: Token, key: number, isGrowing: boolean): ReactNode {
  switch (token.type) {
    case "code_inline":
      return (
        <code key={key} className="rounded-[3px] bg-hover px-1 py-px font-mono text-small tracking-[-0.01em]">
          {token.content}
        </code>
      );
    case "fence":
    case "code_block":
      return (
        <CodeBox
          key={key}
          code={token.content.replace(/\n$/, "")}
          language={token.type === "fence" ? languageOf(token.info) : null}
          isGrowing={isGrowing}
        />
      );
    case "softbreak":
    case "hardbreak":
      return <br key={key} />;
    case "hr":
      return <hr key={key} className="my-1 border-line-strong" />;
    case "image":
      return <ImageLink key={key} href={attributeOf(token, "src")} text={token.content} />;
    default:
      return token.content;
  }
}

/** The elements that tokens open, each with its look. Anything else is only a group. */
function elementOf({ token, children }: OpenElement, key: number): ReactNode {
  switch (token.type) {
    case "paragraph_open":
      return token.hidden ? (
        <Fragment key={key}>{children}</Fragment>
      ) : (
        <p key={key} className="[overflow-wrap:anywhere]">
          {children}
        </p>
      );
    case "heading_open":
      return headingOf(token, children, key);
    case "strong_open":
      return (
        <strong key={key} className="font-semibold">
          {children}
        </strong>
      );
    case "em_open":
      return <em key={key}>{children}</em>;
    case "s_open":
      return <del key={key}>{children}</del>;
    case "blockquote_open":
      return (
        <blockquote key={key} className="grid gap-[7px] border-l-2 border-line-strong pl-[11px] text-ink-2">
          {children}
        </blockquote>
      );
    case "link_open": {
      const href = attributeOf(token, "href");
      return isSafeHref(href) ? (
        <MessageLink key={key} href={href}>
          {children}
        </MessageLink>
      ) : (
        <Fragment key={key}>{children}</Fragment>
      );
    }
    default:
      return listOf(token, children, key) ?? tableOf(token, children, key) ?? <Fragment key={key}>{children}</Fragment>;
  }
}

/**
 * The levels of a message's headings say nothing about the outline of the page, where every one of them is a second
 * level below the page's own.
 */
function headingOf(token: Token, children: ReactNode[], key: number): ReactNode {
  const isLarge = token.tag === "h1" || token.tag === "h2" || token.tag === "h3";
  const className = classNames(
    "mt-1 -mb-1 font-semibold [overflow-wrap:anywhere] first:mt-0",
    isLarge ? "text-[14px] leading-5" : "text-base",
  );
  return createElement(children.length === 0 ? "p" : "h2", { key, className }, ...children);
}

function listOf(token: Token, children: ReactNode[], key: number): ReactNode {
  const look = "grid gap-px pl-5 marker:text-ink-3 [&_p+p]:mt-[7px]";
  switch (token.type) {
    case "bullet_list_open":
      return (
        <ul key={key} className={`${look} [list-style-type:disc]`}>
          {children}
        </ul>
      );
    case "ordered_list_open":
      return (
        <ol key={key} start={Number(token.attrGet("start") ?? 1)} className={`${look} [list-style-type:decimal]`}>
          {children}
        </ol>
      );
    case "list_item_open":
      return (
        <li key={key} className="min-w-0 [overflow-wrap:anywhere]">
          {children}
        </li>
      );
    default:
      return null;
  }
}

function tableOf(token: Token, children: ReactNode[], key: number): ReactNode {
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

function cellOf(token: Token, children: ReactNode[], key: number): ReactNode {
  const aligned = ALIGNED[attributeOf(token, "style")] ?? "pr-[18px] text-left";
  // A header without text names no column.
  if (token.type === "td_open" || children.length === 0) {
    return (
      <td key={key} className={classNames("border-b border-line py-[3px] align-top", aligned)}>
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

const attributeOf = (token: Token, name: string): string => String(token.attrGet(name) ?? "");

/** The text after the fence: `python`, `ts title="a.ts"`. */
function languageOf(info: string): string | null {
  return info.trim() === "" ? null : info.trim();
}

interface Task {
  readonly isDone: boolean;
  readonly text: string;
  readonly rest: readonly Token[];
}

/** `[ ]` or `[x]` at the beginning of an item of a list; null for other text. */
function taskOf(tokens: readonly Token[], index: number): Task | null {
  if (tokens[index - 1]?.type !== "paragraph_open" || tokens[index - 2]?.type !== "list_item_open") return null;
  const [first, ...others] = tokens[index]?.children ?? [];
  const mark = first?.type === "text" ? /^\[([ xX])\](?:\s|$)/.exec(first.content) : null;
  if (!first || mark === null) return null;
  return { isDone: mark[1] !== " ", text: first.content.slice(mark[0].length), rest: others };
}

function TaskMark({ isDone }: { isDone: boolean }) {
  const Icon = isDone ? SquareCheck : Square;
  return (
    <span role="img" aria-label={isDone ? "done" : "not done"} className="mr-1.5 inline-block align-[-2px]">
      <Icon size={13} strokeWidth={1.7} aria-hidden="true" className={isDone ? "text-ok" : "text-ink-3"} />
    </span>
  );
}
