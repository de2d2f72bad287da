"use client";

import { memo, useMemo, useRef } from "react";
import rehypeHighlight from "rehype-highlight";
import rehypeKatex from "rehype-katex";
import remarkMath from "remark-math";
import { RenderedMarkdown } from "@/components/ui/rendered-markdown";
import { withMathMarked } from "@/lib/review/markdown-text";
import { readTurns } from "@/lib/review/read-turns";
import type { QuotedText } from "./quoted-text";
import { useQuoteHighlights } from "./use-quote-highlights";

export interface FormattedTextProps {
  text: string;
  /** A conversation is a list of turns; a text that is none is Markdown all the same. */
  chat: boolean;
  /** Quotations to highlight. */
  quotes: readonly QuotedText[];
}

/** A text as it was meant: Markdown with tables, code and formulas, or the turns of a conversation. */
export function FormattedText({ text, chat, quotes }: FormattedTextProps) {
  const root = useRef<HTMLDivElement>(null);
  useQuoteHighlights(root, quotes);
  return (
    <div ref={root} className="flex flex-col gap-3 wrap-anywhere">
      <Content text={text} chat={chat} />
    </div>
  );
}

/** Rendered once per text, because parsing a long one takes longer than a key press may. */
const Content = memo(function Content({ text, chat }: Omit<FormattedTextProps, "quotes">) {
  const turns = useMemo(() => (chat ? readTurns(text) : null), [text, chat]);
  if (turns === null) return <Rich text={text} />;
  return (
    <ol className="flex flex-col gap-3">
      {turns.map((turn, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns have no ids and never change their order
        <li key={index} data-turn className="rounded-control border bg-card px-4 py-3">
          <p className="mb-1 text-label text-soft first-letter:uppercase">{turn.role}</p>
          <div className="flex flex-col gap-3">
            <Rich text={turn.text} />
          </div>
        </li>
      ))}
    </ol>
  );
});

// MathML needs no fonts or styles of its own; formulas may neither load anything nor expand without end.
const formulas = { output: "mathml", throwOnError: false, strict: false, trust: false, maxExpand: 200 } as const;

function Rich({ text }: { text: string }) {
  const source = useMemo(() => withMathMarked(text), [text]);
  return <RenderedMarkdown text={source} remarkPlugins={[remarkMath]} rehypePlugins={[[rehypeKatex, formulas], rehypeHighlight]} />;
}
