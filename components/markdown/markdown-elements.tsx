import { createElement, Fragment, type ReactNode } from "react";
import type { Token } from "@/lib/markdown/markdown-parser";
import { isSafeHref } from "@/lib/markdown/safe-href";
import { classNames } from "@/lib/style/class-names";
import { CodeBox } from "./code-box";
import { ImageLink, MessageLink } from "./message-link";
import { tableOf } from "./table-elements";
import { TaskMark, taskOf } from "./task-mark";
import { attributeOf } from "./token-attribute";

/** Deeper elements are drawn in the last one: a browser draws thousands of nested ones badly, or not at all. */
const MAX_DEPTH = 60;

interface OpenElement {
  readonly token: Token;
  readonly children: ReactNode[];
}

/** How the tokens of a block are drawn. */
export interface Drawing {
  /** True for the end of a text that is being written. */
  readonly isGrowing: boolean;
  /**
   * True for a document: its lines were wrapped by hand, so that a line break is a space, and its headings are an outline.
   * The lines of a message stay lines, and its headings look alike.
   */
  readonly isDocument: boolean;
}

/**
 * Draws the tokens of a block. Only the elements below exist: the text of a token never becomes a tag, an attribute
 * other than a checked address, or a style.
 */
export function elementsOf(tokens: readonly Token[], drawing: Drawing): ReactNode {
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
        if (closed) (open.at(-1)?.children ?? root).push(elementOf(closed, index, drawing));
      }
    } else if (token.type === "inline") {
      if (token.content === "") continue;
      const task = taskOf(tokens, index);
      if (task !== null) children.push(<TaskMark key={`task ${index}`} isDone={task.isDone} />, task.text);
      children.push(<Fragment key={index}>{elementsOf(task?.rest ?? token.children ?? [], drawing)}</Fragment>);
    } else {
      children.push(leafOf(token, index, drawing));
    }
  }
  return root;
}

function leafOf(token: Token, key: number, { isGrowing, isDocument }: Drawing): ReactNode {
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
      return isDocument ? " " : <br key={key} />;
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
function elementOf({ token, children }: OpenElement, key: number, drawing: Drawing): ReactNode {
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
      return drawing.isDocument ? outlineHeadingOf(token, children, key) : headingOf(token, children, key);
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

/** The headings of a document, in sizes by level. The page's own heading is above its first level. */
function outlineHeadingOf(token: Token, children: ReactNode[], key: number): ReactNode {
  const level = Number(token.tag.slice(1));
  const look = level === 1 ? "text-[20px] leading-7" : level === 2 ? "mt-5 text-[16px] leading-6" : "mt-3 text-base";
  const className = `font-semibold [overflow-wrap:anywhere] first:mt-0 ${look}`;
  return createElement(children.length === 0 ? "p" : `h${Math.min(level + 1, 6)}`, { key, className }, ...children);
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
        <li
          key={key}
          className="min-w-0 [overflow-wrap:anywhere] has-[>[data-task],>p>[data-task]]:[list-style-type:none]"
        >
          {children}
        </li>
      );
    default:
      return null;
  }
}

/** The text after the fence: `python`, `ts title="a.ts"`. */
function languageOf(info: string): string | null {
  return info.trim() === "" ? null : info.trim();
}
