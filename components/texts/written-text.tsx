import { memo, type ReactNode, useEffect, useMemo, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { SampleImage } from "@/components/ui/sample-image";
import type { TextFormat } from "@/lib/domain/text-format";
import type { TextRange } from "@/lib/review/find-quote";
import { type MarkedPart, markText } from "./marked-text";
import { Prose } from "./prose";
import type { QuotedText } from "./quoted-text";

interface MarkedTextProps {
  text: string;
  format: TextFormat;
  /** Where quotations occur in the text as written, and which of them those are in formatted text. */
  ranges: readonly (TextRange & { focused: boolean })[];
  quotes: readonly QuotedText[];
}

/** An output in the task's format, with quotations highlighted. */
export function MarkedText({ text, format, ranges, quotes }: MarkedTextProps) {
  const parts = useMemo(() => markText(text, ranges), [text, ranges]);
  return (
    <>
      <Prose text={text} format={format} quotes={quotes}>
        <div className="manuscript" dir="auto">
          {parts.map((part) => (
            <Part key={`${part.start}-${part.mark}`} part={part} />
          ))}
        </div>
      </Prose>
      {text === "" && <span className="text-soft">empty</span>}
    </>
  );
}

interface SurroundingsProps {
  sample: { input: string; reference?: string | null | undefined; imageUrl?: string | null | undefined };
  inputName: string;
  format: TextFormat;
  /** Shows the image larger; absent: it opens in a tab of its own. */
  onEnlarge?: () => void;
}

/** Everything but the output. It does not change during annotation, so it is rendered once however long it is. */
export const Surroundings = memo(
  function Surroundings({ sample, inputName, format, onEnlarge }: SurroundingsProps) {
    return (
      <>
        {sample.imageUrl && (
          <Enlarging src={sample.imageUrl} onEnlarge={onEnlarge}>
            <SampleImage src={sample.imageUrl} className="max-h-96 max-w-full rounded-control border max-md:max-h-56" />
          </Enlarging>
        )}
        {sample.input !== "" && (
          <>
            <h2 className="mb-1 text-label text-soft first-letter:uppercase">{inputName}</h2>
            <div className="text-reading">
              <Written text={sample.input} format={format} />
            </div>
          </>
        )}
        {sample.reference && (
          <details className="mt-5">
            <summary className="rounded-mark text-label font-medium text-soft">Reference</summary>
            <div className="mt-1 border-l-2 pl-3 text-reading">
              <Written text={sample.reference} format={format} />
            </div>
          </details>
        )}
      </>
    );
  },
  (before, after) => before.sample === after.sample && before.format === after.format,
);

function Enlarging({ src, onEnlarge, children }: { src: string; onEnlarge: (() => void) | undefined; children: ReactNode }) {
  if (onEnlarge === undefined) {
    return (
      <a href={src} target="_blank" rel="noreferrer" aria-label="Larger image" className="mb-5 block w-fit cursor-zoom-in rounded-control">
        {children}
      </a>
    );
  }
  return (
    <button
      type="button"
      aria-label="Larger image"
      aria-keyshortcuts="i"
      className="mb-5 cursor-zoom-in rounded-control"
      onClick={onEnlarge}
    >
      {children}
    </button>
  );
}

const Written = ({ text, format }: { text: string; format: TextFormat }) => (
  <Prose text={text} format={format}>
    <div className="manuscript" dir="auto">
      {text}
    </div>
  </Prose>
);

/** A run of the text, highlighted where a quotation is. */
function Part({ part }: { part: MarkedPart }) {
  const mark = useRef<HTMLElement>(null);
  const focused = part.mark === "focused";
  useEffect(() => {
    if (focused) mark.current?.scrollIntoView({ block: "nearest" });
  }, [focused]);
  if (part.mark === "none") return part.text;
  return (
    <mark
      ref={mark}
      className={cn(
        "scroll-mt-14 scroll-mb-8 rounded-[3px] bg-evidence text-ink box-decoration-clone",
        focused && "shadow-[0_0_0_2px_var(--accent)]",
      )}
    >
      {part.text}
    </mark>
  );
}
