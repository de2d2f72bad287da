import { createElement, Fragment, type ReactNode } from "react";
import { cn } from "./cn";
import { type Block, type Inline, parseMarkdown } from "./parse-markdown";

/** Markdown that people wrote, as text: nothing in it becomes HTML of its own. Headings stand below the dialog's or page's own. */
export function Markdown({ text, className }: { text: string; className?: string }) {
  return (
    <div className={cn("flex flex-col gap-3 wrap-anywhere", className)} dir="auto">
      {blocks(parseMarkdown(text))}
    </div>
  );
}

// Handed over one by one, as JSX written out would be: the text never changes under them, so they need no keys.
const inOrder = (pieces: ReactNode[]): ReactNode => createElement(Fragment, null, ...pieces);
const blocks = (list: Block[]): ReactNode => inOrder(list.map(draw));
const inline = (pieces: Inline[]): ReactNode => inOrder(pieces.map(span));

const lineOf = (line: Inline[], index: number): ReactNode => (
  <>
    {index > 0 && <br />}
    {inline(line)}
  </>
);

function draw(block: Block): ReactNode {
  switch (block.kind) {
    case "heading":
      return block.level <= 2 ? (
        <h3 className="mt-2 text-title first:mt-0">{inline(block.text)}</h3>
      ) : (
        <h4 className="mt-1 font-semibold">{inline(block.text)}</h4>
      );
    case "paragraph":
      return <p>{inOrder(block.lines.map(lineOf))}</p>;
    case "list":
      return <List block={block} />;
    case "quote":
      return <blockquote className="flex flex-col gap-3 border-l-2 border-edge pl-4 text-soft">{blocks(block.blocks)}</blockquote>;
    case "code":
      return (
        <pre className="overflow-x-auto rounded-control bg-sunken p-3 font-mono text-small" tabIndex={0}>
          {block.text}
        </pre>
      );
    case "rule":
      return <hr className="my-1" />;
  }
}

function List({ block: { ordered, start, items } }: { block: Extract<Block, { kind: "list" }> }) {
  const entries = inOrder(items.map(entry));
  return ordered ? (
    <ol start={start} className="flex list-decimal flex-col gap-1.5 pl-6 marker:text-soft">
      {entries}
    </ol>
  ) : (
    <ul className="flex list-disc flex-col gap-1.5 pl-6 marker:text-soft">{entries}</ul>
  );
}

const entry = (item: Block[]): ReactNode =>
  createElement("li", { className: "pl-1" }, <div className="flex flex-col gap-2">{blocks(item)}</div>);

function span(piece: Inline): ReactNode {
  switch (piece.kind) {
    case "text":
      return piece.text;
    case "code":
      return <code className="rounded-mark bg-sunken px-1 font-mono text-[0.875em]">{piece.text}</code>;
    case "strong":
      return <strong>{inline(piece.children)}</strong>;
    case "emphasis":
      return <em>{inline(piece.children)}</em>;
    case "link":
      return (
        <a href={piece.href} target="_blank" rel="noopener noreferrer nofollow" className="text-accent underline underline-offset-3">
          {inline(piece.children)}
        </a>
      );
  }
}
