"use client";

import { Component, type ReactNode } from "react";
import { onDemand } from "@/components/ui/on-demand";
import type { TextFormat } from "@/lib/domain/text-format";
import type { QuotedText } from "./quoted-text";

const FormattedText = onDemand(() => import("./formatted-text").then((file) => file.FormattedText));

/** Beyond this many characters, formatting takes longer than opening a sample may. */
const longestFormatted = 100_000;

interface ProseProps {
  text: string;
  format: TextFormat;
  quotes?: readonly QuotedText[];
  /** The text as it was written. */
  children: ReactNode;
}

const none: readonly QuotedText[] = [];

/** A text in the task's format; as written while the code that formats it is not there, or if it cannot be formatted. */
export function Prose({ text, format, quotes = none, children }: ProseProps) {
  if (format === "plain" || text === "") return children;
  if (text.length > longestFormatted) {
    return (
      <>
        <p className="mb-2 text-small text-soft">This text is too long to be formatted and is shown as written.</p>
        {children}
      </>
    );
  }
  return (
    <AsWritten key={text} written={children}>
      <FormattedText text={text} chat={format === "chat"} quotes={quotes} waiting={children} missing={children} />
    </AsWritten>
  );
}

/** Catches what a formatter cannot cope with, such as nesting too deep for the stack. */
class AsWritten extends Component<{ written: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? this.props.written : this.props.children;
  }
}
